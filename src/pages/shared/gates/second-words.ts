import { catalogue } from '../../../core/words/catalogue';

/** The words for the player of a second account. */
export const secondWords = catalogue('pages/shared/gates/second-words', {
  title: 'You have another account with us',
  text: 'Each person has one account to play with, and yours is the other one. So you can’t play, pay in or claim a bonus here. What is in this account can be withdrawn.',
  closed: 'Have you closed the other one? Verify your NIN here again, and this one takes its place.',
  none: 'Do you have no other account? Then somebody may have used your NIN: write to us.',
  write: 'Write to us',
});
