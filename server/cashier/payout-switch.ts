/**
 * Says whether payouts may be sent. A database that was put back from a backup does not know which payouts were sent after the backup, so
 * none is sent until a statement of each gateway that pays out was compared with the books.
 */
import { transaction } from '../db/transaction';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';

export interface PayoutSwitch {
  readonly isOn: boolean;
  /**
   * When the database was put back last; null for one that never was. A gateway may know payouts of what is older, though these books have never
   * sent them.
   */
  readonly restoredAt: Date | null;
}

/**
 * SQL: a payout that a restore lost could not be taken wholly from the player `user_id` of `w` (`reconcile/lost-payouts.ts`), and nobody has settled
 * that. Until then nothing is sent to this player.
 */
export const IS_HELD_FOR_LOST = `EXISTS (SELECT FROM lost_payout l WHERE l.user_id = w.user_id AND l.taken < l.amount AND l.settled_at IS NULL)`;

/** Reads the switch, for all processes on this database. */
export async function readPayoutSwitch(db: Db): Promise<PayoutSwitch> {
  const { rows } = await db.query<PayoutSwitch>(
    `SELECT coalesce(bool_and(payouts_on_at IS NOT NULL), true) AS "isOn", max(restored_at) AS "restoredAt" FROM database_restore`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has a row');
  return row;
}

/**
 * Selects the gateways whose newest statement with all of the unknown time of the restore $1 does not agree with the books on every payout, or
 * that gave none: all that ever paid out, and $2, that of new payouts. A gateway that was taken out of the configuration may have paid after the
 * backup, too. What somebody uploads at the desk is no such statement, and finding a difference again in it hides none. Differences of deposits don't
 * count, because none makes us send money.
 */
const UNRECONCILED = `
  SELECT g.gateway FROM (SELECT gateway FROM withdrawal WHERE gateway IS NOT NULL UNION SELECT $2::text) g
  WHERE NOT EXISTS (SELECT FROM accepted_gateway a WHERE a.restore_id = $1 AND a.gateway = g.gateway) AND NOT EXISTS (
    SELECT FROM reconciliation n WHERE n.unknown_payouts = 0
      AND n.reconciliation_id = (
        SELECT max(r.reconciliation_id) FROM reconciliation r JOIN database_restore d ON d.restore_id = $1
        WHERE r.gateway = g.gateway AND NOT r.is_uploaded AND r.from_at <= d.covered_until AND r.to_at >= d.restored_at AND r.at >= d.restored_at)
      AND NOT EXISTS (
        SELECT FROM reconciliation_difference f
        WHERE f.gateway = n.gateway AND f.direction = 'out' AND f.last_found >= n.reconciliation_id AND f.accepted_at IS NULL))`;

/**
 * Turns payouts on where a statement of every gateway that pays out agrees with the books since the last restore. Call it after each
 * reconciliation that nobody uploaded, with the gateway of new payouts. Returns whether they were off and are on now.
 */
export async function turnPayoutsOnIfReconciled(platform: Pick<Platform, 'pool' | 'now' | 'log'>, payoutGateway: string): Promise<boolean> {
  const isNowOn = await transaction(platform.pool, async (tx) => {
    const { rows } = await tx.query<{ restore_id: number }>('SELECT restore_id FROM database_restore WHERE payouts_on_at IS NULL FOR UPDATE');
    for (const { restore_id: restoreId } of rows) {
      const { rowCount } = await tx.query(UNRECONCILED, [restoreId, payoutGateway]);
      if (rowCount !== 0) return false;
      await tx.query('UPDATE database_restore SET payouts_on_at = $2 WHERE restore_id = $1', [restoreId, platform.now()]);
    }
    return rows.length > 0;
  });
  if (isNowOn) platform.log('payouts.on', { alert: true, says: 'The statements agree with the restored books on every payout. Payouts are sent again.' });
  return isNowOn;
}
