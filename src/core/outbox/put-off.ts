/**
 * An item that could not be taken waits by itself, longer each time, and what is behind it goes out meanwhile: a picture is not
 * uploaded with every poll on the player's data. Pure; kept with the item, so that it holds over restarts and in every tab.
 */
import type { CallError } from '../errors';
import type { OutboxItem, PutOff } from './item';
import type { OutboxKind } from './kind';

interface Pauses {
  /** After the first try; it doubles with each. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Far below what a timer can wait for, whatever the platform asks for. */
const LONGEST_PAUSE_MS = 60 * 60_000;
const PAUSES_ANSWERED: Pauses = { firstMs: 30_000, longestMs: LONGEST_PAUSE_MS };
/** Items that protect a player are tried more often. */
const PAUSES_URGENT: Pauses = { firstMs: 10_000, longestMs: 5 * 60_000 };
/** Where no answer came, the connection may have been the reason, which may be back at any time. */
const PAUSES_LATE: Pauses = { firstMs: 10_000, longestMs: 60_000 };
const PAUSES_LOST_UPLOAD: Pauses = { firstMs: 30_000, longestMs: 10 * 60_000 };
/** An item so long costs a player's data, and its pauses are as much longer as it is. */
const UPLOAD_CHARS = 30_000;

/**
 * Says what a failed try had trouble with. `item`: the platform answered, but refused this one; the next may fare better. `line`:
 * the request or its answer got lost, perhaps because the item is large; nothing else is tried now. Null: the failure says
 * nothing about the item (no connection, a network that wants a sign-in, a token that ran out).
 */
export function troubleOf({ code, status, captivePortal, retryable, problem }: CallError): 'item' | 'line' | null {
  if (captivePortal === true || code === 'canceled') return null;
  if (status === undefined) return 'line';
  return retryable || problem?.code === 'key-running' ? 'item' : null;
}

/**
 * `item` as it is kept after a try that failed for such a reason. A small one whose connection was cut stays as it is: it goes out
 * with the next connection. `nowMs`: by this device's clock.
 */
export function putOff(item: OutboxItem, error: CallError, { priority = 1 }: Pick<OutboxKind, 'priority'>, nowMs: number): OutboxItem {
  const weight = 1 + Math.floor(JSON.stringify(item.body).length / UPLOAD_CHARS);
  const pauses = pausesAfter(error, weight > 1, priority <= 0);
  if (pauses === null) return item;
  const tries = (putOffOf(item)?.tries ?? 0) + 1;
  // The first cut is no fault of an upload: it goes out with the next connection, too.
  const countedTries = error.code === 'timeout' || error.status !== undefined ? tries : tries - 1;
  const pauseMs = countedTries === 0 ? 0 : pauses.firstMs * weight * 2 ** Math.min(countedTries - 1, 20);
  return { ...item, putOff: { tries, at: nowMs, waitMs: Math.min(pauses.longestMs, Math.max(pauseMs, error.retryAfterMs ?? 0)) } };
}

function pausesAfter({ status, code }: CallError, isUpload: boolean, isUrgent: boolean): Pauses | null {
  if (status !== undefined) return isUrgent ? PAUSES_URGENT : PAUSES_ANSWERED;
  if (isUpload) return PAUSES_LOST_UPLOAD;
  return code === 'timeout' ? PAUSES_LATE : null;
}

/** How long the item still waits, in ms; 0 when it may go out. A phone whose clock was set back tries once more at once. */
export function leftToWaitMs(item: OutboxItem, nowMs: number): number {
  const pause = putOffOf(item);
  if (pause === null || nowMs < pause.at) return 0;
  return Math.max(0, Math.min(LONGEST_PAUSE_MS, pause.waitMs) - (nowMs - pause.at));
}

/** Records that other builds may have left there count as none. */
function putOffOf(item: OutboxItem): PutOff | null {
  const pause: Partial<PutOff> = item.putOff ?? {};
  const { tries = Number.NaN, at = Number.NaN, waitMs = Number.NaN } = pause;
  return [tries, at, waitMs].every(Number.isFinite) ? { tries, at, waitMs } : null;
}
