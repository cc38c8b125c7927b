import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/activate-email', {
  title: 'Confirm your e-mail',
  working: 'Confirming',
  workingText: 'One moment, please.',
  doneTitle: 'Your e-mail is confirmed',
  doneText: 'You can deposit and play for real money now.',
  doneGuest: 'Go back to the app, or sign in here to deposit and play for real money.',
  deposit: 'Deposit',
  lobby: 'Go to the lobby',
  signIn: 'Sign in',
  refusedTitle: 'This link does not work',
  refusedActive: 'Your e-mail is confirmed already. There is nothing more to do.',
  refusedGuest: 'If you opened it before, your e-mail is confirmed already. Sign in to check, or to ask for a new mail.',
  refusedPlayer: 'Ask for a new mail. Its link works for 24 hours.',
  waitingTitle: 'You are offline',
  waitingText: 'We try again as soon as you are online. Leave this page open.',
  unknownTitle: 'No answer yet',
  unknownText: 'No answer came back, so we don’t know whether it went through. It is safe to try again.',
  again: 'Try again',
  askTitle: 'Check your e-mail',
  askText: (email: string) => `Open the link we sent to ${email}. It works for 24 hours. No mail? Ask for a new one.`,
  askTextAnyone: 'When you join, we send you a mail. Open its link within 24 hours to confirm your e-mail.',
  why: 'Until then you can practise, but not deposit or play for real money.',
  askGuest: 'To get a new mail, sign in first.',
  wrongAddress: `Wrong address? Change it under “Edit my details”, or write to ${brand.supportEmail}.`,
});
