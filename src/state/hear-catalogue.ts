/** What the host and the platform say of themselves and of the games goes into the stores here. */
import type { Game } from '../core/contract/games';
import type { HostConfig } from '../core/contract/platform';
import { catalogueStore, hostStore, NO_GAMES } from './catalogue';

/** One by one: lists of thousands that differ do so early. */
function isEqual(one: readonly Game[], other: readonly Game[]): boolean {
  return one.length === other.length && one.every((game, at) => JSON.stringify(game) === JSON.stringify(other[at]));
}

/** A stored list never takes the place of a newer one, and an equal one draws nothing again. */
export function hearGames(heardGames: readonly Game[], heard: { readonly live: boolean; readonly savedAt: number }): void {
  const known = catalogueStore.getState();
  if (!heard.live && known.savedAt !== null && known.savedAt > heard.savedAt) return;
  const games = known.games !== null && isEqual(known.games, heardGames) ? known.games : heardGames;
  catalogueStore.setState({ games, source: heard.live ? 'live' : 'dated', savedAt: heard.savedAt, error: null });
}

/** The platform said that the list has not changed. */
export function confirmGames(savedAt: number): void {
  if (catalogueStore.getState().games !== null) catalogueStore.setState({ source: 'live', savedAt, error: null });
}

/** A host that could not ask its platform yet knows less than was heard before: what the platform can do stays then. */
export function hearHost(heard: HostConfig): void {
  const known = hostStore.getState().config;
  const config = heard.provisional === true && known !== null ? { ...heard, capabilities: known.capabilities } : heard;
  if (JSON.stringify(known) !== JSON.stringify(config)) hostStore.setState({ config });
}

export function resetCatalogue(): void {
  catalogueStore.setState(NO_GAMES, true);
  hostStore.setState({ config: null }, true);
}
