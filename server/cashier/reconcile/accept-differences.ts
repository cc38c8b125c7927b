import type { PoolClient } from 'pg';
import { writeAudit, PLATFORM_ITSELF } from '../../audit';
import { transaction } from '../../db/transaction';
import type { Platform } from '../../platform';

/** Differences of a gateway that somebody who may run commands on the server has settled by hand. */
export interface AcceptedDifferences {
  readonly gateway: string;
  readonly references: readonly string[];
  readonly reason: string;
  /** The operating system's user. */
  readonly osUser: string;
}

/**
 * Marks differences as settled, so that payouts don't wait for them any more; each leaves a line in the audit trail. It moves no money.
 * Returns the references that no difference has.
 */
export async function acceptDifferences(
  { pool, now }: Pick<Platform, 'pool' | 'now'>,
  { gateway, references, reason, osUser }: AcceptedDifferences,
): Promise<string[]> {
  const at = now();
  return transaction(pool, async (tx) => {
    const unknownReferences: string[] = [];
    for (const reference of references) {
      const { rows } = await tx.query<{ kind: string }>(
        `UPDATE reconciliation_difference SET accepted_at = $3 WHERE gateway = $1 AND reference = $2 AND direction = 'out' RETURNING kind`,
        [gateway, reference, at],
      );
      const isSettledNow = await settleLostPayout(tx, { gateway, reference, reason, osUser, at });
      if (rows.length === 0 && !isSettledNow) unknownReferences.push(reference);
      for (const { kind } of rows) {
        await writeAudit(tx, {
          at, userId: PLATFORM_ITSELF, action: 'difference-accepted-on-server', subject: reference, before: { gateway, kind }, after: { osUser, reason },
        });
      }
    }
    return unknownReferences;
  });
}

/** Says that the rest of a lost payout is settled, so that its player is paid again. Returns false where there is no such payout. */
async function settleLostPayout(
  tx: PoolClient, { gateway, reference, reason, osUser, at }: Acceptance & { readonly reference: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ user_id: string; amount: number; taken: number }>(
    `UPDATE lost_payout SET settled_at = $3 WHERE gateway = $1 AND reference = $2 AND taken < amount AND settled_at IS NULL RETURNING user_id, amount, taken`,
    [gateway, reference, at],
  );
  for (const { user_id: userId, amount, taken } of rows) {
    await writeAudit(tx, {
      at, userId: PLATFORM_ITSELF, action: 'lost-payout-settled-on-server', subject: userId, before: { gateway, reference, amount, taken }, after: { osUser, reason },
    });
  }
  return rows.length > 0;
}

interface Acceptance {
  readonly gateway: string;
  readonly reason: string;
  readonly osUser: string;
  readonly at: Date;
}

/**
 * Says that payouts need not wait for the statement of a gateway that paid out at some time and can't give one any more. It leaves a line in
 * the audit trail. Returns false where payouts wait for no restore.
 */
export async function acceptGateway(
  { pool, now }: Pick<Platform, 'pool' | 'now'>, { gateway, reason, osUser }: Omit<Acceptance, 'at'>,
): Promise<boolean> {
  const at = now();
  return transaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      'INSERT INTO accepted_gateway (restore_id, gateway, accepted_at) SELECT restore_id, $1, $2 FROM database_restore WHERE payouts_on_at IS NULL ON CONFLICT DO NOTHING',
      [gateway, at],
    );
    if (rowCount === 0) return false;
    await writeAudit(tx, { at, userId: PLATFORM_ITSELF, action: 'gateway-accepted-on-server', subject: gateway, before: null, after: { osUser, reason } });
    return true;
  });
}
