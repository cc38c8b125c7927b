/**
 * The player's requests for their own protection. A stricter one is written down on this device first, holds here at once and is
 * sent as soon as there is a connection. One that would loosen it is asked of the platform, now or not at all.
 */
import * as calls from '../../core/contract/protection';
import type { Protection } from '../../core/contract/protection';
import type { Result } from '../../core/errors';
import type { ExclusionLength, LimitKind, LimitPeriod, RealityCheckMinutes } from '../../core/protection';
import { newKey } from '../page/key';
import { bridge, callAsPlayer } from '../index';
import { protectionOf } from '../protection/protection';
import { queue } from './outbox';
import type { QueueResult } from './outbox';

export { changeProtection } from '../../state/protection';

export interface LimitWish {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Decimal naira; null = no limit. */
  readonly amount: number | null;
}

type Answer = Promise<Result<Protection>>;

const { load, takeIn } = protectionOf(bridge);

/** Whoever asks while it is being asked for waits for the same answer. */
export const loadProtection = load;

async function takeAnswer(answer: Answer): Answer {
  const result = await answer;
  if (result.ok) await takeIn(result.data);
  return result;
}

/** A limit, now: lower holds with the answer, higher or none waits 24 hours. */
export function setLimit({ kind, period, amount }: LimitWish): Answer {
  const body = { amount, currency: 'NGN' } as const;
  return takeAnswer(callAsPlayer(calls.setLimit, ({ userId }) => ({ params: { userId, kind, period }, body, key: newKey() })));
}

/** A lower limit that waits for a connection, and holds here from now on. */
export function lowerLimitLater({ kind, period, amount }: LimitWish & { readonly amount: number }): Promise<QueueResult> {
  return queue('lower-limit', { kind, period, amount });
}

/** The second yes to a higher limit. */
export function confirmLimit({ kind, period, amount }: LimitWish): Answer {
  const body = { amount, currency: 'NGN' } as const;
  return takeAnswer(callAsPlayer(calls.confirmLimit, ({ userId }) => ({ params: { userId, kind, period }, body })));
}

export function dropPendingLimit({ kind, period }: Omit<LimitWish, 'amount'>): Answer {
  return takeAnswer(callAsPlayer(calls.dropPendingLimit, ({ userId }) => ({ params: { userId, kind, period } })));
}

export function setRealityCheck(minutes: RealityCheckMinutes): Answer {
  return takeAnswer(callAsPlayer(calls.setRealityCheck, ({ userId }) => ({ params: { userId }, body: { minutes } })));
}

export function acknowledgeRealityCheck(): Answer {
  return takeAnswer(callAsPlayer(calls.acknowledgeRealityCheck, ({ userId }) => ({ params: { userId } })));
}

/** Asked about limits, and answered. */
export function answerLimitsOffer(): Answer {
  return takeAnswer(callAsPlayer(calls.answerLimitsOffer, ({ userId }) => ({ params: { userId } })));
}

/** A break or an exclusion: holds here from now on, and goes out before everything else that waits. */
export function takeBreak(length: ExclusionLength): Promise<QueueResult> {
  return queue('exclude', { length });
}
