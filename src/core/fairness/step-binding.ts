/**
 * Compares the steps of a round with those that this device sent, and the end of an unfinished round with the time for which the rule leaves
 * it alone. Pure.
 */
import { canonicalJson } from '../canonical-json';
import type { RoundAnswer } from '../contract/games';
import type { ActionBody, Intent, IntentOf } from '../intent';
import { OPEN_ROUND_LIFETIME_MS } from '../unfinished-rounds';
import type { BindingBreak } from './binding';

/** The platform's time that this device knew as it sent the bet may be off by so much. */
const CLOCK_SLACK_MS = 10 * 60_000;

export type RoundSteps = Pick<RoundAnswer, 'roundId' | 'state' | 'actions' | 'abandoned' | 'at'>;
type StepBreak = Extract<BindingBreak, 'action' | 'abandoned'>;

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** Checks the answer to the bet that begins a round: nobody has acted in it yet. */
export function breakOfStart({ actions = [], abandoned }: RoundSteps): StepBreak | null {
  return actions.length > 0 ? 'action' : abandoned === true ? 'abandoned' : null;
}

/** Checks the answer to a step: the round has gone on with it, from where the player saw it. */
export function breakOfStep({ step, action, before }: ActionBody, { actions, abandoned }: RoundSteps): StepBreak | null {
  if (abandoned === true) return 'abandoned';
  if (actions === undefined) return null;
  return isSame(actions, [...(before?.actions ?? actions.slice(0, step)), action]) ? null : 'action';
}

/** Lists the steps of a round that this device sent and that were confirmed, the first first. */
export function stepsSent(roundId: string, intents: readonly Intent[]): readonly Pick<ActionBody, 'step' | 'action'>[] {
  const bodies = intents.flatMap((intent) => (intent.kind === 'action' && intent.state === 'confirmed' && intent.body?.roundId === roundId ? [intent.body] : []));
  return bodies.map(({ step, action }) => ({ step, action })).toSorted((a, b) => a.step - b.step);
}

/**
 * Checks a round that the platform lists, or answers beside a refusal: it has every step that was confirmed to this device. `start` is the
 * bet that began it.
 */
export function breakOfConfirmedSteps(round: RoundSteps, start: IntentOf<'round'>, intents: readonly Intent[], now: number | null): StepBreak | null {
  const { actions, state, roundId } = round;
  // Nothing ends in the future.
  const endedAt = Math.min(Date.parse(round.at), now === null ? Infinity : now + CLOCK_SLACK_MS);
  if (round.abandoned === true && endedAt < begunAt(start) + OPEN_ROUND_LIFETIME_MS) return 'abandoned';
  if (actions === undefined) return null;
  // A list of open rounds may be older than the step.
  const isOlder = (step: number) => state === 'open' && step >= actions.length;
  const isOther = stepsSent(roundId, intents).some(({ step, action }) => !isOlder(step) && !isSame(actions[step] ?? null, action));
  return isOther ? 'action' : null;
}

/** Epoch ms by the platform's clock before which the round did not begin, whatever the platform says of it: the bet was first sent after. */
function begunAt({ answer, at, sentAt, sentAtPlatform }: IntentOf<'round'>): number {
  // Of a bet that was sent twice the time of the second is known, and the first may have arrived.
  const madeAt = sentAtPlatform === undefined || sentAt === null ? 0 : sentAtPlatform - (sentAt - at) - CLOCK_SLACK_MS;
  return Math.max(madeAt, answer?.state === 'open' ? Date.parse(answer.at) : 0);
}
