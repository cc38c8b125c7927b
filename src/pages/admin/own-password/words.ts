import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/admin/own-password', {
  title: 'Set your own password',
  intro: 'The printed password works only once. Choose a password of your own; from now on you sign in with it. Until then you can’t do anything else here.',
  password: 'New password',
  again: 'Repeat the password',
  differs: 'The passwords are different. Enter it again.',
  submit: 'Set password',
  busy: 'Setting your password',
  done: 'Your password is set. Sign in with it from now on.',
  offline: 'Setting the password needs a connection. What you typed stays here.',
  failed: 'Your password was not set',
  notSent: 'We could not reach the platform, so nothing was sent. Try again when you are online.',
  unknownTitle: 'We don’t know yet whether it was set',
  unknown: 'No answer came back. If this page opens the rest by itself, your password is set. If it does not, send it again.',
  signOut: 'Sign out',
});
