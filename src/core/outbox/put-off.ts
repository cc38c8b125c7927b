/**
 * An item that could not be sent waits, longer each time, and those behind it are sent meanwhile. Otherwise a large picture would be
 * uploaded again with every poll, at the player's cost. Pure; the pause is stored with the item, so it holds after a restart and
 * in every tab.
 */
import type { CallError } from '../errors';
import type { OutboxItem, PutOff } from './item';
import type { OutboxKind } from './kind-type';

interface Pauses {
  /** After the first try; it doubles with each. */
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Far below what a timer can wait for, whatever the platform asks for. */
const LONGEST_PAUSE_MS = 60 * 60_000;
const PAUSES_ANSWERED: Pauses = { firstMs: 30_000, longestMs: LONGEST_PAUSE_MS };
/** Urgent items (of a priority below 1) are tried more often. */
const PAUSES_URGENT: Pauses = { firstMs: 10_000, longestMs: 5 * 60_000 };
const PAUSES_LOST_UPLOAD: Pauses = { firstMs: 30_000, longestMs: 10 * 60_000 };
/** An item of this size is an upload. */
const UPLOAD_CHARS = 30_000;
/**
 * While nothing gets through, an item waits this long for each character above the first thousand. So a short item goes out with the
 * connection, in order, and one just below the size of an upload waits five minutes. A weak line may break at each try, and each try costs
 * the player data.
 */
const PAUSE_PER_CHAR_MS = 10;
const FREE_CHARS = 1_000;

/**
 * Says what a failed try had trouble with.
 * - `item`: the platform answered, but did not take this one; the next may fare better.
 * - `connection`: the request or its answer got lost, perhaps because the item is large, or a network's own page came; nothing else is
 *   tried now.
 * - Null: the caller gave up, so there was no trouble, and no pause follows.
 */
export function troubleOf({ code, status, captivePortal }: CallError): 'item' | 'connection' | null {
  if (code === 'canceled') return null;
  return status === undefined || captivePortal === true ? 'connection' : 'item';
}

const wasCutOff = ({ code, status, captivePortal }: CallError): boolean => status === undefined && captivePortal !== true && code !== 'timeout';

const charsOf = ({ body }: OutboxItem): number => JSON.stringify(body).length;
const weightOf = (item: OutboxItem): number => 1 + Math.floor(charsOf(item) / UPLOAD_CHARS);

/** An upload costs a player's data, so its pauses grow with its size. */
export const isUpload = (item: OutboxItem): boolean => weightOf(item) > 1;

/**
 * Returns true if a failure may be about the item alone, so that another call is made to find out: a page came in place of an answer,
 * the connection was cut, or a small item got no answer in time. A firewall may let all other items through.
 */
export function mayBeAboutItem(item: OutboxItem, error: CallError): boolean {
  if (error.captivePortal === true) return true;
  return error.code === 'timeout' ? error.status === undefined && !isUpload(item) : error.code !== 'canceled' && wasCutOff(error);
}

/** Returns true if a small item was cut for the first time. That may be chance, for example while a phone changes its network. */
export function isFirstCut(item: OutboxItem, error: CallError): boolean {
  return wasCutOff(error) && !isUpload(item) && triesOf(item) === 0;
}

/** Takes the place of the status where there is none: scripts can't see a redirect's, and a cut connection has none. */
const STAND_IN_STATUS = 302;

/** Treats a lost request as an answer to its item. The platform answers other calls, so a firewall must be holding back this item. */
export function asAnswerToItem(error: CallError): CallError {
  return { ...error, captivePortal: false, status: error.status ?? STAND_IN_STATUS };
}

/**
 * Returns the item as it is stored after a failed try. `nowMs`: by this device's clock. `isReached`: false where other calls do not get
 * through either.
 * - The platform answered: the item pauses, for a shorter time if it is urgent.
 * - No answer came to a large item: it pauses as `PAUSES_LOST_UPLOAD` says, except after its first cut.
 * - No answer came to a small item, and other calls get through: the try is counted, and no pause follows a first cut (`isFirstCut`).
 * - No answer came to a small item, and nothing gets through: it pauses by its length (`PAUSE_PER_CHAR_MS`). The try is not counted, because
 *   it must not put the item off once there is a connection.
 */
export function putOff(item: OutboxItem, error: CallError, { priority = 1 }: Pick<OutboxKind, 'priority'>, nowMs: number, isReached = true): OutboxItem {
  const weight = weightOf(item);
  if (!isReached && !isUpload(item)) {
    return { ...item, putOff: { tries: triesOf(item), at: nowMs, waitMs: Math.max(0, charsOf(item) - FREE_CHARS) * PAUSE_PER_CHAR_MS } };
  }
  const tries = triesOf(item) + 1;
  const pauses = pausesAfter(error, isUpload(item), priority <= 0);
  if (pauses === null) return { ...item, putOff: { tries, at: nowMs, waitMs: 0 } };
  // The first cut is no fault of an upload, so it goes out with the next connection.
  const countedTries = wasCutOff(error) ? tries - 1 : tries;
  const pauseMs = countedTries === 0 ? 0 : pauses.firstMs * weight * 2 ** Math.min(countedTries - 1, 20);
  return { ...item, putOff: { tries, at: nowMs, waitMs: Math.min(pauses.longestMs, Math.max(pauseMs, error.retryAfterMs ?? 0)) } };
}

function pausesAfter(error: CallError, isUpload: boolean, isUrgent: boolean): Pauses | null {
  if (troubleOf(error) === 'item') return isUrgent ? PAUSES_URGENT : PAUSES_ANSWERED;
  return isUpload ? PAUSES_LOST_UPLOAD : null;
}

/** Returns how long the item still waits, in ms; 0 when it may go out. A phone whose clock was set back tries once more at once. */
export function remainingWaitMs(item: OutboxItem, nowMs: number): number {
  const pause = putOffOf(item);
  if (pause === null || nowMs < pause.at) return 0;
  return Math.max(0, Math.min(LONGEST_PAUSE_MS, pause.waitMs) - (nowMs - pause.at));
}

/** When it is tried again, in epoch ms by this device's clock; null where it was not put off, or may go out now. */
export function nextTryAt(item: OutboxItem, nowMs: number): number | null {
  const leftMs = remainingWaitMs(item, nowMs);
  return item.state === 'waiting' && leftMs > 0 ? nowMs + leftMs : null;
}

const triesOf = (item: OutboxItem): number => putOffOf(item)?.tries ?? 0;

/** The pause of an item; null where there is none, or where another build left something unreadable. */
function putOffOf(item: OutboxItem): PutOff | null {
  const pause: Partial<PutOff> = item.putOff ?? {};
  const { tries = Number.NaN, at = Number.NaN, waitMs = Number.NaN } = pause;
  return [tries, at, waitMs].every(Number.isFinite) ? { tries, at, waitMs } : null;
}
