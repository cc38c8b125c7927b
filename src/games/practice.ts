/**
 * Practice play: the same engine, reels and odds as for money, on this device, with money that is none. It belongs to
 * nobody and is kept in memory alone. Pure; `practice-store.ts` keeps it.
 */
import { hexOf } from '../core/fairness/ascii';
import { commitOf, drawsFrom } from '../core/fairness/draws';
import type { Receipt } from '../core/fairness/receipts';
import type { AnyEngine } from '../core/games/engine';
import { addKobo, kobo, subKobo } from '../core/money';
import type { Kobo } from '../core/money';

/** What practice starts with. No money. */
export const PRACTICE_BALANCE: Kobo = kobo(1_000_000);
/** Rounds of the current pair of seeds that can be checked after it is revealed. */
const MOST_RECEIPTS = 500;

/** Fills the array with random bytes: `crypto.getRandomValues`. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown;

export interface PracticePair {
  readonly serverSeed: string;
  readonly commit: string;
  readonly clientSeed: string;
  /** Of the next round. */
  readonly nonce: number;
}

export interface PracticeState {
  readonly balance: Kobo;
  readonly pair: PracticePair;
  /** Of this pair, oldest first. */
  readonly receipts: readonly Receipt[];
  /** Nonce of the oldest receipt that is kept. */
  readonly firstNonce: number;
  readonly staked: Kobo;
  readonly won: Kobo;
}

export interface PracticeRound {
  readonly outcome: unknown;
  readonly win: Kobo;
  readonly nonce: number;
}

function randomHex(fill: FillRandom, bytes: number): string {
  const drawn = new Uint8Array(bytes);
  fill(drawn);
  return hexOf(drawn);
}

/** A fresh pair. Its commit can be shown before anything is played. */
export function newPracticePair(fill: FillRandom): PracticePair {
  const serverSeed = randomHex(fill, 32);
  return { serverSeed, commit: commitOf(serverSeed), clientSeed: randomHex(fill, 8), nonce: 0 };
}

export function newPractice(fill: FillRandom): PracticeState {
  const zero = kobo(0);
  return { balance: PRACTICE_BALANCE, pair: newPracticePair(fill), receipts: [], firstNonce: 0, staked: zero, won: zero };
}

/** Plays one round; null where the balance does not reach or the engine refuses the stake or the bet. */
export function playPractice(
  state: PracticeState,
  engine: AnyEngine,
  stake: Kobo,
  bet: unknown,
): { readonly state: PracticeState; readonly round: PracticeRound } | null {
  if (stake > state.balance) return null;
  const { pair } = state;
  const played = engine.playUnchecked({ stake, bet, draws: drawsFrom(pair) });
  if (!played.ok) return null;
  const { outcome, win } = played;
  const receipt: Receipt = { gameId: engine.gameId, commit: pair.commit, clientSeed: pair.clientSeed, nonce: pair.nonce, stake, bet, outcome, win };
  const receipts = [...state.receipts, receipt].slice(-MOST_RECEIPTS);
  return {
    state: {
      balance: addKobo(subKobo(state.balance, stake), win),
      pair: { ...pair, nonce: pair.nonce + 1 },
      receipts,
      firstNonce: receipts[0]?.nonce ?? 0,
      staked: addKobo(state.staked, stake),
      won: addKobo(state.won, win),
    },
    round: { outcome, win, nonce: pair.nonce },
  };
}

/** What is made public when a pair ends: with it everybody can work its rounds out again. */
export interface RevealedPractice {
  readonly commit: string;
  readonly serverSeed: string;
  readonly firstNonce: number;
  readonly receipts: readonly Receipt[];
}

/** Ends the pair and starts another; balance and totals stay. */
export function revealPractice(state: PracticeState, fill: FillRandom): { readonly state: PracticeState; readonly revealed: RevealedPractice } {
  const { pair, receipts, firstNonce } = state;
  return {
    state: { ...state, pair: newPracticePair(fill), receipts: [], firstNonce: 0 },
    revealed: { commit: pair.commit, serverSeed: pair.serverSeed, firstNonce, receipts },
  };
}
