import { catalogue } from '../../../core/words/catalogue';

/** The words about steps that come before a form. */
export const gateWords = catalogue('pages/shared/gates', {
  email: {
    title: 'Confirm your e-mail first',
    text: (email: string) => `Money can move once you have opened the link in the mail to ${email === '' ? 'you' : email}.`,
    opened: 'I have opened it',
    checking: 'Checking',
  },
  mail: {
    send: 'Send the mail again',
    busy: 'Sending',
    sent: (to: string) => `Sent to ${to}. The newest mail is the one to open; look in spam and promotions too.`,
    notSent: 'We could not connect, so no mail was sent. Try again when you are online.',
    unknown: 'No answer came back. The mail may be on its way; look there before you try again.',
  },
  place: {
    title: 'Not available where you are',
    why: 'Why, and what stays open',
    again: 'Check again',
    checking: 'Checking',
  },
  password: {
    title: 'Confirm your password',
    why: 'You have not done anything here for half an hour. Confirm that it is you before money moves.',
    submit: 'Continue',
    busy: 'Checking',
    close: 'Close without sending',
    notSent: 'We could not connect. Nothing was sent and no money moved.',
    unknown: 'No answer came back. No money moved; try again.',
  },
});
