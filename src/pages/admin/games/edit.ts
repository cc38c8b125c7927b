/** An admin's change of a game. It may wait for a connection and meet changes of other admins. Pure. */
import { adminGame } from '../../../core/contract/admin';
import type { AdminGame } from '../../../core/contract/admin';
import { gameEdit } from '../../../core/outbox/game-edits';
import type { OutboxItem } from '../../../core/outbox/item';

export const MEMBERS = ['name', 'categories', 'contribution', 'minStake', 'maxStake', 'newFrom', 'hiddenUntil', 'enabled'] as const;
export type Member = (typeof MEMBERS)[number];
export type SomeGame = { readonly [M in Member]?: AdminGame[M] | undefined };

/** The members that the admin changed, with their old and new values; others are left out. */
export interface GameEdit {
  readonly gameId: string;
  /** The name of the game, for the list of waiting changes. */
  readonly name: string;
  /** The version that the admin saw. */
  readonly version: number;
  readonly base: SomeGame;
  readonly patch: SomeGame;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const pick = (from: SomeGame, members: readonly Member[]): SomeGame => Object.fromEntries(members.map((member) => [member, from[member]]));

/** The edit that brings `game` to `changes`. It is null where nothing changes; other members stay as they are. */
export function editOf(game: AdminGame, changes: SomeGame): GameEdit | null {
  const changedMembers = MEMBERS.filter((member) => changes[member] !== undefined && !isSame(changes[member], game[member]));
  if (changedMembers.length === 0) return null;
  const { gameId, name, version } = game;
  return { gameId, name, version, base: pick(game, changedMembers), patch: pick(changes, changedMembers) };
}

/** The game as the admin wants it. */
export function withEdit(game: AdminGame, edit: GameEdit | null): AdminGame {
  const values = Object.entries(edit?.patch ?? {}).filter(([, value]) => value !== undefined);
  return { ...game, ...Object.fromEntries(values) };
}

/** The members that both sides changed differently. Only these need the admin's choice. */
export function contestedMembers({ base, patch }: GameEdit, current: AdminGame): readonly Member[] {
  return MEMBERS.filter(
    (member) => patch[member] !== undefined && !isSame(current[member], base[member]) && !isSame(current[member], patch[member]),
  );
}

export const slotOf = (gameId: string): string => `game:${gameId}`;

/** Reads the edit of an outbox item; null for one of another kind, or that this build can't read. */
export function editIn({ kind, body }: Pick<OutboxItem, 'kind' | 'body'>): GameEdit | null {
  const parsed = kind === 'edit-game' ? gameEdit.safeParse(body) : null;
  return parsed?.success ? parsed.data : null;
}

/**
 * Lets a change take the place of a waiting one. It starts from the version that the waiting one started from, so that changes of others
 * since then are a conflict and not overwritten.
 */
export function followOn(edit: GameEdit, item: OutboxItem | undefined): GameEdit {
  const before = item?.state === 'waiting' ? editIn(item) : null;
  if (before === null) return edit;
  const overlap = MEMBERS.filter((member) => member in before.base && member in edit.patch);
  return { ...edit, version: before.version, base: { ...edit.base, ...pick(before.base, overlap) } };
}

/** The platform wants the password before it takes this change. The change is kept meanwhile. */
export function needsPassword(item: OutboxItem | undefined): boolean {
  return item?.state === 'refused' && item.problem?.code === 'password-needed';
}

export interface EditConflict {
  readonly edit: GameEdit;
  /** The platform's game when it refused. */
  readonly current: AdminGame;
}

/** Null for an item that is no edit in conflict. */
export function conflictIn(item: OutboxItem): EditConflict | null {
  const edit = item.state === 'conflict' ? editIn(item) : null;
  const current = adminGame.safeParse(item.problem?.current);
  return edit !== null && current.success ? { edit, current: current.data } : null;
}
