import { catalogue } from '../../core/words/catalogue';

export const guestWords = catalogue('pages/shared/guest-words', { title: 'Nobody is signed in', signIn: 'Sign in', join: 'Join' });
