/**
 * Keeps live money (a live key's) and simulated money (the simulator's, or a test key's) out of one ledger, because one could be paid
 * out as the other.
 */
import type { Pool } from 'pg';
import { isLive } from '../config/payments';
import type { PaymentsConfig } from '../config/payments';
import { transaction } from '../db/transaction';

/** Any number will do, as long as every process uses the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_016;

/**
 * Finds the reason, in words for the operator, why this configuration must not use this database; null where it may. The first start
 * with a live key marks the database (`real_money`): its money is live from then on. Call this before anything can move money.
 */
export async function findLiveMoneyConflict(pool: Pool, payments: PaymentsConfig, now: Date): Promise<string | null> {
  return transaction(pool, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
    const { rows } = await tx.query<{ is_real: boolean; has_moved: boolean }>(
      'SELECT EXISTS (SELECT FROM real_money) AS is_real, EXISTS (SELECT FROM ledger_transaction) AS has_moved',
    );
    const { is_real: isReal, has_moved: hasMoved } = rows[0] ?? { is_real: true, has_moved: true };
    if (!isLive(payments)) return isReal ? LIVE_KEY_MISSING : null;
    if (isReal) return null;
    if (hasMoved) return SIMULATED_MONEY_PRESENT;
    await tx.query('INSERT INTO real_money (since) VALUES ($1)', [now]);
    return null;
  });
}

const LIVE_KEY_MISSING =
  'This database has real money in it, and PAYSTACK_SECRET_KEY is no live key (sk_live_…): players could pay in money that is not real. ' +
  'Set the live key, or use another DATA_DIR or DATABASE_URL to try things out.';
const SIMULATED_MONEY_PRESENT =
  'PAYSTACK_SECRET_KEY is a live key, but there is money in this database that is not real, and it would be paid out. ' +
  'Begin with an empty DATA_DIR or DATABASE_URL.';
