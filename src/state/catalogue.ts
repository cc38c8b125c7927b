/** The games of the lobby, and what the platform behind `/api` can do (`apply-catalogue.ts` writes it). It is public, so it outlives a sign-out. */
import { createStore } from 'zustand/vanilla';
import type { Game } from '../core/contract/games';
import type { Capability, HostConfig } from '../core/contract/platform';
import type { CallError } from '../core/errors';

export interface CatalogueState {
  /** In the order of the lobby; null while none are known. */
  readonly games: readonly Game[] | null;
  readonly source: 'live' | 'dated' | 'unknown';
  /** Epoch ms. */
  readonly savedAt: number | null;
  /** Why the last load failed; null after one that did not. */
  readonly error: CallError | null;
}

export const NO_GAMES: CatalogueState = { games: null, source: 'unknown', savedAt: null, error: null };

export const catalogueStore = createStore<CatalogueState>()(() => NO_GAMES);

/** The games that the build drew the document from. React compares the document with them, even if newer ones have come by then. */
export const prerenderedCatalogueStore = createStore<CatalogueState>()(() => NO_GAMES);

/** Shows the games that the build drew the document from, until the device or the platform has a newer list. */
export function showPrerenderedGames(games: readonly Game[]): void {
  prerenderedCatalogueStore.setState({ games });
  if (catalogueStore.getState().games === null) catalogueStore.setState({ games });
}

/** Notes that a load failed; the old list stays. */
export function setGamesError(error: CallError): void {
  const { games } = catalogueStore.getState();
  catalogueStore.setState({ error, source: games === null ? 'unknown' : 'dated' });
}

export interface HostState {
  /** Null until `/config.json` or the device's own store has answered. */
  readonly config: HostConfig | null;
}

export const hostStore = createStore<HostState>()(() => ({ config: null }));

/**
 * Tests if the platform has a capability. Before the configuration is known the answer is yes, because most platforms have all capabilities.
 */
export function can(capability: Capability): boolean {
  const { config } = hostStore.getState();
  return config === null || config.capabilities.includes(capability);
}

/** Returns true if bets name their draw: the platform binds them to it, and says which pair of seeds is in use. */
export const bindsBets = (): boolean => can('binding') && can('fairness');
