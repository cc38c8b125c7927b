/** Reads that a failover must not take back, like the answer to a key that a player is told again. */
import type { PoolClient } from 'pg';

/**
 * Makes COMMIT of this transaction wait for the synchronous standby, as that of a write does, so that the caller is told what was read only if a
 * standby has it, too. The standby takes commits in their order; a transaction that wrote nothing to the log waits for nothing. Another process
 * may have written the row, and its commit may be visible although no standby has it (its wait was cancelled, or the primary started again).
 *
 * It is done always, because a managed database need not show its standbys in `synchronous_standby_names`. Without a standby it costs one
 * write of the log to the disk.
 */
export const confirmByCommit = (tx: PoolClient): Promise<unknown> =>
  tx.query({ name: 'confirm-by-commit', text: `SELECT pg_logical_emit_message(true, 'ayo', ''::text)` });
