import { catalogue } from '../../../core/words/catalogue';

export const guestWords = catalogue('pages/shared/gates/guest-words', { title: 'You are not signed in', signIn: 'Sign in', join: 'Join' });
