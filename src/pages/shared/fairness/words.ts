import { catalogue } from '../../../core/words/catalogue';

/** Words of the seeds that rounds are drawn from. */
export const seedWords = catalogue('pages/shared/fairness', {
  commit: 'Commit',
  clientSeed: 'Client seed',
  nonce: 'Next round has number',
  changeSeed: 'Your own client seed',
  changeSeedHint: '1 to 64 letters, digits or signs, no spaces. A new pair of seeds starts with it.',
  saveSeed: 'Use this seed',
  saving: 'Saving',
  seedSaved: 'From the next round on your seed is used.',
});
