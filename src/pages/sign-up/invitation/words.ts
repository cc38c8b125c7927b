import { brand } from '../../../core/brand';
import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/sign-up/invitation', {
  title: `Help to run ${brand.name}`,
  intro: 'You were invited as an admin. Choose how you sign in. This account is for work: it can’t play and holds no money.',
  username: 'Username',
  usernameHint: '3 to 24 letters, digits, dots, dashes or underscores. Other admins see it beside what you do.',
  firstname: 'First name',
  lastname: 'Last name',
  submit: 'Become an admin',
  busy: 'Opening your account',
  offline: 'You are offline. What you type stays here until you are online.',
  failed: 'No account was opened',
  notSent: 'We could not connect, so nothing was sent. What you typed stays here; try again when you are online.',
  unknown: 'No answer came back. If it went through, sign in with what you chose. If that does not work, send this again.',
  signIn: 'Sign in',
  welcome: 'Welcome. You are an admin now.',
  invalidTitle: 'This invitation does not work',
  invalid: 'It was used, cancelled, or has expired. If you used it yourself, sign in. If not, ask whoever invited you for a new one.',
  invalidUnknown: 'It was used, most likely by your own first try. Sign in with what you chose. If that does not work, ask whoever invited you for a new one.',
  signedInTitle: 'You are signed in',
  signedIn: (name: string) => `The invitation is for a new account, and ${name} is signed in here. Sign out first; you come back to this page.`,
  somebody: 'somebody',
  signOut: 'Sign out and continue',
  signingOut: 'Signing out',
  stay: 'Stay signed in',
});
