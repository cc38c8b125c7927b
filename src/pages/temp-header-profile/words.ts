import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/temp-header-profile', {
  guest: 'Your name, your balance and the ways to everything of yours stand here once you are.',
});
