/** The messages between the page and the worker that checks rounds. Types only. */
import type { KeptRound, KeptVerdict, RevealedSeeds } from '../core/fairness/check-slice';
import type { RefusedVerdict } from '../core/fairness/refused-bets';
import type { RawSheet } from '../core/fairness/sheet-version';
import type { RefusedBetRecord } from '../core/seen-seeds';

export interface CheckQuestion {
  readonly id: number;
  /** Those of the slice's rounds and bets that are revealed. */
  readonly pairs: readonly RevealedSeeds[];
  readonly receipts: readonly KeptRound[];
  readonly refusedBets: readonly RefusedBetRecord[];
  /** The par sheets of other rules than those of this build, as far as the rounds name them and the device has them. */
  readonly sheets: readonly RawSheet[];
}

/** In the order of the receipts, and of the refused bets. */
export interface CheckVerdicts {
  readonly receipts: readonly KeptVerdict[];
  readonly refusedBets: readonly RefusedVerdict[];
}

export interface CheckAnswer {
  readonly id: number;
  /** Null where this browser can't compute them. */
  readonly verdicts: CheckVerdicts | null;
}
