import type { Withdrawal } from '../../core/contract/withdrawals';
import { DAY_MS } from '../../core/time';
import { entryOf } from '../../core/words/is-key-of';
import type { TimelineRow } from '../shared/money/Timeline';
import { words } from './words';

/**
 * The stages of a withdrawal as the player sees them. One that is being checked is either with the rules or with people; `paused`: it waits for a day
 * at most while people look at something, whatever else it waits for.
 */
export type Stage = 'rules' | 'people' | 'paused' | 'sending' | 'paid' | 'refused' | 'failed';

const PLAN = ['asked', 'held', 'checked', 'sent', 'paid'];
const BAD_STEPS: ReadonlySet<string> = new Set(['refused', 'failed']);

function has({ timeline }: Withdrawal, step: string): boolean {
  return timeline.some((each) => each.step === step);
}

/** No pause is longer. */
const PAUSE_MS = DAY_MS;

/** The step that pauses the withdrawal now; null where none does. What is on its way to the bank is not paused any more. */
export function pauseOf({ state, timeline }: Withdrawal, nowMs: number): Withdrawal['timeline'][number] | null {
  if (state !== 'checking' && state !== 'sending') return null;
  const last = timeline.findLast(({ step }) => step === 'paused' || step === 'sent');
  return last?.step === 'paused' && nowMs - Date.parse(last.at) < PAUSE_MS ? last : null;
}

export function stageOf(withdrawal: Withdrawal, nowMs: number): Stage {
  if (pauseOf(withdrawal, nowMs) !== null) return 'paused';
  if (withdrawal.state !== 'checking') return withdrawal.state;
  return has(withdrawal, 'review') ? 'people' : 'rules';
}

/** A newer platform may write steps that this page has no words for. Such a step keeps its name. */
function label(step: string, from: Readonly<Record<string, string>>): string {
  return entryOf(from, step) ?? step;
}

/** The timeline with its times, and for a withdrawal in progress the steps to come. */
export function timelineOf(withdrawal: Withdrawal): readonly TimelineRow[] {
  const pastRows = withdrawal.timeline.map(({ step, at, detail }, index): TimelineRow => ({
    id: `${index} ${step}`,
    label: label(step, words.stepNames),
    state: BAD_STEPS.has(step) ? 'bad' : 'done',
    at: Date.parse(at),
    // The reason stands above in full, so the timeline leaves it out.
    ...(detail !== undefined && detail !== withdrawal.reason && { detail }),
  }));
  if (withdrawal.state !== 'checking' && withdrawal.state !== 'sending') return pastRows;
  // A step that was passed over will not come any more.
  const lastDone = Math.max(-1, ...withdrawal.timeline.map(({ step }) => PLAN.indexOf(step)));
  const rowsAhead = PLAN.slice(lastDone + 1).map((step, index): TimelineRow => ({
    id: `ahead ${step}`,
    label: label(step === 'checked' && has(withdrawal, 'review') ? 'review' : step, words.stepsAhead),
    state: index === 0 ? 'now' : 'next',
    at: null,
  }));
  return [...pastRows, ...rowsAhead];
}
