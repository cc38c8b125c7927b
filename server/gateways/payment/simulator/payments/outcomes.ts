/** The choices of a payer on the simulator's page, and their effects. */
import type { Kobo } from '../../../../../src/core/money';

export const OUTCOMES = ['paid', 'late', 'failed', 'cancelled', 'wrong-amount', 'twice', 'never'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const LATE_MS = 30_000;
/** The simulated payer approves a prompt after this time. */
const PROMPT_MS = 10_000;

export interface OutcomeEffect {
  /** The state that `verify` reports at once. */
  readonly state: 'pending' | 'success' | 'failed' | 'cancelled';
  /** The time in ms after which a pending payment becomes a success by itself; null for never. */
  readonly settlesAfterMs: number | null;
  /** The amount in kobo by which the payment is too small. */
  readonly shortfall: number;
  readonly notifications: number;
  /** The address to which the browser returns. It claims the best outcome, because a return proves nothing. */
  readonly returnsTo: 'success' | 'cancel' | 'failure';
}

const EFFECTS: Readonly<Record<Outcome, OutcomeEffect>> = {
  paid: { state: 'success', settlesAfterMs: null, shortfall: 0, notifications: 1, returnsTo: 'success' },
  late: { state: 'pending', settlesAfterMs: LATE_MS, shortfall: 0, notifications: 1, returnsTo: 'success' },
  failed: { state: 'failed', settlesAfterMs: null, shortfall: 0, notifications: 1, returnsTo: 'failure' },
  cancelled: { state: 'cancelled', settlesAfterMs: null, shortfall: 0, notifications: 1, returnsTo: 'cancel' },
  'wrong-amount': { state: 'success', settlesAfterMs: null, shortfall: 1, notifications: 1, returnsTo: 'success' },
  twice: { state: 'success', settlesAfterMs: null, shortfall: 0, notifications: 2, returnsTo: 'success' },
  never: { state: 'pending', settlesAfterMs: null, shortfall: 0, notifications: 0, returnsTo: 'success' },
};

export function isOutcome(text: string): text is Outcome {
  return OUTCOMES.some((outcome) => outcome === text);
}

export function effectOf(outcome: Outcome): OutcomeEffect {
  return EFFECTS[outcome];
}

/**
 * The scenario of a payment, chosen by the kobo part of its amount, so that tests need no page:
 * .01 paid · .02 paid late · .03 failed · .04 cancelled · .05 one kobo too little · .06 notified twice · .07 never
 * answered · .08 paid by itself after 10 s (mobile money: a prompt on the phone) · .09 no answer to the first start ·
 * any other: the payer chooses.
 */
export type StartScenario =
  | { readonly type: 'page' }
  | { readonly type: 'decided'; readonly outcome: Outcome }
  | { readonly type: 'by-itself'; readonly afterMs: number }
  | { readonly type: 'silent-once' };

const PAYER_CHOOSES: StartScenario = { type: 'page' };

export function scenarioOf(amount: Kobo): StartScenario {
  const part = amount % 100;
  const outcome = OUTCOMES[part - 1];
  if (outcome !== undefined) return { type: 'decided', outcome };
  if (part === 8) return { type: 'by-itself', afterMs: PROMPT_MS };
  return part === 9 ? { type: 'silent-once' } : PAYER_CHOOSES;
}

/** The outcome of a refund. */
export type RefundOutcome = 'done' | 'failed' | 'late' | 'answer-lost' | 'never';

const REFUNDS: Readonly<Record<number, RefundOutcome>> = { 11: 'failed', 12: 'late', 13: 'answer-lost', 14: 'never' };

/**
 * Returns the outcome of a refund, chosen by the kobo part of the amount: .11 failed · .12 done after 30 s · .13 no answer to the first call ·
 * .14 never done · any other: done at once.
 */
export function refundOutcome(amount: Kobo): RefundOutcome {
  return REFUNDS[amount % 100] ?? 'done';
}
