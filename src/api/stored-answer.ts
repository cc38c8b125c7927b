/** The headers by which the service worker says that an answer was stored on the device, and why the network gave none. */
import { failure } from '../core/errors';
import type { CallError } from '../core/errors';
import { retryAfterMs } from './answer';

/** Epoch ms at which the answer was live. */
export const SAVED_AT_HEADER = 'x-snapshot-saved-at';
/** The reason: `network`, `timeout`, `portal`, `unfit`, or the status of a failed answer. */
export const NETWORK_FAILURE_HEADER = 'x-snapshot-instead-of';

/** Returns the failure of the network in whose place a stored answer was given; null for a live answer. */
export function networkFailureOf(headers: Headers, nowMs: number): CallError | null {
  if (!headers.has(SAVED_AT_HEADER)) return null;
  const why = headers.get(NETWORK_FAILURE_HEADER);
  if (why === 'timeout') return failure('timeout').error;
  if (why === 'portal') return failure('bad-response', { retryable: true, captivePortal: true }).error;
  if (why === 'unfit') return failure('bad-response', { retryable: true }).error;
  if (why === null || !/^\d{3}$/.test(why)) return failure('network').error;
  const wait = retryAfterMs(headers.get('retry-after'), nowMs);
  const status = Number(why);
  return failure(status >= 500 ? 'bad-response' : 'bad-request', {
    status,
    retryable: true,
    ...(wait !== undefined && { retryAfterMs: wait }),
  }).error;
}
