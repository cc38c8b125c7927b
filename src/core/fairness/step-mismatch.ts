/**
 * Compares the steps of a round with those that this device sent. It also checks that a round which the rule for unfinished rounds ended was
 * left open as long as the rule says. Pure. Each function returns null where nothing is wrong.
 */
import { canonicalJson } from '../canonical-json';
import type { RoundAnswer } from '../contract/games';
import type { ActionBody, Intent, IntentOf } from '../intent';
import { OPEN_ROUND_LIFETIME_MS } from '../unfinished-rounds';
import type { BetMismatch } from './bet-mismatch';

/** The device's estimate of the platform's time, when it sent the bet, may be wrong by this much. */
const CLOCK_SLACK_MS = 10 * 60_000;

export type RoundSteps = Pick<RoundAnswer, 'roundId' | 'state' | 'actions' | 'abandoned' | 'at'>;
type StepMismatch = Extract<BetMismatch, 'action' | 'abandoned'>;

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** Checks the answer to a bet that begins a round, in which nobody can have acted yet. */
export function mismatchOfStart({ actions = [], abandoned }: RoundSteps): StepMismatch | null {
  return actions.length > 0 ? 'action' : abandoned === true ? 'abandoned' : null;
}

/** Checks the answer to a step: the round must have gone on with this step, from where the player saw it. */
export function mismatchOfStep({ step, action, before }: ActionBody, { actions, abandoned }: RoundSteps): StepMismatch | null {
  if (abandoned === true) return 'abandoned';
  if (actions === undefined) return null;
  return isSame(actions, [...(before?.actions ?? actions.slice(0, step)), action]) ? null : 'action';
}

/** Lists the confirmed steps of a round that this device sent, in their order. */
export function listConfirmedSteps(roundId: string, intents: readonly Intent[]): readonly Pick<ActionBody, 'step' | 'action'>[] {
  const bodies = intents.flatMap((intent) => (intent.kind === 'action' && intent.state === 'confirmed' && intent.body?.roundId === roundId ? [intent.body] : []));
  return bodies.map(({ step, action }) => ({ step, action })).toSorted((a, b) => a.step - b.step);
}

/**
 * Checks a round that the platform lists, or sends with a refusal: it must have every step that was confirmed to this device. `start` is the
 * bet that began it.
 */
export function mismatchOfConfirmedSteps(round: RoundSteps, start: IntentOf<'round'>, intents: readonly Intent[], now: number | null): StepMismatch | null {
  const { actions, state, roundId } = round;
  // A time in the future is not believed, because a late end would hide that the round was ended too early.
  const endedAt = Math.min(Date.parse(round.at), now === null ? Infinity : now + CLOCK_SLACK_MS);
  if (round.abandoned === true && endedAt < earliestStart(start) + OPEN_ROUND_LIFETIME_MS) return 'abandoned';
  if (actions === undefined) return null;
  // A list of open rounds may have been made before the step was taken.
  const mayBeMissing = (step: number) => state === 'open' && step >= actions.length;
  const isOther = listConfirmedSteps(roundId, intents).some(({ step, action }) => !mayBeMissing(step) && !isSame(actions[step] ?? null, action));
  return isOther ? 'action' : null;
}

/**
 * Returns a time (epoch ms by the platform's clock) before which the round can't have begun, because its bet was not sent yet. It does not rest
 * on what the platform says about the round.
 */
function earliestStart({ answer, at, sentAt, sentAtPlatform }: IntentOf<'round'>): number {
  // For a bet that was sent twice only the time of the second try is known, but the first may have arrived; so we count back to `at`.
  const madeAt = sentAtPlatform === undefined || sentAt === null ? 0 : sentAtPlatform - (sentAt - at) - CLOCK_SLACK_MS;
  return Math.max(madeAt, answer?.state === 'open' ? Date.parse(answer.at) : 0);
}
