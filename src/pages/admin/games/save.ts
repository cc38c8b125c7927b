/** Saves an admin's change: at once with a connection, otherwise on the device until the next one. */
import { patchGame, orderGames } from '../../../bridge/actions/admin';
import type { GamePatch } from '../../../bridge/actions/admin';
import { dropFromOutbox, queue } from '../../../bridge/actions/outbox';
import { adminGame, gameOrder } from '../../../core/contract/admin';
import type { AdminGame, GameOrder } from '../../../core/contract/admin';
import type { CallError, Result } from '../../../core/errors';
import type { OutboxItem } from '../../../core/outbox/item';
import { outcomeOf } from '../../../core/outbox/outcome';
import { connectionStore } from '../../../state/connection';
import type { GameEdit } from './edit';

/**
 * `queued`: the change waits on this device. `conflict`: another admin was quicker, and nothing was changed. `full`: the device has no room
 * for it, so it is lost.
 */
export type SaveResult<Saved, Current> =
  | { readonly outcome: 'saved'; readonly saved: Saved | null }
  | { readonly outcome: 'queued' }
  | { readonly outcome: 'full' }
  | { readonly outcome: 'conflict'; readonly current: Current }
  | { readonly outcome: 'refused'; readonly error: CallError };

const isUnreached = (): boolean => connectionStore.getState().reach !== 'online';

type Queued = Awaited<ReturnType<typeof queue>>;

interface Work<Saved, Current> {
  /** The item that is in the outbox already. */
  readonly item: OutboxItem | undefined;
  readonly send: () => Promise<Result<Saved>>;
  readonly keep: () => Promise<Queued>;
  readonly currentOf: (error: CallError) => Current | null;
}

/** Saves over a waiting item by taking its place in the outbox, so that the waiting one never arrives later. */
async function save<Saved, Current>({ item, send, keep, currentOf }: Work<Saved, Current>): Promise<SaveResult<Saved, Current>> {
  if (item?.state !== 'waiting' && !isUnreached()) {
    const result = await send();
    if (result.ok) {
      if (item) await dropFromOutbox(item);
      return { outcome: 'saved', saved: result.data };
    }
    const outcome = outcomeOf(result.error, { onConflict: 'keep' });
    const current = outcome === 'conflict' ? currentOf(result.error) : null;
    if (current !== null) return { outcome: 'conflict', current };
    if (outcome !== 'later') return { outcome: 'refused', error: result.error };
  }
  const result = await keep();
  if (result.outcome === 'queued') return { outcome: 'queued' };
  if (result.outcome === 'sent') return { outcome: 'saved', saved: null };
  return result.outcome === 'refused' ? { outcome: 'refused', error: result.error } : { outcome: 'full' };
}

export function saveEdit(edit: GameEdit, item: OutboxItem | undefined): Promise<SaveResult<AdminGame, AdminGame>> {
  return save({
    item,
    // A cast, because an edit may hold `undefined` where the contract has no member; JSON leaves such a member out.
    send: () => patchGame(edit.gameId, edit.version, edit.patch as GamePatch),
    keep: () => queue('edit-game', { ...edit, base: { ...edit.base }, patch: { ...edit.patch } }),
    currentOf: ({ problem }) => adminGame.safeParse(problem?.current).data ?? null,
  });
}

export function saveOrder(version: number, order: readonly string[], item: OutboxItem | undefined): Promise<SaveResult<GameOrder, GameOrder>> {
  return save({
    item,
    send: () => orderGames(version, order),
    keep: () => queue('order-games', { version, order: [...order] }),
    currentOf: ({ problem }) => gameOrder.safeParse(problem?.current).data ?? null,
  });
}
