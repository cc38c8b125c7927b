/** What the tab's own address says: which player is open, and which part of the page. Pure. */
import type { PlayerPart } from '../../../core/contract/desk-players';

const ID = /^[0-9A-Za-z_-]{1,64}$/;

export interface OpenPlayer {
  readonly playerId: string;
  readonly part: PlayerPart | null;
}

/** Null: nobody is open, and the search is shown. */
export function openPlayerOf(search: URLSearchParams, parts: readonly PlayerPart[]): OpenPlayer | null {
  const playerId = search.get('player') ?? '';
  if (!ID.test(playerId)) return null;
  return { playerId, part: parts.find((part) => part === search.get('part')) ?? null };
}

export const SEARCH_ADDRESS = '/admin?tab=players';

export const addressOfPlayer = (playerId: string, part?: PlayerPart): string =>
  `${SEARCH_ADDRESS}&player=${encodeURIComponent(playerId)}${part === undefined ? '' : `&part=${part}`}`;
