/** Turns the platform's answer about a round into what the page shows. Pure. */
import { roundAnswer } from '../../../core/contract/games';
import type { RoundAnswer } from '../../../core/contract/games';
import type { Problem } from '../../../core/contract/problem';
import type { RoundIntent } from '../../../core/intent';
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
}

export interface OpenAt {
  readonly roundId: string;
  readonly step: number;
  readonly firstStake: number;
}

/** A list of rounds leaves out their seeds. */
type Round = Omit<RoundAnswer, 'fairness'>;

/** A confirmed round as the stage draws it; null where the amounts don't fit. `bet` is the bet that was sent. */
export function showingOf(key: string, answer: Round, moving: boolean, bet?: unknown): Showing | null {
  const [stake, win] = [nairaToKobo(answer.stake), nairaToKobo(answer.win)];
  if (stake === null || win === null) return null;
  return { key, outcome: answer.outcome, bet: answer.bet ?? bet, stake, win, moving, isOpen: answer.state === 'open' };
}

/** Null where the amounts don't fit. */
export function stageRoundOf(key: string, answer: Round, moving: boolean, bet?: unknown): StageRound | null {
  const showing = showingOf(key, answer, moving, bet);
  if (showing === null) return null;
  const { roundId, step = 0, firstStake = answer.stake } = answer;
  const balance = nairaToKobo(answer.balance);
  return {
    showing,
    bonusPart: bonusPartOf(answer),
    // The bonus part of a win is not in the balance.
    balanceBefore: balance === null ? null : subKobo(balance, realWinOf(answer, showing.win)),
    open: answer.state === 'open' ? { roundId, step, firstStake } : null,
    roundId,
    step,
    settledAt: answer.abandoned ? answer.at : null,
  };
}

/** The round, or the step of one, that this device sent. It is null where its answer could not be read. */
export function stageRoundOfIntent(intent: RoundIntent, moving: boolean): StageRound | null {
  const { key, answer } = intent;
  return answer === null ? null : stageRoundOf(key, answer, moving, intent.kind === 'round' ? intent.body?.bet : undefined);
}

/** The platform's present state of a round, from the refusal of a step that came too late. It is null for any other refusal. */
export function stageRoundOfConflict(key: string, problem: Problem | null): StageRound | null {
  if (problem?.code !== 'conflict') return null;
  const parsed = roundAnswer.safeParse(problem.current);
  return parsed.success ? stageRoundOf(key, parsed.data, false) : null;
}
