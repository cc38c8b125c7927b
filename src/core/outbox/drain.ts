/**
 * Sends what waits, one after the other, and goes past what the platform can't take now where `putOff` keeps that it waits. The
 * same for the sync worker, which does it for the player, and for the page, which does it for guests and sign-outs; what is
 * outside is given to it.
 */
import type { CallError, Result } from '../errors';
import type { OutboxItem } from './item';
import type { OutboxKind } from './kind';
import { readItem } from './kinds';
import type { OutboxTable, ReadItem } from './kinds';
import { outcomeOf } from './outcome';
import type { SendOutcome } from './outcome';
import { asAnswerToItem, troubleOf } from './put-off';

export interface DrainDeps {
  /** The item that is first in line now, or null. It is asked for before each send, since the player may have chosen anew. */
  readonly next: () => Promise<OutboxItem | null>;
  /** Null: the platform has it already. */
  readonly send: (item: OutboxItem, read: ReadItem) => Promise<Result<unknown>> | null;
  /** Removes a sent item, unless the player has chosen anew. */
  readonly settle: (item: OutboxItem) => Promise<void>;
  readonly refuse: (item: OutboxItem) => Promise<void>;
  /**
   * Keeps that it is not tried again for a while; `next` must not give it back before. Missing: whatever can't be sent now stays
   * first in line, and ends the drain.
   */
  readonly putOff?: (item: OutboxItem, error: CallError, kind: OutboxKind) => Promise<void>;
  /** Asks the platform something else, where a page came in place of its answer: only then it is known whose page that is. */
  readonly isReached?: () => Promise<boolean>;
  readonly table: OutboxTable;
}

export interface DrainResult {
  readonly sent: readonly OutboxItem[];
  /** Also those in conflict, each with what the platform said. */
  readonly refused: readonly OutboxItem[];
  /** Why something is left, or null when nothing is. */
  readonly stopReason: Extract<SendOutcome, 'later' | 'signed-out'> | null;
}

/** After so many failures in a row the platform is in trouble, not the items. */
const MOST_IN_TROUBLE = 3;

export async function drain({ next, send, settle, refuse, putOff, isReached, table }: DrainDeps): Promise<DrainResult> {
  const sent: OutboxItem[] = [];
  const refused: OutboxItem[] = [];
  const triedKeys = new Set<string>();
  let inTrouble = 0;
  let stopReason: DrainResult['stopReason'] = null;
  for (let item = await next(); item !== null; item = await next()) {
    const read = readItem(item, table);
    // One that can't be read is not sent, and stays. One that was seen before could not be taken out of the store: once per drain is enough.
    if (read === null || triedKeys.has(item.key)) return { sent, refused, stopReason: 'later' };
    const { kind } = read;
    triedKeys.add(item.key);
    const result = await send(item, read);
    if (result === null || result.ok) {
      await settle(item);
      sent.push(item);
      inTrouble = 0;
      continue;
    }
    const outcome = outcomeOf(result.error, kind);
    const isOfItem = putOff && result.error.captivePortal === true && (await isReached?.()) === true;
    const error = isOfItem ? asAnswerToItem(result.error) : result.error;
    const trouble = outcome === 'later' && putOff ? troubleOf(error) : null;
    if (putOff && trouble !== null) {
      await putOff(item, error, kind);
      stopReason = 'later';
      inTrouble += 1;
      if (trouble === 'item' && inTrouble < MOST_IN_TROUBLE) continue;
    }
    if (outcome === 'later' || outcome === 'signed-out') return { sent, refused, stopReason: outcome };
    const refusedItem: OutboxItem = { ...item, state: outcome, problem: result.error.problem ?? null };
    if (kind.onRefusal === 'forget') await settle(item);
    else {
      await refuse(refusedItem);
      refused.push(refusedItem);
    }
  }
  return { sent, refused, stopReason };
}
