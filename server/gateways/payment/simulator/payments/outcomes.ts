/** What a payer can do on the simulator's page, and what comes of it. */
import type { Kobo } from '../../../../../src/core/money';

export const OUTCOMES = ['paid', 'late', 'failed', 'cancelled', 'wrong-amount', 'twice', 'never'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const LATE_MS = 30_000;
/** How long the simulated payer takes to pay without being asked. */
const PROMPT_MS = 10_000;

export interface OutcomeEffect {
  /** What `verify` says at once. */
  readonly state: 'pending' | 'success' | 'failed' | 'cancelled';
  /** When a pending payment becomes a success by itself, in ms from now; null = never. */
  readonly settlesAfterMs: number | null;
  /** How much less than asked for arrives, in kobo. */
  readonly shortfall: number;
  readonly notifications: number;
  /** Where the browser is sent; the simulator always claims as much as it can, it is no proof. */
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
 * How a payment starts, by the kobo part of its amount, so that every way can be had without a page:
 * .01 paid · .02 paid late · .03 failed · .04 cancelled · .05 one kobo too little · .06 notified twice · .07 never
 * answered · .08 paid by itself after 10 s (mobile money: a prompt on the phone) · .09 no answer to the first start ·
 * anything else: the payer chooses.
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

/** How sending a payment back ends. */
export type RefundOutcome = 'done' | 'failed' | 'late' | 'answer-lost' | 'never';

const REFUNDS: Readonly<Record<number, RefundOutcome>> = { 11: 'failed', 12: 'late', 13: 'answer-lost', 14: 'never' };

/**
 * By the kobo part of the amount: .11 failed · .12 done after 30 s · .13 no answer to the first call · .14 never done ·
 * anything else: done at once.
 */
export function refundOutcome(amount: Kobo): RefundOutcome {
  return REFUNDS[amount % 100] ?? 'done';
}
