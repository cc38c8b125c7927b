import { catalogue } from '../../../core/words/catalogue';

/** The words about steps that come before a form. */
export const gateWords = catalogue('pages/shared/gates', {
  email: {
    title: 'Confirm your e-mail first',
    text: (email: string) => `Open the link we sent to ${email === '' ? 'you' : email}. Then you can deposit and play for real money.`,
    opened: 'I have confirmed it',
    checking: 'Checking',
    notYet: 'Not confirmed yet. Open the link in the mail, and look in your spam folder too.',
    notKnown: 'We could not connect, so we don’t know yet. Try again when you are online.',
  },
  mail: {
    send: 'Send a new mail',
    busy: 'Sending',
    sent: (to: string) => `Sent to ${to}. Open the newest mail, and check spam and promotions too.`,
    notSent: 'We could not connect, so no mail was sent. Try again when you are online.',
    unknown: 'No answer came back. Check your mail before you try again.',
  },
  place: {
    title: 'Not available where you are',
    why: 'Why, and what you can still use',
    again: 'Check again',
    checking: 'Checking',
  },
  password: {
    title: 'Enter your password',
    why: 'You have not used the app for half an hour. We need to be sure it is you before money moves.',
    submit: 'Continue',
    busy: 'Checking',
    close: 'Cancel',
    notSent: 'We could not connect. Nothing was sent and no money moved.',
    unknown: 'No answer came back. No money moved; try again.',
  },
});
