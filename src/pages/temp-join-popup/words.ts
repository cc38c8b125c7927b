import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/temp-join-popup', {
  title: 'Join',
  guest: 'Joining opens over any page, and leaves you where you are.',
  open: 'Open it again',
  inTitle: (name: string) => (name === '' ? 'You are signed in' : `${name}, you are signed in`),
  inText: 'You have an account already. Sign out to see what a guest sees.',
  lobby: 'Go to the lobby',
});
