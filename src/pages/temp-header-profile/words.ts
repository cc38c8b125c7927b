import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/temp-header-profile', {
  guestTitle: 'Nobody is signed in',
  guest: 'Your name, your balance and the ways to everything of yours stand here once you are.',
  signIn: 'Sign in',
  join: 'Join',
});
