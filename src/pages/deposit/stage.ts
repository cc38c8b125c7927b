import type { Deposit } from '../../core/contract/cashier';
import { entryOf, keysOf } from '../../core/words/is-key-of';
import type { TimelineRow } from '../shared/money/Timeline';
import { words } from './words';

/** The stages of a deposit as the player sees them. A pending deposit is either with the player or with the payment service. */
export type Stage =
  | 'pay' | 'prompt' | 'transfer' | 'dial' | 'overdue' | 'checking' | 'claimed'
  | 'success' | 'failed' | 'expired' | 'cancelled' | 'mismatch' | 'held' | 'returning' | 'sent-back';

type NextType = NonNullable<Deposit['next']>['type'];

/** The stages of a deposit that waits for the player, by what the player has to do. */
const STAGE_OF = { redirect: 'pay', prompt: 'prompt', account: 'transfer', ussd: 'dial' } as const satisfies Record<NextType, Stage>;
/** The timeline step that the platform writes once it has given the player what is needed to pay. */
const STEP_OF_TYPE: Readonly<Record<NextType, string>> = {
  redirect: 'redirected', prompt: 'prompted', account: 'account-given', ussd: 'code-given',
};
const PLANS: Readonly<Record<NextType, readonly string[]>> = {
  redirect: ['asked', 'redirected', 'returned', 'checked', 'credited'],
  prompt: ['asked', 'prompted', 'checked', 'credited'],
  account: ['asked', 'account-given', 'checked', 'credited'],
  ussd: ['asked', 'code-given', 'checked', 'credited'],
};
const NEXT_TYPES = keysOf(STAGE_OF);
const BAD_STEPS: ReadonlySet<string> = new Set(['failed', 'cancelled', 'expired', 'mismatch', 'return-failed']);

function has(deposit: Deposit, step: string): boolean {
  return deposit.timeline.some((each) => each.step === step);
}

/** The way in which a deposit is paid. The platform leaves it out once there is nothing to do; the timeline still shows it. */
function typeOf(deposit: Deposit): NextType {
  return deposit.next?.type ?? NEXT_TYPES.find((type) => has(deposit, STEP_OF_TYPE[type])) ?? 'redirect';
}

export interface StageHints {
  /** This browser came back from the payment page, which the platform may not have heard of. */
  readonly cameFromPayment?: boolean;
  /** The time to pay has passed by the platform's clock, which the platform may not have said yet. */
  readonly isOver?: boolean;
  /** The player has claimed that the bank took the money, and the claim is being checked. */
  readonly isClaimed?: boolean;
}

export function stageOf(deposit: Deposit, { cameFromPayment = false, isOver = false, isClaimed = false }: StageHints = {}): Stage {
  if (isClaimed) return 'claimed';
  if (deposit.state !== 'pending') return deposit.state;
  if (cameFromPayment || has(deposit, 'returned')) return 'checking';
  if (deposit.next === null) return 'checking';
  return isOver ? 'overdue' : STAGE_OF[deposit.next.type];
}

/** Epoch ms until which it can be paid. It is null where nobody said, or where the deposit has ended. */
export function endOf({ state, expiresAt }: Pick<Deposit, 'state' | 'expiresAt'>): number | null {
  const at = state === 'pending' && expiresAt !== undefined ? Date.parse(expiresAt) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** A newer platform may write steps that this page has no words for. Such a step keeps its name. */
function label(step: string, from: Readonly<Record<string, string>>): string {
  return entryOf(from, step) ?? step;
}

/**
 * The timeline with its times, and for a deposit in progress the steps to come. `isPayable`: the next step is the player's to do.
 */
export function timelineOf(deposit: Deposit, isPayable = true): readonly TimelineRow[] {
  // The money came after all, so the expired step is not shown as a failure.
  const cameLate = has(deposit, 'held');
  const pastRows = deposit.timeline.map(({ step, at, detail }, index): TimelineRow => ({
    id: `${index} ${step}`,
    label: label(step, cameLate ? { ...words.steps, ...words.stepsLate } : words.steps),
    state: cameLate && step === 'expired' ? 'past' : BAD_STEPS.has(step) ? 'bad' : 'done',
    at: Date.parse(at),
    ...(detail !== undefined && { detail }),
  }));
  if (deposit.state === 'returning') return [...pastRows, { id: 'ahead sent-back', label: label('sent-back', words.steps), state: 'now', at: null }];
  if (deposit.state !== 'pending') return pastRows;
  const type = typeOf(deposit);
  const plan = PLANS[type];
  // A step that was passed over (paid, but never came back) will not come any more.
  const lastDone = Math.max(-1, ...deposit.timeline.map(({ step }) => plan.indexOf(step)));
  const rowsAhead = plan.slice(lastDone + 1).map((step, index): TimelineRow => ({
    id: `ahead ${step}`,
    label: label(step, { ...words.stepsAhead, ...(isPayable && entryOf(words.checkedAhead, type)) }),
    state: index === 0 ? 'now' : 'next',
    at: null,
  }));
  return [...pastRows, ...rowsAhead];
}
