/** The bet that the player prepares for the next round, and the screen reader's announcement of the last one. Pure. */
import type { Kobo } from '../../../core/money';
import type { BetFace, Limits } from '../../../games/face';
import { stakeProblem } from './stake';

export interface BetDraft {
  /** The typed stake; null while the text is no stake. */
  readonly typedStake: Kobo | null;
  /** The last typed text that was a stake. */
  readonly lastTyped: Kobo;
  /** The choice beside the stake that the game's face offers. */
  readonly choice: unknown;
  readonly announcement: string;
  /** Counts the rounds that were shown to their end on this page. */
  readonly shownRounds: number;
}

export type DraftEvent =
  | { readonly type: 'stake'; readonly stake: Kobo | null }
  | { readonly type: 'choice'; readonly choice: unknown }
  /** Announces to a screen reader that a round began, moved on, or paid on the way. */
  | { readonly type: 'announced'; readonly text: string }
  /** A round was shown to its end. */
  | { readonly type: 'ended'; readonly text: string; readonly choice: unknown };

/** The draft with which the game begins. The last parameter is a bet that was sent and not played. */
export function firstDraft(minStake: Kobo, initial: unknown, { stake = minStake, choice }: Partial<UnplayedBet>): BetDraft {
  return { typedStake: stake, lastTyped: stake, choice: choice ?? initial, announcement: '', shownRounds: 0 };
}

/** A bet that was sent and not played. It returns when the player comes back from where the refusal led. */
export interface UnplayedBet {
  readonly stake: Kobo;
  readonly choice?: unknown;
}

export function nextDraft(draft: BetDraft, event: DraftEvent): BetDraft {
  switch (event.type) {
    case 'stake':
      return { ...draft, typedStake: event.stake, lastTyped: event.stake ?? draft.lastTyped };
    case 'choice':
      return { ...draft, choice: event.choice };
    case 'announced':
      return { ...draft, announcement: event.text };
    case 'ended':
      return { ...draft, announcement: event.text, choice: event.choice, shownRounds: draft.shownRounds + 1 };
  }
}

export interface DraftStake {
  /** Null while there is no stake. */
  readonly stake: Kobo | null;
  /** The stake is the sum of the bets. */
  readonly isSum: boolean;
  /** Why the sum is no stake of this game, in words. */
  readonly stakeProblem: string | null;
  /** Why the bet can't be played at this stake, in words. */
  readonly betProblem: string | null;
}

/** The stake and the bet of the draft. A typed stake is checked in its field. */
export function draftStake({ typedStake, choice }: BetDraft, bet: BetFace<unknown> | undefined, limits: Limits): DraftStake {
  const sum = bet?.stakeOf?.(choice);
  const isSum = sum !== undefined;
  const stake = isSum ? sum : typedStake;
  return {
    stake,
    isSum,
    stakeProblem: isSum && stake !== null ? stakeProblem(stake, limits) : null,
    betProblem: stake === null ? null : (bet?.problem?.(choice, stake) ?? null),
  };
}
