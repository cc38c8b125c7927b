/** The player's entry for the next round, and the announcement of the last for screen readers. Pure. */
import type { Kobo } from '../../../core/money';
import type { BetFace, Limits } from '../../../games/face';
import { stakeProblem } from './stake';

export interface Entry {
  /** The typed stake; null while the text is no stake. */
  readonly typedStake: Kobo | null;
  /** The last that was one. */
  readonly lastTyped: Kobo;
  /** The choice beside the stake that the game's face offers. */
  readonly choice: unknown;
  readonly announcement: string;
  /** Rounds that were seen to their end on this page. */
  readonly shownRounds: number;
}

export type EntryEvent =
  | { readonly type: 'stake'; readonly stake: Kobo | null }
  | { readonly type: 'choice'; readonly choice: unknown }
  /** For a screen reader: a round began, moved on, or paid on the way. */
  | { readonly type: 'announced'; readonly text: string }
  /** A round was seen to its end. */
  | { readonly type: 'ended'; readonly text: string; readonly choice: unknown };

/** `unplayed`: what was sent before and not played, for the game to begin with. */
export function firstEntry(minStake: Kobo, initial: unknown, { stake = minStake, choice }: Partial<UnplayedEntry>): Entry {
  return { typedStake: stake, lastTyped: stake, choice: choice ?? initial, announcement: '', shownRounds: 0 };
}

/** An entry that was sent and not played: it is there again when the player comes back from where the refusal led. */
export interface UnplayedEntry {
  readonly stake: Kobo;
  readonly choice?: unknown;
}

export function nextEntry(entry: Entry, event: EntryEvent): Entry {
  switch (event.type) {
    case 'stake':
      return { ...entry, typedStake: event.stake, lastTyped: event.stake ?? entry.lastTyped };
    case 'choice':
      return { ...entry, choice: event.choice };
    case 'announced':
      return { ...entry, announcement: event.text };
    case 'ended':
      return { ...entry, announcement: event.text, choice: event.choice, shownRounds: entry.shownRounds + 1 };
  }
}

export interface EnteredStake {
  /** Null while there is none. */
  readonly stake: Kobo | null;
  /** The bet makes up the stake. */
  readonly isSum: boolean;
  /** Why the sum is no stake of this game, in words. */
  readonly stakeProblem: string | null;
  /** Why the bet can't be played at this stake, in words. */
  readonly betProblem: string | null;
}

/** The stake and the bet that the entry makes. A typed stake is checked where it is typed. */
export function enteredStake({ typedStake, choice }: Entry, bet: BetFace<unknown> | undefined, limits: Limits): EnteredStake {
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
