import { catalogue } from '../../../core/words/catalogue';

/** The words for the player of a second account. */
export const secondWords = catalogue('pages/shared/gates/second-words', {
  title: 'You have another account with us',
  text: 'Each person plays with one account, and yours is the other one. You can’t play, deposit or claim a bonus here, but you can withdraw.',
  closed: 'Closed the other one? Verify your NIN here again, and this one takes its place.',
  none: 'No other account? Somebody may have used your NIN: write to us.',
  write: 'Write to us',
});
