/** The page's side of the outbox: brings the stored items into the store, and tells the player what became of them. */
import { detailsConflict } from '../../core/details-conflict';
import type { OutboxItem } from '../../core/outbox/item';
import { PLAYER_KINDS } from '../../core/outbox/kinds';
import { isQuiet } from '../../core/outbox/queue';
import { outboxWords, PAGE_OF_KIND } from '../../core/outbox/words';
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
import type { SyncClient } from '../figures/sync-client';
import { bindingItems } from '../session/binding-items';
import { currentIds } from '../session/ids';
import { readCopies, writeCopies } from './binding-copies';

/** A change that waited longer than this gets a notice when it is sent. One that went out at once needs none. */
const NOTICE_AFTER_MS = 10_000;

/** Returns true if the open page shows the refusal itself. */
function isShownByPage({ kind }: OutboxItem): boolean {
  const path = PAGE_OF_KIND[kind];
  return path !== undefined && 'location' in globalThis && path === location.pathname;
}

type OutboxEvent = Extract<WorkerEvent, { type: 'outbox' }>;

interface OutboxDeps {
  readonly database: Database;
  readonly sync: SyncClient;
}

export interface Outbox {
  /** Brings the stored items of the signed-in player into the store, and never those of another player. */
  readonly read: () => Promise<void>;
  /** Handles that the sync worker sent something, or that another tab changed the outbox. */
  readonly applyEvent: (event: OutboxEvent) => Promise<void>;
  /** Moves the choices that a build without an outbox left behind into the outbox, and sends them. */
  readonly sendOldChoices: (userId: string) => Promise<void>;
}

/** Finds the copies of items that the database has lost: the platform has not taken them, and nothing has replaced them. */
function findLostItems({ items, takenKeys }: OutboxReading, copies: readonly OutboxItem[]): readonly OutboxItem[] {
  const byKey = new Map(copies.map((copy) => [copy.key, copy]));
  return [...byKey.values()].filter(({ key, slot }) => !takenKeys.includes(key) && items.every((item) => item.key !== key && item.slot !== slot));
}

export function createOutbox({ database, sync }: OutboxDeps): Outbox {
  /** The keys of the items that this page's sync worker has sent. */
  const sentKeys = new Set<string>();

  async function read(): Promise<void> {
    const ids = currentIds();
    if (!ids) return;
    const { userId } = ids;
    const isCurrent = () => currentIds()?.userId === userId;
    const reading = await readOutbox(database, userId);
    if (!isCurrent()) return;
    if (reading === null) {
      showBindingItemsOnly();
      return;
    }
    const copies = [...readCopies(userId), ...bindingItems(outboxStore.getState())].filter(({ key }) => !sentKeys.has(key));
    const lostItems = findLostItems(reading, copies);
    const items = lostItems.length === 0 ? reading.items : await putBack(userId, lostItems, isCurrent);
    if (!isCurrent()) return;
    showOutbox(items);
    // A player who is signing out, or whom another tab has signed out, leaves no copies behind.
    if (readSessionEntries(localEntries())?.userId === userId) writeCopies(userId, bindingItems({ items }));
  }

  /**
   * Keeps binding items on the open page while this browser stores nothing, because they go on to bind. They are put back when
   * it stores again.
   */
  function showBindingItemsOnly(): void {
    const items = bindingItems(outboxStore.getState());
    showOutbox(appStore.getState().storage === 'memory' ? items : []);
  }

  /**
   * Puts binding items back that the browser has deleted with the database, and returns all items. They keep their keys, because
   * the platform may have them already, and takes no key twice.
   */
  async function putBack(userId: string, lostItems: readonly OutboxItem[], isCurrent: () => boolean): Promise<readonly OutboxItem[]> {
    await ensureFence(database, userId, isCurrent);
    for (const { kind, body, key, at } of lostItems) if (isCurrent()) await addToOutbox(database, { userId, kind, body, key, at });
    void sync.drainNow();
    return outboxOf(database, userId);
  }

  async function applyEvent({ sent, refused }: OutboxEvent): Promise<void> {
    for (const { key } of sent) sentKeys.add(key);
    await read();
    const delayedItems = sent.filter((item) => Date.now() - item.at >= NOTICE_AFTER_MS && !isQuiet(item, PLAYER_KINDS));
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
