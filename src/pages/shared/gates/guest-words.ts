import { catalogue } from '../../../core/words/catalogue';

export const guestWords = catalogue('pages/shared/gates/guest-words', { title: 'Nobody is signed in', signIn: 'Sign in', join: 'Join' });
