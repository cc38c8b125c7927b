import { catalogue } from '../../../core/words/catalogue';

/** The words about how this place differs from others. */
export const words = catalogue('pages/games/how', {
  howTitle: 'How things are done here',
  cards: {
    result: {
      title: 'How a result is decided',
      text: 'A fingerprint of the secret is shown before you stake. Afterwards you can work every result out again, on any computer.',
    },
    lostConnection: {
      title: 'When the network drops in a round',
      text: 'The stake is taken once or not at all. You see “checking” until we know, never a guess.',
    },
    returns: {
      title: 'What a return of 95% means',
      text: 'The price of playing: of ₦1,000 staked, ₦50 stays with us on average. No win is ever due.',
    },
    bonus: {
      title: 'Bonuses that say what they cost',
      text: 'Every term in plain words, and what the wagering is expected to cost, before you claim.',
    },
    limits: {
      title: 'Keep it a game',
      text: 'No automatic play, no rush between spins, and your time and result always on screen.',
    },
  },
});
