import { catalogue } from '../../../core/words/catalogue';

/** The words that all forms with a password share. */
export const formWords = catalogue('pages/shared/form', {
  password: 'Password',
  noPassword: 'Enter your password.',
  newPasswordHint: (minLength: number) => `At least ${minLength} characters, not your name or birthday. A short sentence is hard to guess.`,
  unknownTitle: 'We don’t know yet whether it went through',
});
