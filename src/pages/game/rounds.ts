/** What the page knows of the rounds of one game, for practice and for money alike. */
import type { GameKind } from '../../core/games/engine';
import type { Kobo } from '../../core/money';
import type { Showing } from '../../games/face';
import type { BonusPart } from './bonus-part';
import type { RoundPhase } from './play-state';
import type { Refused } from './refusals';

const SLOTS_CYCLE_MS = 2_500;
const TABLE_CYCLE_MS = 5_000;

/** The shortest time from one start to the next. The platform refuses an earlier one; so does the button. */
export const cycleMs = (kind: GameKind): number => (kind === 'slots' ? SLOTS_CYCLE_MS : TABLE_CYCLE_MS);

let nextStartAt = 0;

/** Epoch ms before which the platform takes no start of a round for money, in any game: whoever changes the game waits as well. */
export const readNextStart = (): number => nextStartAt;

/** A round of that kind began just now; the answer is when the next one may. */
export function noteStart(kind: GameKind): number {
  nextStartAt = Date.now() + cycleMs(kind);
  return nextStartAt;
}

/** What starts a round. */
export interface Wish {
  readonly stake: Kobo;
  readonly bet: Record<string, unknown>;
  /** The bonus whose free spin it is, for money only. */
  readonly freeSpinOf?: string;
}

export interface Rounds {
  readonly phase: RoundPhase;
  readonly showing: Showing | null;
  /** The round on the stage was played before this page was opened. */
  readonly isPast: boolean;
  /** Epoch ms before which no round may start. */
  readonly readyAt: number;
  readonly refused: Refused | null;
  /** The last round was played, but its result can't be drawn. */
  readonly lost: boolean;
  readonly start: (wish: Wish) => void;
  /** The next step of the round that is open. */
  readonly act: (action: unknown) => void;
  readonly shown: (key: string) => void;
}

export interface MoneyRounds extends Rounds {
  /** While a round is being shown: the balance as it is before its win. Null otherwise. */
  readonly balanceMeanwhile: Kobo | null;
  /** What of the round that is shown was bonus money, and whether it was a free spin. */
  readonly bonusPart: BonusPart | null;
  /** The rule for unfinished rounds ended the round that is shown, at this time (ISO). */
  readonly settledAt: string | null;
  /** Key of the intent whose result is still being shown. */
  readonly hiddenKey: string | null;
}
