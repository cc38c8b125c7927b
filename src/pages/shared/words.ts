import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

/** Words that several pages of the lobby share. */
export const words = catalogue('pages/shared', {
  rtp: (share: string) => `RTP ${share}`,
  rtpLong: 'Return to player',
  practice: 'Practice',
  practiceOnly: 'Can be practised',
  allKinds: 'All kinds',
  kind: 'Kind of game',
  sort: 'Sort',
  orders: { lobby: 'As in the lobby', name: 'By name', rtp: 'Highest RTP first', new: 'New first' },
  search: 'Search games',
  found: (count: number) => plural(count, { one: '# game', other: '# games' }),
  nothingFoundTitle: 'No game fits',
  nothingFound: 'Try fewer letters, or take a filter away.',
  clear: 'Show all games',
  more: 'Show more games',
  embeddedTitle: 'These games came with the app',
  embedded: 'The list of games could not be loaded just now. What you see can be practised, also without a network.',
  tryAgain: 'Try again',
  whatItMeans: 'What this means',
  tryAgainIn: (time: string) => `Try again in ${time}.`,
  listFrom: 'Games as last known:',
  hits: 'Rounds that pay',
  maxWin: 'Largest win',
  stakes: 'Stakes',
  size: 'To load',
  details: 'Rules and play',
  upTo: (times: string) => `${times} stake`,
  onDevice: 'In the app',
});
