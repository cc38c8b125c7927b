/** Opens and draws the weekly draw, and pays its prizes. Several processes may do so at once. */
import type { PoolClient } from 'pg';
import { drawPlaces } from '../../src/core/draw';
import { commitOf } from '../../src/core/fairness/draws';
import { kobo } from '../../src/core/money';
import { alertFor } from '../alert-for';
import { startSweep } from '../sweep';
import { newId } from '../ids';
import { moneyTransaction } from '../ledger/operation';
import { post } from '../ledger/post';
import type { Platform } from '../platform';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';
import { readPromotions } from './promotion-rows';
import { drawWeekAt } from './weeks';

const SEED_BYTES = 32;
const SWEEP_INTERVAL_MS = 5_000;

/** Opens and draws draws every 5 s until the returned function is called. */
export function startDraws(platform: Platform): () => void {
  // The first run is at once, because nobody can enter a draw that is not open yet.
  void runAndLogErrors(platform);
  return startSweep(platform, { failureEvent: 'draw.failed', intervalMs: SWEEP_INTERVAL_MS, run: () => runDraws(platform) });
}

async function runAndLogErrors(platform: Platform): Promise<void> {
  await runDraws(platform).catch((error: unknown) => platform.log('draw.failed', { error, ...alertFor(error) }));
}

/** Creates the draw that is open now or opens next, then draws every draw that has closed. */
export async function runDraws(platform: Platform): Promise<void> {
  await openDraws(platform);
  while (await drawNext(platform));
}

/** Creates draws with their commits. So the commit is public before anybody can enter. */
async function openDraws(platform: Platform): Promise<void> {
  const { pool, now, randomBytes, log } = platform;
  const at = now();
  const { week, opensAt, closesAt } = drawWeekAt(at.getTime());
  for (const { promotion_id: promotionId, kind, enabled, prizes } of await readPromotions(pool)) {
    if (kind !== 'draw' || !enabled) continue;
    const seed = randomBytes(SEED_BYTES).toString('hex');
    const { rowCount } = await pool.query(
      `INSERT INTO draw (draw_id, promotion_id, week, opens_at, closes_at, seed, commit_hash, prizes, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE NOT EXISTS (SELECT FROM draw WHERE promotion_id = $2 AND week = $3)
       ON CONFLICT (promotion_id, week) DO NOTHING`,
      [newId(platform), promotionId, week, new Date(Math.max(opensAt, at.getTime())), new Date(closesAt), seed, commitOf(seed), prizes, at],
    );
    if (rowCount === 1) log('draw.opened', { promotionId, week });
  }
}

/**
 * Draws one draw that has closed. Its winners, their prizes and its end are one transaction, so a crash leaves it complete or not begun.
 * Returns false when there is none, or another process has it.
 */
async function drawNext(platform: Platform): Promise<boolean> {
  const now = platform.now();
  const result = await moneyTransaction(platform, async (tx) => {
    // A player who is entering holds the draw's row; then it is drawn in the next round.
    const { rows } = await tx.query<DrawRow>(
      `SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.drawn_at IS NULL AND d.closes_at <= $1 ORDER BY d.closes_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const winners = await pickWinners(tx, row, now);
    for (const winner of winners) await payPrize(tx, row, winner, now);
    await tx.query('UPDATE draw SET drawn_at = $2 WHERE draw_id = $1', [row.draw_id, now]);
    return { drawId: row.draw_id, week: row.week, winners: winners.length };
  });
  if (result !== null) platform.log('draw.drawn', result);
  return result !== null;
}

interface EntryRow {
  readonly entry_id: string;
  readonly user_id: string;
  readonly is_eligible: boolean;
}

/**
 * SQL: the entries of a draw. An account without a verified identity may not win, so each person wins once; nor may excluded, closed and
 * admin accounts, and players who must verify their identity first. The facts of this moment count; for the winners they are checked again
 * under locks, and if one has changed, the draw is repeated. All entries stay in the draw: whoever could take some out would choose the
 * winner.
 */
const ENTRIES = `
  SELECT e.entry_id, e.user_id,
    p.role = 'player' AND p.closed_at IS NULL AND p.identity_check IS NULL
      AND EXISTS (SELECT FROM identity i WHERE i.user_id = p.user_id AND i.passed_at IS NULL)
      AND NOT (p.protection = 'excluded' AND (p.protection_until IS NULL OR p.protection_until > $2)) AS is_eligible
  FROM draw_entry e JOIN player p USING (user_id) WHERE e.draw_id = $1 AND NOT e.left_out`;

interface Winner {
  readonly place: number;
  readonly entryId: string;
  readonly userId: string;
  /** Kobo. */
  readonly prize: number;
}

/** Picks the winners and locks their players until the transaction ends. Marks the entries that were passed over. */
async function pickWinners(tx: PoolClient, { draw_id: drawId, seed, prizes }: DrawRow, now: Date): Promise<Winner[]> {
  for (;;) {
    const { rows } = await tx.query<EntryRow>(ENTRIES, [drawId, now]);
    const byEntry = new Map(rows.map((row) => [row.entry_id, row]));
    const drawn = drawPlaces(seed, [...byEntry.keys()], prizes.length, (entryId) => byEntry.get(entryId)?.is_eligible === true);
    const winners = drawn.winners.map((entryId, index): Winner => ({
      place: index + 1, entryId, userId: byEntry.get(entryId)?.user_id ?? '', prize: prizes[index] ?? 0,
    }));
    const userIds = winners.map(({ userId }) => userId);
    await tx.query('SELECT FROM player WHERE user_id = ANY($1) ORDER BY user_id FOR SHARE', [userIds]);
    const recheck = await tx.query<EntryRow>(`SELECT * FROM (${ENTRIES}) entries WHERE user_id = ANY($3)`, [drawId, now, userIds]);
    if (recheck.rows.some(({ is_eligible }) => !is_eligible)) continue;
    await tx.query('UPDATE draw_entry SET passed_over = true WHERE entry_id = ANY($1)', [drawn.passedOver]);
    return winners;
  }
}

/** Pays a prize as real money, without wagering. */
async function payPrize(tx: PoolClient, { draw_id: drawId }: DrawRow, { place, entryId, userId, prize }: Winner, at: Date): Promise<void> {
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
