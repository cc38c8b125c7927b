import type { Deposit } from '../../core/contract/cashier';
import type { TimelineRow } from '../shared/Timeline';
import { words } from './words';

/** Where a deposit stands, as the player needs to know it: a pending one is with the player or with the service. */
export type Stage = 'pay' | 'prompt' | 'checking' | 'success' | 'failed' | 'expired' | 'cancelled' | 'mismatch';

const PROMPT_STEPS = ['asked', 'prompted', 'checked', 'credited'];
const REDIRECT_STEPS = ['asked', 'redirected', 'returned', 'checked', 'credited'];
const BAD_STEPS: ReadonlySet<string> = new Set(['failed', 'cancelled', 'expired', 'mismatch']);

function has(deposit: Deposit, step: string): boolean {
  return deposit.timeline.some((each) => each.step === step);
}

/** `cameBack`: this browser came back from the payment page, which the platform may not have heard of. */
export function stageOf(deposit: Deposit, cameBack = false): Stage {
  if (deposit.state !== 'pending') return deposit.state;
  if (cameBack || has(deposit, 'returned')) return 'checking';
  if (deposit.next?.type === 'redirect') return 'pay';
  return deposit.next?.type === 'prompt' ? 'prompt' : 'checking';
}

/** Platforms may be newer than this page: a step without words keeps its name. */
function label(step: string, from: Readonly<Record<string, string>>): string {
  return Object.hasOwn(from, step) ? (from[step] ?? step) : step;
}

/** What happened, with times, and for a deposit under way what is to come. */
export function timelineOf(deposit: Deposit): readonly TimelineRow[] {
  const happened = deposit.timeline.map(({ step, at, detail }, index): TimelineRow => ({
    id: `${index} ${step}`,
    label: label(step, words.steps),
    state: BAD_STEPS.has(step) ? 'bad' : 'done',
    at: Date.parse(at),
    ...(detail !== undefined && { detail }),
  }));
  if (deposit.state !== 'pending') return happened;
  const isPrompt = has(deposit, 'prompted') || deposit.next?.type === 'prompt';
  const plan = isPrompt ? PROMPT_STEPS : REDIRECT_STEPS;
  // A step that was passed over (paid, but never came back) is not waited for any more.
  const passed = Math.max(-1, ...deposit.timeline.map(({ step }) => plan.indexOf(step)));
  const ahead = plan.slice(passed + 1).map((step, index): TimelineRow => ({
    id: `ahead ${step}`,
    label: label(step, words.stepsAhead),
    state: index === 0 ? 'now' : 'next',
    at: null,
  }));
  return [...happened, ...ahead];
}

/** The address of a payment page; null for what a browser must not be sent to. */
export function paymentUrl(next: Deposit['next'], base: string): string | null {
  if (next?.type !== 'redirect' || !URL.canParse(next.url, base)) return null;
  const url = new URL(next.url, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
