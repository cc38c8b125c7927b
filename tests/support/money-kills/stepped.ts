/** Plays rounds of several steps under keys on a platform that is killed, and remembers the newest answer of each round. */
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { getRound, listOpenRounds, playAction, playRound } from '../../../src/core/contract/games';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { drawsFrom } from '../../../src/core/fairness/draws';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import { steppedEngines } from '../../../src/core/games/registry';
import { kobo } from '../../../src/core/money';
import type { TestAnswer, TestClient } from '../http-client';
import { browserOf } from '../signed-in-players';
import type { SignedInPlayer } from '../signed-in-players';
import type { Random } from '../seeds';
import { serverSeedOf } from '../../../server/games/server-seed';
import type { StoredSeed } from '../../../server/games/server-seed';
import { TEST_SEED_KEYS } from '../seed-keys';

export type SteppedWish =
  | { readonly kind: 'start'; readonly gameId: 'mines' | 'blackjack' }
  | { readonly kind: 'act'; readonly roundId: string; readonly step: number; readonly action: Record<string, unknown> };

const STAKE = 100;
const MINES = 3;
const MAX_OPENED = 4;

export function sendStepped(client: TestClient, userId: string, key: string, wish: SteppedWish): Promise<TestAnswer> {
  if (wish.kind === 'act') {
    const { roundId, step, action } = wish;
    return client.call(playAction, { params: { userId, roundId }, key, body: { step, action } });
  }
  const bet = wish.gameId === 'mines' ? { mines: MINES } : {};
  return client.call(playRound, { params: { userId, gameId: wish.gameId }, key, body: { stake: STAKE, currency: 'NGN', bet } });
}

/** Says whether the platform refused because an earlier request, whose answer was lost, had been done. */
export const isOvertaken = ({ status, problem }: TestAnswer): boolean => status === 409 && ['conflict', 'round-open'].includes(problem?.code ?? '');

export interface SteppedRounds {
  /** Chooses what the player does next: acts in a round, or starts one. */
  next(userId: string): SteppedWish;
  /** Records an answer with 201. */
  recordAnswer(userId: string, text: string): void;
  /** Reads the open rounds from the platform; returns a line for each acknowledged step that is missing. */
  compare(player: SignedInPlayer, url: string): Promise<string[]>;
  counts(): { readonly begun: number; readonly acted: number; readonly ended: number };
}

export function createSteppedRounds(random: Random): SteppedRounds {
  /** The newest answers, by player and round. */
  const open = new Map<string, Map<string, RoundAnswer>>();
  const counts = { begun: 0, acted: 0, ended: 0 };
  const roundsOf = (userId: string): Map<string, RoundAnswer> => {
    const rounds = open.get(userId) ?? new Map<string, RoundAnswer>();
    open.set(userId, rounds);
    return rounds;
  };

  function actionIn({ gameId, outcome, step = 0 }: RoundAnswer): Record<string, unknown> {
    if (gameId === 'blackjack') return { kind: random.pick((outcome as BlackjackView).can) };
    return step >= MAX_OPENED || (step > 0 && random.chance(0.3)) ? { kind: 'cash-out' } : { kind: 'open', cell: step };
  }

  return {
    next(userId) {
      const rounds = [...roundsOf(userId).values()];
      if (rounds.length === 0 || (rounds.length === 1 && random.chance(0.2))) {
        const gameId = random.pick((['mines', 'blackjack'] as const).filter((id) => rounds.every((round) => round.gameId !== id)));
        return { kind: 'start', gameId };
      }
      const round = random.pick(rounds);
      return { kind: 'act', roundId: round.roundId, step: round.step ?? 0, action: actionIn(round) };
    },
    recordAnswer(userId, text) {
      const round = JSON.parse(text) as RoundAnswer;
      if (round.actions === undefined && round.state !== 'open') return;
      counts[(round.step ?? 0) === 0 ? 'begun' : 'acted'] += 1;
      if (round.state === 'open') roundsOf(userId).set(round.roundId, round);
      else if (roundsOf(userId).delete(round.roundId) || round.step === 0) counts.ended += 1;
    },
    async compare(player, url) {
      const client = browserOf(player, url);
      const params = { userId: player.userId };
      const { items } = (await client.call(listOpenRounds, { params })).data;
      const faults: string[] = [];
      for (const { roundId, step = 0 } of roundsOf(player.userId).values()) {
        const openRound = items.find((round) => round.roundId === roundId);
        const ended = openRound === undefined ? await client.call(getRound, { params: { ...params, roundId } }) : null;
        const steps = openRound?.step ?? (ended?.status === 200 ? ended.data.actions?.length : undefined);
        if (steps === undefined || steps < step) faults.push(`round ${roundId} was acknowledged at step ${step}, the platform has it at ${steps ?? 'none'}`);
      }
      open.set(player.userId, new Map(items.map((round) => [round.roundId, round])));
      return faults;
    },
    counts: () => ({ ...counts }),
  };
}

/** Expects that every round of several steps is what its seeds and its actions give. */
export async function expectReplayed(pool: Pool): Promise<void> {
  const { rows } = await pool.query<StoredSeed & {
    round_id: string; game_id: string; first_stake: number; stake: number; win: number;
    bet: unknown; actions: unknown[]; abandoned: boolean; outcome: unknown; client_seed: string; nonce: number;
  }>(`SELECT r.round_id, r.game_id, r.first_stake, r.stake, r.win, r.bet, r.actions, r.abandoned, r.outcome, r.client_seed, r.nonce,
             p.seed_pair_id, p.server_seed, p.key_id, p.commit_hash
      FROM round r JOIN seed_pair p USING (seed_pair_id) WHERE r.actions IS NOT NULL`);
  for (const row of rows) {
    const replayed = steppedEngines.get(row.game_id)?.runUnchecked({
      stake: kobo(row.first_stake), bet: row.bet, actions: row.actions, abandoned: row.abandoned,
      draws: drawsFrom({ serverSeed: await serverSeedOf(TEST_SEED_KEYS, row), clientSeed: row.client_seed, nonce: row.nonce }),
    });
    expect(replayed, row.round_id).toMatchObject({ ok: true, isOver: true, view: row.outcome, staked: row.stake, win: row.win });
  }
}
