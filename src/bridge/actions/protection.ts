/**
 * The player's requests for their own protection. A stricter one is stored on this device first, applies here at once and is
 * sent as soon as there is a connection. One that would loosen it needs a connection now.
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

const { load, keepAnswer } = protectionOf(bridge);

/** Calls while one is under way share its answer. */
export const loadProtection = load;

async function applyAnswer(answer: Answer): Answer {
  const result = await answer;
  if (result.ok) await keepAnswer(result.data);
  return result;
}

/** Sets a limit now. A lower one holds as soon as the platform answers; a higher one, or none, waits 24 hours. */
export function setLimit({ kind, period, amount }: LimitWish): Answer {
  const body = { amount, currency: 'NGN' } as const;
  return applyAnswer(callAsPlayer(calls.setLimit, ({ userId }) => ({ params: { userId, kind, period }, body, key: newKey() })));
}

/** Queues a lower limit, which holds on this device from now on. */
export function lowerLimitLater({ kind, period, amount }: LimitWish & { readonly amount: number }): Promise<QueueResult> {
  return queue('lower-limit', { kind, period, amount });
}

/** Confirms a higher limit when its 24 hours are over. */
export function confirmLimit({ kind, period, amount }: LimitWish): Answer {
  const body = { amount, currency: 'NGN' } as const;
  return applyAnswer(callAsPlayer(calls.confirmLimit, ({ userId }) => ({ params: { userId, kind, period }, body })));
}

export function dropPendingLimit({ kind, period }: Omit<LimitWish, 'amount'>): Answer {
  return applyAnswer(callAsPlayer(calls.dropPendingLimit, ({ userId }) => ({ params: { userId, kind, period } })));
}

export function setRealityCheck(minutes: RealityCheckMinutes): Answer {
  return applyAnswer(callAsPlayer(calls.setRealityCheck, ({ userId }) => ({ params: { userId }, body: { minutes } })));
}

export function acknowledgeRealityCheck(): Answer {
  return applyAnswer(callAsPlayer(calls.acknowledgeRealityCheck, ({ userId }) => ({ params: { userId } })));
}

/** Records that the player has answered the offer to set limits. */
export function answerLimitsOffer(): Answer {
  return applyAnswer(callAsPlayer(calls.answerLimitsOffer, ({ userId }) => ({ params: { userId } })));
}

/** Queues a break or an exclusion, which holds on this device from now on and is sent before everything else that waits. */
export function takeBreak(length: ExclusionLength): Promise<QueueResult> {
  return queue('exclude', { length });
}
