/**
 * Sends the waiting items one after the other. Where the caller gives `putOff`, an item that the platform can't take now is put off,
 * and the next one is tried. The sync worker uses it for the player's items, and the page for those of guests and for sign-outs.
 */
import type { CallError, Result } from '../errors';
import type { OutboxItem } from './item';
import type { OutboxKind } from './kind-type';
import { readItem } from './kinds';
import type { OutboxTable, ReadItem } from './kinds';
import { outcomeOf } from './outcome';
import type { SendOutcome } from './outcome';
import { asAnswerToItem, isFirstCut, mayBeAboutItem, troubleOf } from './put-off';

export interface DrainDeps {
  /** The item that is first in line now, or null. It is asked for before each send, since the player may have chosen anew. */
  readonly next: () => Promise<OutboxItem | null>;
  /** Null: the platform has it already. */
  readonly send: (item: OutboxItem, read: ReadItem) => Promise<Result<unknown> | null>;
  /** Removes a sent item, unless the player has chosen anew. `answer`: the platform's; undefined where it had the item already. */
  readonly settle: (item: OutboxItem, kind: OutboxKind, answer: unknown) => Promise<void>;
  readonly refuse: (item: OutboxItem) => Promise<void>;
  /**
   * Records that the item is not tried again for a while; until then `next` must not return it. Missing: an item that can't be sent now
   * stays first in line, and ends the drain. `isReached`: false where other calls do not get through either.
   */
  readonly putOff?: (item: OutboxItem, error: CallError, kind: OutboxKind, isReached: boolean) => Promise<void>;
  /** Makes another call after an item got no answer of the platform. Where that one is answered, the trouble was with this item alone. */
  readonly isReached?: () => Promise<boolean>;
  /**
   * Checks a success with an empty answer, which may come from a gateway that answers every call so. Makes another call, and returns a
   * failure where that shows no answer of the platform. Missing: the success is believed.
   */
  readonly checkStored?: (read: ReadItem) => Promise<CallError | null>;
  readonly table: OutboxTable;
}

export interface DrainResult {
  readonly sent: readonly OutboxItem[];
  /** The refused items and those in conflict, each with the platform's problem. */
  readonly refused: readonly OutboxItem[];
  /** The reason why items are left; null where none is. */
  readonly stopReason: Extract<SendOutcome, 'later' | 'signed-out'> | null;
}

/** After so many failures in a row we assume that the platform has a problem, and not the items. */
const MAX_FAILURES_IN_A_ROW = 3;

export async function drain({ next, send, settle, refuse, putOff, isReached, checkStored, table }: DrainDeps): Promise<DrainResult> {
  const sent: OutboxItem[] = [];
  const refused: OutboxItem[] = [];
  const triedKeys = new Set<string>();
  let failuresInARow = 0;
  let stopReason: DrainResult['stopReason'] = null;

  async function sendOne(item: OutboxItem, read: ReadItem): Promise<Result<unknown> | null> {
    const result = await send(item, read);
    const error = result?.ok && result.data === undefined ? await checkStored?.(read) : null;
    return error ? { ok: false, error } : result;
  }

  for (let item = await next(); item !== null; item = await next()) {
    const read = readItem(item, table);
    // An item that can't be read stays unsent. One that comes a second time could not be removed from the store; we send it once per drain.
    if (read === null || triedKeys.has(item.key)) return { sent, refused, stopReason: 'later' };
    const { kind } = read;
    triedKeys.add(item.key);
    const result = await sendOne(item, read);
    if (result === null || result.ok) {
      await settle(item, kind, result?.data);
      sent.push(item);
      failuresInARow = 0;
      continue;
    }
    const outcome = outcomeOf(result.error, kind);
    const hasUnclearCause = mayBeAboutItem(item, result.error);
    const isPlatformReached = !hasUnclearCause || (putOff !== undefined && (await isReached?.()) === true);
    const error = hasUnclearCause && isPlatformReached && !isFirstCut(item, result.error) ? asAnswerToItem(result.error) : result.error;
    const trouble = outcome === 'later' && putOff ? troubleOf(error) : null;
    if (putOff && trouble !== null) {
      await putOff(item, error, kind, isPlatformReached);
      stopReason = 'later';
      // Where another call was answered, the trouble is the item's, and says nothing about the platform.
      if (!hasUnclearCause) failuresInARow += 1;
      if (trouble === 'item' && failuresInARow < MAX_FAILURES_IN_A_ROW) continue;
      return { sent, refused, stopReason: 'later' };
    }
    if (outcome === 'later' || outcome === 'signed-out') return { sent, refused, stopReason: outcome };
    const refusedItem: OutboxItem = { ...item, state: outcome, problem: result.error.problem ?? null };
    await refuse(refusedItem);
    if (kind.onRefusal !== 'forget') refused.push(refusedItem);
  }
  return { sent, refused, stopReason };
}
