import { catalogue } from '../../../core/words/catalogue';

/** The words that all forms with a password share. */
export const formWords = catalogue('pages/shared/form', {
  password: 'Password',
  noPassword: 'Enter your password.',
  newPasswordHint: (minLength: number) => `At least ${minLength} characters. A short sentence is easy to remember and hard to guess.`,
  unknownTitle: 'We don’t know yet whether it went through',
});
