/** The messages between the page and the worker that checks rounds. Types only. */
import type { KeptRound, KeptVerdict, RevealedSeeds } from '../core/fairness/check-slice';

export interface CheckQuestion {
  readonly id: number;
  /** Those of the slice's rounds that are revealed. */
  readonly pairs: readonly RevealedSeeds[];
  readonly receipts: readonly KeptRound[];
}

export interface CheckAnswer {
  readonly id: number;
  /** In the order of the receipts; null where this browser can't compute them. */
  readonly verdicts: readonly KeptVerdict[] | null;
}
