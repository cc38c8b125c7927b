/** The page's side of the outbox: brings the stored items into the store, and tells the player what became of them. */
import { detailsConflict } from '../../core/details-conflict';
import type { OutboxItem } from '../../core/outbox/item';
import { isQuiet, outboxWords, PLACE_OF_KIND } from '../../core/outbox/words';
import type { Database } from '../../data/database';
import { moveOldChoices } from '../../data/old-choices';
import { outboxOf } from '../../data/outbox';
import { notify } from '../../state/notifications';
import { showOutbox } from '../../state/outbox';
import type { WorkerEvent } from '../../worker/contract';
import type { Sync } from '../figures/sync';
import { currentIds } from '../session/ids';

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

export function createOutbox({ database, sync }: OutboxDeps): Outbox {
  async function read(): Promise<void> {
    const ids = currentIds();
    if (!ids) return;
    const items = await outboxOf(database, ids.userId);
    if (currentIds()?.userId === ids.userId) showOutbox(items);
  }

  async function applyEvent({ sent, refused }: OutboxEvent): Promise<void> {
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
