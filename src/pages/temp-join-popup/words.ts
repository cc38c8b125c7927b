import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/temp-join-popup', {
  title: 'Join',
  guest: 'Joining opens over any page, and leaves you where you are.',
  open: 'Open it again',
  inTitle: (name: string) => (name === '' ? 'You are in already' : `${name}, you are in already`),
  inText: 'Who is signed in has joined. Sign out to see what a guest sees.',
  lobby: 'To the lobby',
});
