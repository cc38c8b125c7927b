import { catalogue } from '../../../core/words/catalogue';
import { plural } from '../../../core/words/plural';
import type { Volatility } from '../../../games/volatility';
import type { ShelfOrder } from './order';
import type { Mark } from './view';

/** Words of search results, filters and orders. */
export const words = catalogue('pages/shared/browse', {
  found: (count: number) => plural(count, { one: '# game', other: '# games' }),
  filters: 'Filters',
  filtersOn: (count: number) => plural(count, { one: '# filter on', other: '# filters on' }),
  marks: { favourite: 'Favourites', new: 'New', practice: 'Practice' } satisfies Record<Mark, string>,
  marksLabel: 'Show only',
  kind: 'Kind of game',
  rtp: 'Return to player, at least',
  rtpFrom: (percent: number) => `${percent}%`,
  volatility: 'Volatility',
  volatilityHint: 'Low pays little and often, high pays much and seldom. Games where you choose the risk are in every class they offer.',
  volatilities: { low: 'Low', medium: 'Medium', high: 'High' } satisfies Record<Volatility, string>,
  sort: 'Sort',
  orders: {
    lobby: 'As in the lobby',
    name: 'By name',
    rtp: 'Highest RTP first',
    calm: 'Lowest volatility first',
    new: 'New first',
  } satisfies Record<ShelfOrder, string>,
  nothingTitle: 'No game found',
  nothing: 'Try fewer letters, or remove a filter.',
  noFavouritesTitle: 'No favourites yet',
  noFavourites: 'Tap the heart on a game to find it here, even offline.',
  clear: 'Show all games',
});
