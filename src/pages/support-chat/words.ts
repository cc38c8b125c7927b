import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const words = catalogue('pages/support-chat', {
  title: 'Support',
  close: 'Close',
  loading: 'Opening your conversation',
  intro: 'Ask your question. Answers from our help pages come as you type, also without a connection.',
  question: 'Your question',
  hint: 'Don’t write passwords, PINs or card numbers. We never ask for them.',
  found: (n: number) => plural(n, { one: 'This may be the answer', other: 'These may be the answers' }),
  send: 'Send to our team',
  answers: 'Our team reads it and answers here. If your e-mail is confirmed, we also send you a mail.',
  guest: 'To write to our team, sign in. Without an account, use feedback.',
  signIn: 'Sign in',
  feedback: 'Send feedback',
  short: 'Write a few words.',
  long: 'At most 2,000 characters.',
  full: 'Too many messages are waiting on this device. Send this one again when you are online.',
  notKnown: 'No answer came, so we do not know yet whether it was sent. What you typed is still here.',
  failed: 'It was not sent. What you typed is still here.',
  offline: 'You are offline. What you write is kept here and sent when you are online.',
  unreached: 'Your conversation could not be loaded just now.',
  conversation: 'Your conversation',
});
