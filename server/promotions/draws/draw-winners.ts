/** Draws the winners of every draw that is decided, and pays their prizes. */
import type { PoolClient } from 'pg';
import { drawByRule2, hashEntries } from '../../../src/core/draw';
import { kobo } from '../../../src/core/money';
import { moneyTransaction } from '../../ledger/operation';
import { post } from '../../ledger/post';
import type { Platform } from '../../platform';
import { workThrough } from '../../sweep';
import { decisionOf, readRunningAttempt } from './attempts';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';
import { drawSeedOf } from './draw-seed';
import { barsOf, readFrozenEntries } from './frozen-entries';

/** Draws the winners of every decided draw. A draw that fails does not hold up the others. Throws the first error at the end. */
export async function drawWinners(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ draw_id: string }>(
    'SELECT draw_id FROM draw d WHERE d.drawn_at IS NULL AND d.frozen_at IS NOT NULL AND is_draw_decided(d.draw_id) ORDER BY d.closes_at',
  );
  await workThrough(rows, ({ draw_id: drawId }) => drawOne(platform, drawId));
}

interface Winner {
  readonly place: number;
  readonly entryId: string;
  readonly userId: string;
  /** Kobo. */
  readonly prize: number;
}

/**
 * Draws one. Its winners, their prizes and its end are stored in one transaction, so a crash leaves the draw complete or not begun. It does
 * nothing where another process has locked the draw.
 */
async function drawOne(platform: Platform, drawId: string): Promise<void> {
  const result = await moneyTransaction(platform, async (tx) => {
    const { rows } = await tx.query<DrawRow>(`SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.draw_id = $1 AND d.drawn_at IS NULL FOR UPDATE SKIP LOCKED`, [drawId]);
    const [row] = rows;
    if (row === undefined) return null;
    const { winners, passedOver, seed } = await computeResult(tx, platform, row);
    // The process that froze the draw may have a clock that is ahead of this one.
    const at = new Date(Math.max(platform.now().getTime(), row.frozen_at?.getTime() ?? 0));
    const closedIds = await lockPlayers(tx, winners.map(({ userId }) => userId));
    for (const winner of winners) await payPrize(tx, drawId, winner, at);
    for (const [index, entryId] of passedOver.entries()) {
      await tx.query('INSERT INTO draw_passed_over (draw_id, position, entry_id) VALUES ($1, $2, $3)', [drawId, index + 1, entryId]);
    }
    await tx.query('UPDATE draw SET seed = $2, drawn_at = $3 WHERE draw_id = $1', [drawId, seed, at]);
    return { week: row.week, winners: winners.length, passedOver: passedOver.length, closedIds };
  });
  if (result === null) return;
  const { closedIds, ...summary } = result;
  platform.log('draw.drawn', { drawId, ...summary });
  // The entry was frozen before the account was closed, so the money is theirs; somebody has to write to them.
  if (closedIds.length > 0) platform.log('draw.paid-to-closed', { alert: true, drawId, userIds: closedIds });
}

/** Locks the players, so that none of them closes the account while a prize is paid, and returns the ids of those who have closed it before. */
async function lockPlayers(tx: PoolClient, userIds: readonly string[]): Promise<readonly string[]> {
  // Every transaction locks several players in the order of their ids, so that no two wait for each other.
  const { rows } = await tx.query<{ user_id: string; closed_at: Date | null }>(
    'SELECT user_id, closed_at FROM player WHERE user_id = ANY($1) ORDER BY user_id FOR SHARE', [userIds],
  );
  return rows.filter(({ closed_at: closedAt }) => closedAt !== null).map(({ user_id: userId }) => userId);
}

interface Result {
  readonly winners: readonly Winner[];
  readonly passedOver: readonly string[];
  readonly seed: string;
}

/** Works the result out. Throws an Error where anything is not as it was published, because nothing may be drawn from that. */
async function computeResult(tx: PoolClient, { seedKeys }: Platform, row: DrawRow): Promise<Result> {
  const { draw_id: drawId, prizes } = row;
  const attempt = await readRunningAttempt(tx, drawId);
  const decision = attempt === null ? null : decisionOf(attempt);
  if (decision === null) throw new Error(`the draw ${drawId} is not decided`);
  const seed = await drawSeedOf(seedKeys, row);
  const entries = await readFrozenEntries(tx, drawId);
  const [entryIds, bars] = [[...entries.keys()], barsOf(entries)];
  if (hashEntries(entryIds, bars) !== row.entries_hash) throw new Error(`the entries of the draw ${drawId} are not those that were frozen`);
  const { winners, passedOver } = drawByRule2({ drawId, seed, entryIds, bars, places: prizes.length, decision });
  return {
    seed, passedOver,
    winners: winners.map((entryId, index) => ({ place: index + 1, entryId, userId: entries.get(entryId)?.userId ?? '', prize: prizes[index] ?? 0 })),
  };
}

/** Pays a prize as real money, without wagering. */
async function payPrize(tx: PoolClient, drawId: string, { place, entryId, userId, prize }: Winner, at: Date): Promise<void> {
  const { transactionId } = await post(tx, {
    userId,
    kind: 'bonus-credit',
    reference: drawId,
    at,
    moves: [{ kind: 'bonus', from: 'bonus-cost', to: 'real', amount: kobo(prize) }],
  });
  await tx.query('INSERT INTO draw_winner (draw_id, place, entry_id, user_id, prize, transaction_id) VALUES ($1, $2, $3, $4, $5, $6)', [
    drawId, place, entryId, userId, prize, transactionId,
  ]);
}
