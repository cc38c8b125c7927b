import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

/** Words that several pages of the lobby share. */
export const words = catalogue('pages/shared', {
  rtp: (share: string) => `RTP ${share}`,
  rtpLong: 'Return to player',
  practice: 'Practice',
  search: 'Search games',
  found: (count: number) => plural(count, { one: '# game', other: '# games' }),
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
