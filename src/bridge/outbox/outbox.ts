/** The page's side of the outbox: brings the stored items into the store, and tells the player what became of them. */
import { detailsConflict } from '../../core/details-conflict';
import type { OutboxItem } from '../../core/outbox/item';
import { isQuiet, outboxWords, PLACE_OF_KIND } from '../../core/outbox/words';
import type { Database } from '../../data/database';
import { moveOldChoices } from '../../data/old-choices';
import { addToOutbox, outboxOf, readOutbox } from '../../data/outbox';
import type { OutboxReading } from '../../data/outbox';
import { ensureFence } from '../../data/fence';
import { appStore } from '../../state/app';
import { notify } from '../../state/notifications';
import { outboxStore, showOutbox } from '../../state/outbox';
import { localEntries, readSessionEntries } from '../../state/local-entries';
import type { WorkerEvent } from '../../worker/contract';
import type { Sync } from '../figures/sync';
import { bindingItems } from '../session/binding-items';
import { currentIds } from '../session/ids';
import { readCopies, writeCopies } from './binding-copies';

/** A change that waited longer than this is worth a notice; one that went out at once is not. */
const WAITED_MS = 10_000;

/** Whether the open page shows the refusal itself. */
function isShownByPage({ kind }: OutboxItem): boolean {
  const place = PLACE_OF_KIND[kind];
  return place !== undefined && 'location' in globalThis && place === location.pathname;
}

type OutboxEvent = Extract<WorkerEvent, { type: 'outbox' }>;

interface OutboxDeps {
  readonly database: Database;
  readonly sync: Sync;
}

export interface Outbox {
  /** Reads what waits. Never shows one player's to the next. */
  readonly read: () => Promise<void>;
  /** The sync worker sent something, or another tab changed what waits. */
  readonly applyEvent: (event: OutboxEvent) => Promise<void>;
  /** Moves the choices that a build before the outbox left waiting into the outbox, and sends them. */
  readonly sendOldChoices: (userId: string) => Promise<void>;
}

/** Those that the database does not have, although the platform has not taken them and nothing has taken their place. */
function lostItems({ items, takenKeys }: OutboxReading, copies: readonly OutboxItem[]): readonly OutboxItem[] {
  const byKey = new Map(copies.map((copy) => [copy.key, copy]));
  return [...byKey.values()].filter(({ key, slot }) => !takenKeys.includes(key) && items.every((item) => item.key !== key && item.slot !== slot));
}

export function createOutbox({ database, sync }: OutboxDeps): Outbox {
  /** The sync worker of this page has brought these to the platform. */
  const sentKeys = new Set<string>();

  async function read(): Promise<void> {
    const ids = currentIds();
    if (!ids) return;
    const { userId } = ids;
    const isCurrent = () => currentIds()?.userId === userId;
    const reading = await readOutbox(database, userId);
    if (!isCurrent()) return;
    if (reading === null) {
      showUnstored();
      return;
    }
    const copies = [...readCopies(userId), ...bindingItems(outboxStore.getState())].filter(({ key }) => !sentKeys.has(key));
    const lost = lostItems(reading, copies);
    const items = lost.length === 0 ? reading.items : await putBack(userId, lost, isCurrent);
    if (!isCurrent()) return;
    showOutbox(items);
    // A player who is leaving, or whom another tab has signed out, leaves no copy behind.
    if (readSessionEntries(localEntries())?.userId === userId) writeCopies(userId, bindingItems({ items }));
  }

  /** What binds goes on to bind on the open page while this browser keeps nothing, and is put back when it does again. */
  function showUnstored(): void {
    const items = bindingItems(outboxStore.getState());
    showOutbox(appStore.getState().storage === 'memory' ? items : []);
  }

  /**
   * Puts back, with their keys, binding items that the browser has thrown away with the database: the platform may have them already, and
   * takes none twice. Answers what waits then.
   */
  async function putBack(userId: string, lost: readonly OutboxItem[], isCurrent: () => boolean): Promise<readonly OutboxItem[]> {
    await ensureFence(database, userId, isCurrent);
    for (const { kind, body, key, at } of lost) if (isCurrent()) await addToOutbox(database, { userId, kind, body, key, at });
    void sync.drainNow();
    return outboxOf(database, userId);
  }

  async function applyEvent({ sent, refused }: OutboxEvent): Promise<void> {
    for (const { key } of sent) sentKeys.add(key);
    await read();
    const delayedItems = sent.filter((item) => Date.now() - item.at >= WAITED_MS && !isQuiet(item));
    const isWritten = delayedItems.every(({ kind }) => kind.startsWith('send-'));
    if (delayedItems.length > 0) notify({ kind: 'success', text: isWritten ? outboxWords.written : outboxWords.sent(delayedItems.length) });
    for (const item of refused) {
      // A conflict about other fields is settled without the player (`figures/details.ts`), and what the open page shows needs no notice.
      const isSettled = detailsConflict(item)?.contestedMembers.length === 0;
      if (isSettled || isShownByPage(item)) continue;
      notify({ kind: 'error', text: item.state === 'conflict' ? outboxWords.conflict : outboxWords.refused(item) });
    }
  }

  async function sendOldChoices(userId: string): Promise<void> {
    if (await moveOldChoices(database, userId)) await sync.drainNow();
  }

  return { read, applyEvent, sendOldChoices };
}
