import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/sign-in', {
  title: 'Sign in',
  intro: 'Pick up where you left off.',
  introNext: 'Sign in to continue.',
  username: 'Username or e-mail',
  submit: 'Sign in',
  busy: 'Signing in',
  forgot: 'Forgot your password?',
  newHere: 'New here?',
  join: 'Open an account',
  failed: 'You are not signed in',
  notSent: 'We could not connect, so nothing was sent. What you typed stays here; try again when you are online.',
  unknown: 'No answer came back. It is safe to try again.',
  offline: 'Signing in needs a connection.',
  welcome: 'You are signed in.',
  lastSignIn: (when: string) => `You are signed in. Last sign-in: ${when}.`,
  noUsername: 'Enter your username or e-mail.',
});
