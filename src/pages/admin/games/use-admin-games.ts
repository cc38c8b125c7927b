import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { loadAdminGames, storedAdminGames } from '../../../bridge/actions/admin';
import { dropFromOutbox, queue } from '../../../bridge/actions/outbox';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import type { AdminGame, AdminGames } from '../../../core/contract/admin';
import { gameOrder } from '../../../core/outbox/game-edits';
import type { OutboxItem } from '../../../core/outbox/item';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import type { SnapshotState } from '../../shared/answers/use-snapshot';
import { conflictIn, contestedMembers, editIn, editOf, slotOf, withEdit } from './edit';
import { fitOrder } from './order';

/** A game as the admin wants it, together with the platform's version. */
export interface ListedGame {
  /** The game as it is shown, including the change that waits on this device. */
  readonly game: AdminGame;
  /** The game as the platform last said. */
  readonly base: AdminGame;
  /** The outbox item of this game. */
  readonly item: OutboxItem | undefined;
}

export interface ListedGames extends SnapshotState<AdminGames> {
  /** The games in the order that the admin wants; null until the first list came. */
  readonly games: readonly ListedGame[] | null;
  /** The version that a new order starts from. With a waiting order it is the version that one started from. */
  readonly orderVersion: number;
  /** The outbox item of the order. */
  readonly orderItem: OutboxItem | undefined;
  /** Puts the platform's answer to a change in place of the game, until the list is loaded again. */
  readonly replace: (game: AdminGame) => void;
}

const ORDER_SLOT = 'order-games';
const isOurs = ({ kind }: OutboxItem): boolean => kind === 'edit-game' || kind === 'order-games';

function listedGames(data: AdminGames, items: readonly OutboxItem[], newerGames: ReadonlyMap<string, AdminGame>): readonly ListedGame[] {
  const games = data.items.map((game) => {
    const newer = newerGames.get(game.gameId);
    const base = newer !== undefined && newer.version > game.version ? newer : game;
    const item = items.findLast(({ slot }) => slot === slotOf(base.gameId));
    return { base, item, game: withEdit(base, item ? editIn(item) : null) };
  });
  const orderEdit = items.findLast(({ slot }) => slot === ORDER_SLOT);
  const parsed = orderEdit ? gameOrder.safeParse(orderEdit.body) : null;
  if (!parsed?.success) return games;
  const order = fitOrder(parsed.data.order, games.map(({ base }) => base.gameId));
  return games.toSorted((a, b) => order.indexOf(a.base.gameId) - order.indexOf(b.base.gameId));
}

/** Sends a change again that met a change of other members. Nobody has to choose. */
async function settle(item: OutboxItem): Promise<void> {
  const conflict = conflictIn(item);
  if (conflict === null || contestedMembers(conflict.edit, conflict.current).length > 0) return;
  const rebased = editOf(conflict.current, conflict.edit.patch);
  if (rebased === null) await dropFromOutbox(item);
  else await queue('edit-game', { ...rebased, base: { ...rebased.base }, patch: { ...rebased.patch } });
}

/** The list of all games: first the device's copy, then the platform's answer, each with the waiting changes applied. */
export function useAdminGames(): ListedGames {
  const snapshot = useSnapshot(storedAdminGames, loadAdminGames);
  const all = useOutbox(({ items }) => items);
  const items = useMemo(() => all.filter(isOurs), [all]);
  const [newerGames, setNewerGames] = useState<ReadonlyMap<string, AdminGame>>(new Map());

  const queuedCount = items.length;
  const before = useRef(queuedCount);
  const reload = useEffectEvent(snapshot.reload);
  useEffect(() => {
    // A waiting change arrived or was taken back.
    if (queuedCount < before.current) reload();
    before.current = queuedCount;
  }, [queuedCount]);
  useEffect(() => {
    for (const item of items) void settle(item);
  }, [items]);

  const { data } = snapshot;
  const games = useMemo(() => (data === null ? null : listedGames(data, items, newerGames)), [data, items, newerGames]);
  const replace = (game: AdminGame) => setNewerGames((before) => new Map(before).set(game.gameId, game));
  const orderItem = items.findLast(({ slot }) => slot === ORDER_SLOT);
  const waiting = orderItem?.state === 'waiting' ? gameOrder.safeParse(orderItem.body) : null;
  const orderVersion = waiting?.success ? waiting.data.version : (data?.orderVersion ?? 0);
  return { ...snapshot, games, orderItem, orderVersion, replace };
}
