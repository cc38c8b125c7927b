import { catalogue } from '../../core/words/catalogue';

/** Words that several pages of the lobby share. */
export const words = catalogue('pages/shared', {
  rtp: (share: string) => `RTP ${share}`,
  moneyOnly: 'Money only',
  search: 'Search games',
  embeddedTitle: 'These games came with the app',
  embedded: 'We could not load the list of games. You can practise these, even offline.',
  tryAgain: 'Try again',
  whatItMeans: 'What this means',
  verifyNin: 'Verify my NIN',
  writeToUs: 'Write to us',
  tryAgainIn: (time: string) => `Try again in ${time}.`,
  listFrom: 'Saved list,',
});
