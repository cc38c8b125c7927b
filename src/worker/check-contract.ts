/** The messages between the page and the worker that checks rounds. Types only. */
import type { KeptRound, KeptVerdict, RevealedSeeds } from '../core/fairness/check-slice';
import type { RefusedVerdict } from '../core/fairness/refused-bets';
import type { RawSheet } from '../core/fairness/sheet-version';
import type { RefusedBetRecord } from '../core/seen-seeds';

export interface CheckQuestion {
  readonly id: number;
  /** The revealed pairs of the rounds and bets below. */
  readonly pairs: readonly RevealedSeeds[];
  readonly receipts: readonly KeptRound[];
  readonly refusedBets: readonly RefusedBetRecord[];
  /** The par sheets of other versions of rules that the rounds name, as far as the device has them. */
  readonly sheets: readonly RawSheet[];
}

/** The verdicts, in the order of the receipts and of the refused bets of the question. */
export interface CheckVerdicts {
  readonly receipts: readonly KeptVerdict[];
  readonly refusedBets: readonly RefusedVerdict[];
}

export interface CheckAnswer {
  readonly id: number;
  /** Null where this browser can't compute them. */
  readonly verdicts: CheckVerdicts | null;
}
