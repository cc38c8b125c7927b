import { catalogue } from '../../../core/words/catalogue';

/** Words of a game told at length. */
export const featureWords = catalogue('pages/shared/features', {
  practice: 'Practice',
  rtp: 'Return to player',
  hits: 'Rounds that pay',
  profits: 'Pay more than the stake',
  maxWin: 'Largest win',
  stakes: 'Stakes',
  size: 'To load',
  details: 'Rules and play',
  upTo: (times: string, every: string) => `${times} stake, ${every}`,
  onDevice: 'In the app',
});
