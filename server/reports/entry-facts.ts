/**
 * SQL that says of a ledger entry `e` to what of a report it belongs. The same text closes a day, sums what is still open, and finds the entries
 * again.
 */

/** Joins what an entry belongs to. Each of these is one row by its key, and only where the entry can have one. */
export const FACT_JOINS = `JOIN ledger_transaction t ON t.transaction_id = e.transaction_id
  LEFT JOIN player p ON p.user_id = e.user_id
  LEFT JOIN round r ON t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND r.round_id = t.reference
  LEFT JOIN open_round o ON r.round_id IS NULL AND t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND o.round_id = t.reference
  LEFT JOIN frame_round f ON r.round_id IS NULL AND t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND f.round_id = t.reference
  LEFT JOIN deposit d ON e.kind IN ('deposit', 'deposit-held', 'deposit-returned') AND d.deposit_id = t.reference`;

/** The kind of the entry's account: `real`, …, or `house`, …. Only players' entries have balances. */
export const ACCOUNT = `CASE WHEN e.balance_after IS NOT NULL THEN split_part(e.account_id, ':', 1) ELSE left(e.account_id, -4) END`;
/** The id of the game; empty for what is of no round. */
export const GAME = `coalesce(r.game_id, o.game_id, f.game_id, '')`;
/** How the deposit was paid, `payout` for withdrawals, and empty for all that is no payment. */
export const METHOD = `CASE WHEN e.kind IN ('deposit', 'deposit-held', 'deposit-returned') THEN coalesce(d.method, '')
  WHEN e.kind IN ('withdrawal', 'withdrawal-return') OR (e.kind = 'adjustment' AND e.account_id = 'gateway:NGN') THEN 'payout' ELSE '' END`;
/** Where the player lives, as far as they have said so. */
export const STATE = `coalesce(p.state, '')`;
