import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/temp-header-profile', {
  guest: 'Sign in to see your name, your balance and links to your account.',
});
