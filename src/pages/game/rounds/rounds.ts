/** The page's view of the rounds of one game, for practice and for money alike. */
import type { Kobo } from '../../../core/money';
import type { Showing } from '../../../games/face';
import type { RoundPhase } from './spin-state';
import type { RoundRefusal } from './refusals';
import type { StageView } from './stage';

/** The stake and bet that start a round. */
export interface RoundRequest {
  readonly stake: Kobo;
  readonly bet: Record<string, unknown>;
  /** The bonus that pays for a free spin; for money only. */
  readonly freeSpinOf?: string;
}

export interface Rounds {
  readonly phase: RoundPhase;
  readonly showing: Showing | null;
  /** The round on the stage was played before this page was opened. */
  readonly isPast: boolean;
  /** Epoch ms before which no round may start. */
  readonly readyAt: number;
  readonly refusal: RoundRefusal | null;
  /** The last round was played, but its result can't be drawn. */
  readonly isUnreadable: boolean;
  readonly start: (request: RoundRequest) => void;
  /** The next step of the round that is open. */
  readonly act: (action: unknown) => void;
  readonly onShown: (key: string) => void;
}

export type MoneyRounds = Rounds & StageView;
