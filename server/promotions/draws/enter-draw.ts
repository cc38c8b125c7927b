/** Enters players into the weekly draw, free and once for each person. */
import type { PoolClient } from 'pg';
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import type { claimPromotion } from '../../../src/core/contract/promotions';
import { newId } from '../../ids';
import type { Platform } from '../../platform';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';

type Entry = NonNullable<AnswerOf<typeof claimPromotion>['entry']>;

/**
 * Locks (shared) the draw of a promotion that is open at `at`, so that it is not frozen while players are entering. Null where none is open.
 */
export async function lockOpenDraw(tx: PoolClient, promotionId: string, at: Date): Promise<DrawRow | null> {
  const { rows } = await tx.query<DrawRow>(
    `SELECT ${DRAW_COLUMNS} FROM draw d
     WHERE d.promotion_id = $1 AND d.opens_at <= $2 AND d.closes_at > $2 AND d.frozen_at IS NULL FOR SHARE`,
    [promotionId, at],
  );
  return rows[0] ?? null;
}

interface EntryRequest {
  readonly userId: string;
  readonly drawId: string;
  readonly at: Date;
}

/**
 * Enters the player with their verified identity. The caller holds the player and the draw (`lockOpenDraw`) and has checked that the
 * identity is there and not in the draw.
 */
export async function enterDraw(tx: PoolClient, platform: Pick<Platform, 'randomBytes'>, { userId, drawId, at }: EntryRequest): Promise<Entry> {
  const entryId = newId(platform);
  await tx.query(
    `INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash)
     VALUES ($1, $2, $3, $4, (SELECT person_hash FROM identity WHERE user_id = $3 AND passed_at IS NULL))`,
    [entryId, drawId, userId, at],
  );
  return { drawId, entryId, at: at.toISOString() };
}
