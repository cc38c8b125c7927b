/** Writes the answers about the host, the platform and the games into the stores. */
import type { Game } from '../core/contract/games';
import type { HostConfig } from '../core/contract/platform';
import { catalogueStore, hostStore, NO_GAMES } from './catalogue';

/** Compares game by game, because long lists that differ do so early. */
function isEqual(one: readonly Game[], other: readonly Game[]): boolean {
  return one.length === other.length && one.every((game, at) => JSON.stringify(game) === JSON.stringify(other[at]));
}

/** A stored list never takes the place of a newer one, and an equal one draws nothing again. */
export function applyGames(newGames: readonly Game[], origin: { readonly live: boolean; readonly savedAt: number }): void {
  const current = catalogueStore.getState();
  if (!origin.live && current.savedAt !== null && current.savedAt > origin.savedAt) return;
  const games = current.games !== null && isEqual(current.games, newGames) ? current.games : newGames;
  catalogueStore.setState({ games, source: origin.live ? 'live' : 'dated', savedAt: origin.savedAt, error: null });
}

/** Renews the age of the list, because the platform said that it has not changed. */
export function confirmGames(savedAt: number): void {
  if (catalogueStore.getState().games !== null) catalogueStore.setState({ source: 'live', savedAt, error: null });
}

/** A host that could not ask its platform yet knows less than an earlier answer, so the known capabilities stay. */
export function applyHost(answer: HostConfig): void {
  const current = hostStore.getState().config;
  const config = answer.provisional === true && current !== null ? { ...answer, capabilities: current.capabilities } : answer;
  if (JSON.stringify(current) !== JSON.stringify(config)) hostStore.setState({ config });
}

export function resetCatalogue(): void {
  catalogueStore.setState(NO_GAMES, true);
  hostStore.setState({ config: null }, true);
}
