/** A stage on which rounds of several steps are played, and seeds with known ends. */
import type { Pool } from 'pg';
import { transaction } from '../../server/db/transaction';
import { readRounds, toFilter } from '../../server/games/history';
import type { RoundsFilter, RoundsPage } from '../../server/games/history';
import { listOpenRounds } from '../../server/games/open-rounds';
import { readFairness } from '../../server/games/seed-pairs';
import type { Fairness } from '../../server/games/seed-pairs';
import type { RawAnswer } from '../../server/http/router';
import type { OpenRound } from '../../src/core/contract/games';
import { makeStage } from './protection/stage';
import type { Stage, StagePlayer } from './protection/stage';
import { act, givePair, minesUnder, newKey, runUnder, safeUnder, seedWhere, start } from './stepped-rounds';
import type { Json, StartWish } from './stepped-rounds';

export const HIT: Json = { kind: 'hit' };
export const STAND: Json = { kind: 'stand' };
export const DOUBLE: Json = { kind: 'double' };
export const SPLIT: Json = { kind: 'split' };

export const MINES_SEED = seedWhere((seed) => safeUnder(seed, 3).includes(0));
/** With three mines: cells without one, and cells with one. */
export const SAFE = safeUnder(MINES_SEED, 3);
export const LAID = minesUnder(MINES_SEED, 3);

const goesOn = (seed: string): boolean => !runUnder(seed, 'blackjack', {}).isOver;
function wins(seed: string, actions: readonly Json[], stakes: number): boolean {
  const told = runUnder(seed, 'blackjack', { actions });
  return told.isOver && told.win === 2 * told.staked && told.staked === stakes * 10_000;
}
export const DOUBLE_SEED = seedWhere((seed) => goesOn(seed) && wins(seed, [DOUBLE], 2));
export const SPLIT_SEED = seedWhere((seed) => goesOn(seed) && wins(seed, [SPLIT, STAND, STAND], 2));
export const NATURAL_SEED = seedWhere((seed) => !goesOn(seed) && runUnder(seed, 'blackjack', {}).win === 25_000);

export interface SteppedStage {
  readonly stage: Stage;
  now(): Date;
  /** A player with money, and the seeds of the first rounds. */
  seated(serverSeed: string, naira?: number): Promise<StagePlayer>;
  begin(userId: string, how?: StartWish): Promise<RawAnswer>;
  step(userId: string, roundId: string, at: number, action: Json, key?: string): Promise<RawAnswer>;
  fairness(userId: string): Promise<Fairness>;
  filter(userId: string): RoundsFilter;
  historyOf(userId: string): Promise<RoundsPage>;
  openOf(userId: string): Promise<OpenRound[]>;
  /** Stakes and wins of the player's own money, in kobo. */
  entriesOf(userId: string): Promise<(readonly [string, number])[]>;
}

export function makeSteppedStage(pool: Pool): SteppedStage {
  const stage = makeStage(pool);
  const { platform } = stage;
  const filter = (userId: string): RoundsFilter => toFilter(userId, { limit: 100 }, platform.now().getTime());
  return {
    stage,
    now: platform.now,
    seated: async (serverSeed, naira = 10_000) => {
      const player = await stage.player(naira);
      await givePair(pool, player.userId, serverSeed, platform.now());
      return player;
    },
    begin: (userId, how = {}) => start(platform, userId, how),
    step: (userId, roundId, at, action, key = newKey()) => act(platform, userId, roundId, at, action, key),
    fairness: (userId) => transaction(pool, (tx) => readFairness(tx, platform, userId)),
    filter,
    historyOf: (userId) => readRounds(pool, filter(userId)),
    openOf: async (userId) => (await listOpenRounds(pool, userId)).items,
    entriesOf: async (userId) => {
      const { rows } = await pool.query<{ kind: string; amount: number }>(
        `SELECT kind, amount FROM ledger_entry WHERE account_id = 'real:' || $1 AND kind IN ('stake', 'win') ORDER BY entry_id`, [userId],
      );
      return rows.map(({ kind, amount }) => [kind, amount] as const);
    },
  };
}
