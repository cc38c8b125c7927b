/** Opens the weekly draws: creates each, with its commit and its first try, before anybody can enter. */
import type { PoolClient } from 'pg';
import { commitOf } from '../../../src/core/fairness/draws';
import type { Platform } from '../../platform';
import { newId } from '../../ids';
import { nameAttempt } from './name-attempt';
import type { DrawRow } from './draw-rows';
import { deriveDrawSeed } from './draw-seed';
import { drawTransaction } from './draw-transaction';
import { readPromotions } from '../promotion-rows';
import { drawWeekAt } from './draw-week';

/** Creates, for each promotion that has draws, the one that is open now or opens next. */
export async function openDraws(platform: Platform): Promise<void> {
  const { pool, now } = platform;
  const { week } = drawWeekAt(now().getTime());
  for (const { promotion_id: promotionId, kind, enabled, prizes } of await readPromotions(platform)) {
    if (kind !== 'draw' || !enabled || prizes === null) continue;
    const { rowCount } = await pool.query('SELECT FROM draw WHERE promotion_id = $1 AND week = $2', [promotionId, week]);
    if (rowCount === 0) await openDraw(platform, promotionId, prizes);
  }
  await nameMissingAttempts(platform);
}

async function openDraw(platform: Platform, promotionId: string, prizes: readonly number[]): Promise<void> {
  const { seedKeys } = platform;
  const at = platform.now();
  const { week, opensAt, closesAt } = drawWeekAt(at.getTime());
  const drawId = newId(platform);
  const keyId = seedKeys.currentId;
  const commit = commitOf(await deriveDrawSeed(seedKeys, keyId, drawId));
  await drawTransaction(platform, async (tx, buffered) => {
    const draw = { draw_id: drawId, week, closes_at: new Date(closesAt), frozen_at: null };
    const { rowCount } = await tx.query(
      `INSERT INTO draw (draw_id, promotion_id, week, opens_at, closes_at, key_id, commit_hash, prizes, rules, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 2, $9) ON CONFLICT (promotion_id, week) DO NOTHING`,
      [drawId, promotionId, week, new Date(Math.max(opensAt, at.getTime())), draw.closes_at, keyId, commit, prizes, at],
    );
    // Another process was quicker.
    if (rowCount === 0) return;
    buffered.log('draw.opened', { promotionId, week });
    await nameAttempt(tx, buffered, draw, { number: 1, failure: null });
  });
}

/** Names the first try of draws that have none: those that were open while the platform was upgraded from rule 1. */
async function nameMissingAttempts(platform: Platform): Promise<void> {
  while (await drawTransaction(platform, nameOneMissingAttempt));
}

/** Returns false where every draw has a try. */
async function nameOneMissingAttempt(tx: PoolClient, platform: Platform): Promise<boolean> {
  const { rows } = await tx.query<DrawRow>(
    `SELECT d.draw_id, d.week, d.closes_at, d.frozen_at FROM draw d
     WHERE d.drawn_at IS NULL AND NOT EXISTS (SELECT FROM draw_attempt a WHERE a.draw_id = d.draw_id) LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  const [draw] = rows;
  if (draw === undefined) return false;
  // Another process may have named it between the snapshot of that query and the lock.
  const { rowCount } = await tx.query('SELECT FROM draw_attempt WHERE draw_id = $1', [draw.draw_id]);
  if (rowCount === 0) await nameAttempt(tx, platform, draw, { number: 1, failure: null });
  return true;
}
