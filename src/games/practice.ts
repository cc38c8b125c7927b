/**
 * Practice play: the same engine, reels and odds as for money, on this device, with money of no value. It belongs to nobody and is kept in
 * memory alone. Pure; `practice-store.ts` holds the state.
 */
import { hexOf } from '../core/fairness/ascii';
import { commitOf, drawsFrom } from '../core/fairness/draws';
import type { Receipt } from '../core/fairness/receipts';
import type { AnyEngine } from '../core/games/engine';
import type { AnySteppedEngine } from '../core/games/stepped';
import { addKobo, kobo, subKobo } from '../core/money';
import type { Kobo } from '../core/money';

/** The balance that practice starts with. It is not money. */
export const PRACTICE_BALANCE: Kobo = kobo(1_000_000);
/** The number of rounds of a pair that are kept to be checked after it is revealed. */
const MOST_RECEIPTS = 500;

/** Fills the array with random bytes: `crypto.getRandomValues`. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown;

export interface PracticePair {
  readonly serverSeed: string;
  readonly commit: string;
  readonly clientSeed: string;
  /** The nonce of the next round. */
  readonly nonce: number;
}

export interface PracticeState {
  readonly balance: Kobo;
  readonly pair: PracticePair;
  /** The receipts of this pair, oldest first. */
  readonly receipts: readonly Receipt[];
  /** The nonce of the oldest receipt in `receipts`. */
  readonly firstNonce: number;
  readonly staked: Kobo;
  readonly won: Kobo;
  /** Open rounds of several steps by game; all belong to this pair. */
  readonly open: Readonly<Record<string, OpenPractice>>;
}

/** Everything that determines a round of several steps, beside the pair. */
export interface OpenPractice {
  readonly nonce: number;
  /** The first stake, without what actions added. */
  readonly stake: Kobo;
  readonly bet: unknown;
  readonly actions: readonly unknown[];
}

export interface PracticeRound {
  readonly outcome: unknown;
  readonly bet: unknown;
  /** All stakes so far. */
  readonly stake: Kobo;
  /** 0 while the round is open. */
  readonly win: Kobo;
  readonly nonce: number;
  readonly isOpen: boolean;
}

export interface PracticeResult {
  readonly state: PracticeState;
  readonly round: PracticeRound;
}

function randomHex(fill: FillRandom, bytes: number): string {
  const buffer = new Uint8Array(bytes);
  fill(buffer);
  return hexOf(buffer);
}

/** A fresh pair. Its commit can be shown before the first round. */
export function newPracticePair(fill: FillRandom): PracticePair {
  const serverSeed = randomHex(fill, 32);
  return { serverSeed, commit: commitOf(serverSeed), clientSeed: randomHex(fill, 8), nonce: 0 };
}

export function newPractice(fill: FillRandom): PracticeState {
  const zero = kobo(0);
  return { balance: PRACTICE_BALANCE, pair: newPracticePair(fill), receipts: [], firstNonce: 0, staked: zero, won: zero, open: {} };
}

interface Step {
  readonly outcome: unknown;
  readonly isOpen: boolean;
  /** All stakes so far, and the part that this step added. */
  readonly staked: Kobo;
  readonly added: Kobo;
  readonly win: Kobo;
}

/** The round after its actions; null where the engine refuses one of them. */
function stepOf(pair: PracticePair, engine: AnyEngine | AnySteppedEngine, { nonce, stake, bet, actions }: OpenPractice): Step | null {
  const draws = drawsFrom({ ...pair, nonce });
  if ('playUnchecked' in engine) {
    const result = engine.playUnchecked({ stake, bet, draws });
    return result.ok ? { ...result, isOpen: false, staked: stake, added: stake } : null;
  }
  const run = engine.runUnchecked({ stake, bet, draws, actions });
  if (!run.ok) return null;
  return { outcome: run.view, isOpen: !run.isOver, staked: run.staked, added: actions.length === 0 ? stake : run.added, win: run.win };
}

/** Applies a step to balance, totals and receipts; null where the balance is not enough. */
function applyStep(state: PracticeState, engine: AnyEngine | AnySteppedEngine, round: OpenPractice): PracticeResult | null {
  const step = stepOf(state.pair, engine, round);
  if (step === null || step.added > state.balance) return null;
  const { outcome, isOpen, staked, added, win } = step;
  const { nonce, stake, bet, actions } = round;
  const { commit, clientSeed } = state.pair;
  const { gameId } = engine;
  const { [gameId]: _before, ...others } = state.open;
  const receipt: Receipt = { gameId, commit, clientSeed, nonce, stake, bet, ...(actions.length > 0 && { actions }), outcome, win };
  const receipts = isOpen ? state.receipts : [...state.receipts, receipt].toSorted((a, b) => a.nonce - b.nonce).slice(-MOST_RECEIPTS);
  return {
    state: {
      balance: addKobo(subKobo(state.balance, added), win),
      pair: { ...state.pair, nonce: Math.max(state.pair.nonce, nonce + 1) },
      receipts,
      firstNonce: receipts[0]?.nonce ?? 0,
      staked: addKobo(state.staked, added),
      won: addKobo(state.won, win),
      open: isOpen ? { ...others, [gameId]: round } : others,
    },
    round: { outcome, bet, stake: staked, win, nonce, isOpen },
  };
}

/**
 * Plays one round, or starts one of several steps. It is null where the balance is not enough, the engine refuses the stake or the bet, or
 * a round of the game is open.
 */
export function playPractice(state: PracticeState, engine: AnyEngine | AnySteppedEngine, stake: Kobo, bet: unknown): PracticeResult | null {
  if (stake > state.balance || state.open[engine.gameId] !== undefined) return null;
  return applyStep(state, engine, { nonce: state.pair.nonce, stake, bet, actions: [] });
}

/** Takes the next step of the open round. It is null where there is none, the rules don't allow it, or the balance is not enough. */
export function stepPractice(state: PracticeState, engine: AnySteppedEngine, action: unknown): PracticeResult | null {
  const open = state.open[engine.gameId];
  return open === undefined ? null : applyStep(state, engine, { ...open, actions: [...open.actions, action] });
}

/** The present state of a game's open round; null where there is none. */
export function openPracticeRound({ pair, open }: PracticeState, engine: AnySteppedEngine): PracticeRound | null {
  const round = open[engine.gameId];
  const step = round === undefined ? null : stepOf(pair, engine, round);
  if (round === undefined || step === null) return null;
  return { outcome: step.outcome, bet: round.bet, stake: step.staked, win: step.win, nonce: round.nonce, isOpen: step.isOpen };
}

/** A revealed pair, with which anybody can check its rounds. */
export interface RevealedPractice {
  readonly commit: string;
  readonly serverSeed: string;
  readonly firstNonce: number;
  readonly receipts: readonly Receipt[];
}

/**
 * Ends the pair and starts another; balance and totals stay. It is null while a round is open, because revealing would show what that round
 * hides.
 */
export function revealPractice(
  state: PracticeState,
  fill: FillRandom,
): { readonly state: PracticeState; readonly revealed: RevealedPractice } | null {
  if (Object.keys(state.open).length > 0) return null;
  const { pair, receipts, firstNonce } = state;
  return {
    state: { ...state, pair: newPracticePair(fill), receipts: [], firstNonce: 0 },
    revealed: { commit: pair.commit, serverSeed: pair.serverSeed, firstNonce, receipts },
  };
}
