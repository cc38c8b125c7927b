/** The queue of withdrawals that an admin decides on. Pure: an answer that comes late, twice or incomplete does no harm. */
import type { AdminWithdrawal } from '../../../core/contract/approvals';
import type { CallError } from '../../../core/errors';

export interface Page {
  readonly items: readonly AdminWithdrawal[];
  /** How many persons the admins count as. */
  readonly persons: number;
  readonly next: string | null;
}

export interface Queue {
  /** Oldest first; null until the first answer. */
  readonly pending: readonly AdminWithdrawal[] | null;
  /** More withdrawals wait than one answer holds. */
  readonly isPartial: boolean;
  /** The row that this admin is working on. It must not disappear while somebody presses its buttons. */
  readonly activeId: string | null;
  /** The active row, when another admin decided on it meanwhile. It stays until the admin lets it go. */
  readonly decidedElsewhereId: string | null;
  /** Newest first; null until the first answer. */
  readonly decided: readonly AdminWithdrawal[] | null;
  /** Cursor of the older ones. */
  readonly next: string | null;
  /** How many persons the admins count as; null until the first answer. */
  readonly persons: number | null;
  /** Epoch ms of the last answer. */
  readonly at: number | null;
  /** Why the last try failed. */
  readonly error: CallError | null;
}

export const EMPTY_QUEUE: Queue = {
  pending: null, isPartial: false, activeId: null, decidedElsewhereId: null, decided: null, next: null, persons: null, at: null, error: null,
};

export type QueueEvent =
  | { readonly type: 'waiting'; readonly page: Page; readonly at: number }
  | { readonly type: 'decided'; readonly page: Page }
  | { readonly type: 'older'; readonly cursor: string; readonly page: Page }
  | { readonly type: 'failed'; readonly error: CallError }
  /** The platform's answer to a decision of this admin. */
  | { readonly type: 'answered'; readonly item: AdminWithdrawal }
  | { readonly type: 'hold'; readonly id: string }
  | { readonly type: 'let-go' };

const without = (items: readonly AdminWithdrawal[], id: string) => items.filter(({ withdrawalId }) => withdrawalId !== id);
const hasItem = (items: readonly AdminWithdrawal[], id: string) => items.some(({ withdrawalId }) => withdrawalId === id);

function applyWaiting(queue: Queue, { page, at }: Extract<QueueEvent, { type: 'waiting' }>): Queue {
  const fresh = { ...queue, isPartial: page.next !== null, persons: page.persons, at, error: null };
  const activeRow = queue.pending?.find(({ withdrawalId }) => withdrawalId === queue.activeId);
  if (activeRow === undefined || hasItem(page.items, activeRow.withdrawalId)) return { ...fresh, pending: page.items, decidedElsewhereId: null };
  // The active row keeps its place, because a row that moves under a finger is pressed by mistake.
  const place = Math.min(queue.pending?.indexOf(activeRow) ?? 0, page.items.length);
  return { ...fresh, pending: page.items.toSpliced(place, 0, activeRow), decidedElsewhereId: activeRow.withdrawalId };
}

/** Takes the newest decisions. Older ones that were loaded stay behind them, unless there is a gap between. */
function applyDecided(queue: Queue, page: Page): Queue {
  // An answer without `next` holds all decisions, so it replaces the list.
  const tail = (queue.decided ?? []).filter(({ withdrawalId }) => !hasItem(page.items, withdrawalId));
  const overlaps = tail.length < (queue.decided?.length ?? 0) && page.next !== null;
  return overlaps ? { ...queue, decided: [...page.items, ...tail] } : { ...queue, decided: page.items, next: page.next };
}

function applyAnswer(queue: Queue, item: AdminWithdrawal): Queue {
  const id = item.withdrawalId;
  if (item.state === 'checking') {
    return { ...queue, pending: queue.pending?.map((other) => (other.withdrawalId === id ? item : other)) ?? null };
  }
  return {
    ...queue,
    pending: queue.pending === null ? null : without(queue.pending, id),
    activeId: queue.activeId === id ? null : queue.activeId,
    decidedElsewhereId: queue.decidedElsewhereId === id ? null : queue.decidedElsewhereId,
    decided: [item, ...without(queue.decided ?? [], id)],
  };
}

function letGo(queue: Queue): Queue {
  const { decidedElsewhereId, pending } = queue;
  if (decidedElsewhereId === null) return { ...queue, activeId: null };
  return { ...queue, activeId: null, decidedElsewhereId: null, pending: without(pending ?? [], decidedElsewhereId) };
}

export function queueAfter(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'waiting':
      return applyWaiting(queue, event);
    case 'decided':
      return applyDecided(queue, event.page);
    case 'older': {
      if (event.cursor !== queue.next) return queue;
      const decided = queue.decided ?? [];
      const older = event.page.items.filter(({ withdrawalId }) => !hasItem(decided, withdrawalId));
      return { ...queue, decided: [...decided, ...older], next: event.page.next };
    }
    case 'failed':
      return event.error.code === 'canceled' ? queue : { ...queue, error: event.error };
    case 'answered':
      return applyAnswer(queue, event.item);
    case 'hold':
      return { ...letGo(queue), activeId: event.id };
    case 'let-go':
      return letGo(queue);
  }
}
