/** Turns the platform's answer about a round into what the page shows. Pure. */
import { roundAnswer } from '../../../core/contract/games';
import type { RoundFairness, RoundAnswer } from '../../../core/contract/games';
import type { Problem } from '../../../core/contract/problem';
import type { BetMismatch } from '../../../core/fairness/bet-mismatch';
import { mismatchOf, mismatchOfListed } from '../../../core/fairness/intent-mismatch';
import type { Intent, RoundIntent } from '../../../core/intent';
import { nairaToKobo, subKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import type { Showing } from '../../../games/face';
import { bonusPartOf, realWinOf } from './bonus-part';
import type { BonusPart } from './bonus-part';

/** A round on the stage, with the facts that the page needs beside what the stage draws. */
export interface StageRound {
  readonly showing: Showing;
  readonly bonusPart: BonusPart | null;
  /** The balance without the win, while the round is being shown. */
  readonly balanceBefore: Kobo | null;
  /** The round and step that the next action is sent to; null for a round that is over. */
  readonly open: OpenAt | null;
  readonly roundId: string;
  /** The number of actions so far. */
  readonly step: number;
  /** ISO time at which the rule for unfinished rounds ended it; null for all other rounds. */
  readonly settledAt: string | null;
  /** The part of the platform's answer that differs from what this device sent; null where all of it fits, or another device sent it. */
  readonly mismatch: BetMismatch | null;
}

export interface OpenAt {
  readonly roundId: string;
  readonly step: number;
  readonly firstStake: number;
  /** The steps so far, and all that was staked (decimal naira); null where the platform does not say. */
  readonly before: { readonly actions: readonly unknown[]; readonly stake: number } | null;
  /** The draw and the rules that the round is bound to, as the platform tells them; null where it does not. */
  readonly seeds: RoundFairness | null;
}

/** A round that another provider decided comes without its draw. */
type Round = Omit<RoundAnswer, 'fairness'> & { readonly fairness?: RoundFairness | undefined };

interface StageOptions {
  readonly moving: boolean;
  /** The bet that was sent. */
  readonly bet?: unknown;
  readonly mismatch?: BetMismatch | null;
}

/** A confirmed round as the stage draws it; null where the amounts don't fit. `bet` is the bet that was sent. */
export function showingOf(key: string, answer: Round, moving: boolean, bet?: unknown): Showing | null {
  const [stake, win] = [nairaToKobo(answer.stake), nairaToKobo(answer.win)];
  if (stake === null || win === null) return null;
  return { key, outcome: answer.outcome, bet: answer.bet ?? bet, stake, win, moving, isOpen: answer.state === 'open' };
}

/** Null where the amounts don't fit. A round with a `mismatch` stands still, because animating it would present it as the result of the bet. */
export function stageRoundOf(key: string, answer: Round, { moving, bet, mismatch = null }: StageOptions): StageRound | null {
  const showing = showingOf(key, answer, moving && mismatch === null, bet);
  if (showing === null) return null;
  const { roundId, step = 0, stake, firstStake = stake, actions, fairness = null } = answer;
  const balance = nairaToKobo(answer.balance);
  return {
    showing,
    bonusPart: bonusPartOf(answer),
    // The bonus part of a win is not in the balance.
    balanceBefore: balance === null ? null : subKobo(balance, realWinOf(answer, showing.win)),
    open: answer.state === 'open' ? { roundId, step, firstStake, before: actions === undefined ? null : { actions, stake }, seeds: fairness } : null,
    roundId,
    step,
    settledAt: answer.abandoned ? answer.at : null,
    mismatch,
  };
}

/** The round, or the step of one, that this device sent. It is null where its answer could not be read. */
export function stageRoundOfIntent(intent: RoundIntent, moving: boolean, intents: readonly Intent[]): StageRound | null {
  const { key, answer } = intent;
  if (answer === null) return null;
  const bet = intent.kind === 'round' ? intent.body?.bet : undefined;
  return stageRoundOf(key, answer, { moving, bet, mismatch: mismatchOf(intent, answer, intents) });
}

/** A round from the platform's list, or from beside a refusal. */
export function stageRoundOfListed(key: string, round: Round, intents: readonly Intent[]): StageRound | null {
  const { fairness } = round;
  return stageRoundOf(key, round, { moving: false, mismatch: fairness === undefined ? null : mismatchOfListed({ ...round, fairness }, intents) });
}

/** A refusal of a step with one of these codes has the present state of the round beside it. */
export const CODES_WITH_ROUND: ReadonlySet<string> = new Set(['conflict', 'seed-changed']);

/** The platform's present state of a round, from the refusal of a step. It is null for a refusal that does not tell it. */
export function stageRoundOfConflict(key: string, problem: Problem | null, intents: readonly Intent[]): StageRound | null {
  if (problem === null || !CODES_WITH_ROUND.has(problem.code)) return null;
  const parsed = roundAnswer.safeParse(problem.current);
  return parsed.success ? stageRoundOfListed(key, parsed.data, intents) : null;
}
