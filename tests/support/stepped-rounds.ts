/** Rounds of several steps for tests: the games, seeds that lead to a wanted outcome, and every invariant. */
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { playAction } from '../../server/games/play-action';
import { playRound } from '../../server/games/play-round';
import { COUNTER_INVARIANTS, findViolations } from '../../server/ledger/invariants';
import type { RawAnswer } from '../../server/http/router';
import type { Platform } from '../../server/platform';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { roundAnswer } from '../../src/core/contract/games';
import type { DrawSeeds, RoundAnswer, RoundSeeds } from '../../src/core/contract/games';
import type { Problem } from '../../src/core/contract/problem';
import { drawsFrom } from '../../src/core/fairness/draws';
import { minesView } from '../../src/core/games/mines';
import { steppedEngines } from '../../src/core/games/registry';
import type { SteppedAnswer } from '../../src/core/games/stepped';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { HERE, SESSION_HASH } from './caller-places';
import { newKey } from './keys';
import { PROOFS } from './money-model/proofs';
import { writeChosenPair } from './seed-keys';
import { invariantsOfGivenMoney } from './withdrawals';

export type Json = Readonly<Record<string, unknown>>;
type Ok = Extract<SteppedAnswer, { ok: true }>;

/** Adds both games with limits of the test's own, whether or not the platform opens with them. */
export async function seedSteppedGames(pool: Pool, at: Date): Promise<void> {
  for (const [gameId, contribution] of [['mines', 1_000], ['blackjack', 1_000]] as const) {
    await pool.query(
      `INSERT INTO game (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at)
       VALUES ($1, $1, '{table}', $2, 10000, 10000000, 1, '/a.svg', 90, $3)
       ON CONFLICT (game_id) DO UPDATE SET contribution = excluded.contribution, min_stake = excluded.min_stake, max_stake = excluded.max_stake`,
      [gameId, contribution, at],
    );
  }
}

export const CLIENT_SEED = 'steps';
const seedAt = (n: number): string => createHash('sha256').update(`steps/${n}`).digest('hex');

/** Runs the engine with these actions under a seed, as the round with this nonce. */
export function runUnder(serverSeed: string, gameId: string, { bet = {}, stake = 10_000, actions = [], abandoned = false, nonce = 0 }: {
  readonly bet?: Json; readonly stake?: number; readonly actions?: readonly unknown[]; readonly abandoned?: boolean; readonly nonce?: number;
}): Ok {
  const draws = drawsFrom({ serverSeed, clientSeed: CLIENT_SEED, nonce });
  const answer = steppedEngines.get(gameId)?.runUnchecked({ stake: kobo(stake), bet, draws, actions, abandoned });
  if (!answer?.ok) throw new Error(`${gameId} refused: ${answer?.code ?? 'no such game'}`);
  return answer;
}

/**
 * Returns the first seed of a fixed sequence for which `isFitting` holds; a seed under which the rules refuse an action does not
 * fit.
 */
export function seedWhere(isFitting: (serverSeed: string) => boolean): string {
  for (let n = 0; n < 20_000; n += 1) {
    const seed = seedAt(n);
    try {
      if (isFitting(seed)) return seed;
    } catch {
      // The rules don't allow the actions under this seed.
    }
  }
  throw new Error('no seed fits');
}

/** Gives the pair of seeds for the next rounds to a player who has not played yet. */
export async function givePair(pool: Pool, userId: string, serverSeed: string, at: Date): Promise<void> {
  for (const [seed, state] of [[serverSeed, 'active'], [randomBytes(32).toString('hex'), 'next']] as const) {
    await writeChosenPair(pool, { userId, serverSeed: seed, clientSeed: CLIENT_SEED, state, at });
  }
}

export interface StartOptions {
  readonly gameId?: string;
  readonly bet?: Json;
  /** Decimal naira. */
  readonly stake?: number;
  readonly key?: string;
  readonly seeds?: RoundSeeds;
}

/** Starts a round and returns its answer, whatever the status. */
export const start = (platform: Platform, userId: string, { gameId = 'mines', bet = gameId === 'mines' ? { mines: 3 } : {}, stake = 100, key = newKey(), seeds }: StartOptions = {}) =>
  playRound(platform, { userId, gameId, key, place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet: { ...bet }, ...(seeds && { seeds }) } });

/** Acts in a round and returns its answer, whatever the status. */
export const act = (platform: Platform, userId: string, roundId: string, step: number, action: Json, key = newKey(), seeds?: DrawSeeds) =>
  playAction(platform, { userId, roundId, key, place: HERE, body: { action: { ...action }, step, ...(seeds && { seeds }) } });

export const roundOf = (answer: RawAnswer): RoundAnswer => {
  if (answer.status !== 201) throw new Error(answer.text);
  return roundAnswer.parse(JSON.parse(answer.text));
};
export const problemOf = (answer: RawAnswer): Problem => JSON.parse(answer.text) as Problem;

/** Plays the actions one after the other and returns the last answer. */
export async function playOn(platform: Platform, userId: string, round: RoundAnswer, actions: readonly Json[]): Promise<RoundAnswer> {
  let current = round;
  for (const action of actions) current = roundOf(await act(platform, userId, current.roundId, current.step ?? 0, action));
  return current;
}

export const open = (cell: number): Json => ({ kind: 'open', cell });
export const CASH_OUT: Json = { kind: 'cash-out' };

/** Returns the cells of the mines under a seed. */
export function minesUnder(serverSeed: string, mines: number, nonce = 0): number[] {
  const { view } = runUnder(serverSeed, 'mines', { bet: { mines }, abandoned: true, nonce });
  const { laid } = minesView.parse(view);
  if (laid === null) throw new Error('A round that is over tells no mines.');
  return laid;
}
/** Returns the cells without a mine, in order. */
export const safeUnder = (serverSeed: string, mines: number, nonce = 0): number[] => {
  const laid = minesUnder(serverSeed, mines, nonce);
  return Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !laid.includes(cell));
};

export const readReal = async (pool: Pool, userId: string): Promise<Kobo> => {
  const { rows } = await pool.query<{ balance: number }>(`SELECT balance FROM ledger_account WHERE account_id = 'real:' || $1`, [userId]);
  return kobo(rows[0]?.balance ?? 0);
};

/** Checks everything that must hold of rounds, money, limits and bonuses; returns an empty list when it does. */
export const findAllViolations = (pool: Pool) =>
  findViolations(pool, [...invariantsOfGivenMoney(), ...COUNTER_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS, ...PROOFS.filter(({ id }) => id === 'I12' || id === 'I5')]);
