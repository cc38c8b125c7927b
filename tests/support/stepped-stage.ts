/** A stage for rounds of several steps, and seeds with known outcomes. */
import type { Pool } from 'pg';
import { transaction } from '../../server/db/transaction';
import { readRounds, toFilter } from '../../server/games/history';
import type { RoundsFilter, RoundsPage } from '../../server/games/history';
import { listOpenRounds } from '../../server/games/open-rounds';
import { readFairness } from '../../server/games/seed-pairs';
import type { Fairness } from '../../server/games/seed-pairs';
import type { RawAnswer } from '../../server/http/router';
import type { OpenRound } from '../../src/core/contract/games';
import { newKey } from './keys';
import { makeStage } from './protection/stage';
import type { Stage, StagePlayer } from './protection/stage';
import { act, givePair, minesUnder, runUnder, safeUnder, seedWhere, start } from './stepped-rounds';
import type { Json, StartOptions } from './stepped-rounds';

export const HIT: Json = { kind: 'hit' };
export const STAND: Json = { kind: 'stand' };
export const DOUBLE: Json = { kind: 'double' };
export const SPLIT: Json = { kind: 'split' };

export const MINES_SEED = seedWhere((seed) => safeUnder(seed, 3).includes(0));
/** The cells without a mine, and those with one, when there are three mines. */
export const SAFE_CELLS = safeUnder(MINES_SEED, 3);
export const MINED_CELLS = minesUnder(MINES_SEED, 3);

const staysOpen = (seed: string): boolean => !runUnder(seed, 'blackjack', {}).isOver;
function wins(seed: string, actions: readonly Json[], stakes: number): boolean {
  const result = runUnder(seed, 'blackjack', { actions });
  return result.isOver && result.win === 2 * result.staked && result.staked === stakes * 10_000;
}
export const DOUBLE_SEED = seedWhere((seed) => staysOpen(seed) && wins(seed, [DOUBLE], 2));
export const SPLIT_SEED = seedWhere((seed) => staysOpen(seed) && wins(seed, [SPLIT, STAND, STAND], 2));
export const NATURAL_SEED = seedWhere((seed) => !staysOpen(seed) && runUnder(seed, 'blackjack', {}).win === 25_000);

export interface SteppedStage {
  readonly stage: Stage;
  now(): Date;
  /** Makes a player with money and with the seeds of the first rounds. */
  seated(serverSeed: string, naira?: number): Promise<StagePlayer>;
  begin(userId: string, how?: StartOptions): Promise<RawAnswer>;
  step(userId: string, roundId: string, at: number, action: Json, key?: string): Promise<RawAnswer>;
  fairness(userId: string): Promise<Fairness>;
  filter(userId: string): RoundsFilter;
  historyOf(userId: string): Promise<RoundsPage>;
  openOf(userId: string): Promise<OpenRound[]>;
  /** Lists stakes and wins of the player's own money, in kobo. */
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
    openOf: async (userId) => (await listOpenRounds(pool, platform.seedKeys, userId)).items,
    entriesOf: async (userId) => {
      const { rows } = await pool.query<{ kind: string; amount: number }>(
        `SELECT kind, amount FROM ledger_entry WHERE account_id = 'real:' || $1 AND kind IN ('stake', 'win') ORDER BY entry_id`, [userId],
      );
      return rows.map(({ kind, amount }) => [kind, amount] as const);
    },
  };
}
