/**
 * Books payouts that a restore lost. Their player asked for them and got them after the backup, so the books have the money still on the
 * player's account, from where it could go out a second time. The gateway's statement has the payout, and its reference names the player.
 *
 * The amount is taken from the player's own money as a correction, as far as the balance goes and never further. Where it does not go far enough,
 * what the player won or paid in after the backup may be lost, too; people have to find out. Until they have, nothing is sent to that player
 * (`sweep-payouts.ts`), and everybody else is paid.
 */
import type { PoolClient } from 'pg';
import { formatNaira, kobo, subKobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { lockMoney } from '../../bonuses';
import { transaction } from '../../db/transaction';
import type { StatementLine } from '../../gateways';
import { ProblemError } from '../../http/problem';
import { readBalance } from '../../ledger/accounts';
import { post } from '../../ledger/post';
import type { Platform } from '../../platform';
import { playerOfReference } from '../withdrawals/withdrawal-ids';
import type { Difference } from './compare-statement';

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/** The clocks of a gateway and of the database are no further apart. What was paid before the backup and is not in it is no work of a restore. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The parts of a statement that are needed here. */
interface LostIn {
  readonly gateway: string;
  readonly lines: readonly StatementLine[];
}

interface LostPayout {
  readonly gateway: string;
  readonly reference: string;
  readonly userId: string;
  readonly amount: Kobo;
  readonly restoreId: number;
}

/**
 * Books what a statement has of payouts that an open restore lost, each once. What can't be told for certain (whose it is, whether it was paid
 * once, whether it came after the backup) stays a difference. Returns how many it booked.
 */
export async function bookLostPayouts(platform: Deps, { gateway, lines }: LostIn, differences: readonly Difference[]): Promise<number> {
  const { rows: restores } = await platform.pool.query<{ restore_id: number; covered_until: Date }>(
    'SELECT restore_id, covered_until FROM database_restore WHERE payouts_on_at IS NULL ORDER BY restore_id DESC',
  );
  let booked = 0;
  for (const { reference, theirs } of differences.filter(isLost)) {
    const at = findTime(lines, reference);
    const restore = restores.find(({ covered_until: coveredUntil }) => at !== null && at.getTime() >= coveredUntil.getTime() - CLOCK_TOLERANCE_MS);
    const userId = playerOfReference(reference);
    const isDuplicate = differences.some((other) => other.kind === 'duplicate' && other.direction === 'out' && other.reference === reference);
    if (restore === undefined || userId === null || theirs === null || isDuplicate) continue;
    if (await bookIfPossible(platform, { gateway, reference, userId, amount: theirs.amount, restoreId: restore.restore_id })) booked += 1;
  }
  return booked;
}

const isLost = ({ kind, direction, theirs }: Difference): boolean =>
  kind === 'missing-here' && direction === 'out' && theirs?.state === 'success' && theirs.currency === 'NGN' && theirs.amount > 0;

/** Returns when the gateway first had the payout. */
function findTime(lines: readonly StatementLine[], reference: string): Date | null {
  const times = lines.filter((line) => line.direction === 'out' && line.reference === reference).map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Returns false where it stays a difference: there is no such player, another process was first, or money is closed. */
async function bookIfPossible(platform: Deps, payout: LostPayout): Promise<boolean> {
  const at = platform.now();
  try {
    const taken = await transaction(platform.pool, (tx) => book(tx, payout, at));
    if (taken === null) return false;
    const { gateway, reference, userId, amount } = payout;
    const missing = subKobo(amount, taken);
    platform.log('payout.lost-booked', {
      alert: true, gateway, reference, userId, kobo: amount, taken, missing,
      says: missing === 0 ? 'It was sent after the backup, and is taken from its player.'
        : `It was sent after the backup, and its player has ${formatNaira(missing)} too little. Nothing is sent to this player until somebody accepts the reference.`,
    });
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    platform.log('payout.lost-unbooked', { alert: true, gateway: payout.gateway, reference: payout.reference, code: error.code });
    return false;
  }
}

/** Returns what was taken; null where there is nothing to book. */
async function book(tx: PoolClient, { gateway, reference, userId, amount, restoreId }: LostPayout, at: Date): Promise<Kobo | null> {
  const { rowCount: players } = await tx.query('SELECT FROM player WHERE user_id = $1', [userId]);
  if (players === 0) return null;
  // Any withdrawal of this player waits for this lock, so the balance stays as it is.
  await lockMoney(tx, userId);
  const { rowCount: known } = await tx.query('SELECT FROM lost_payout WHERE reference = $1 UNION ALL SELECT FROM withdrawal WHERE reference = $1', [reference]);
  if (known !== 0) return null;
  const { real } = await readBalance(tx, userId);
  const taken = real < amount ? real : amount;
  const transactionId = taken === 0 ? null : (await post(tx, {
    userId, kind: 'adjustment', reference, at, moves: [{ kind: 'adjustment', from: 'real', to: 'gateway', amount: taken }],
  })).transactionId;
  await tx.query(
    `INSERT INTO lost_payout (gateway, reference, user_id, amount, taken, transaction_id, restore_id, booked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [gateway, reference, userId, amount, taken, transactionId, restoreId, at],
  );
  return kobo(taken);
}
