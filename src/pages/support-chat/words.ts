import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const words = catalogue('pages/support-chat', {
  title: 'Support',
  close: 'Close',
  loading: 'Loading your conversation',
  intro: 'Ask your question. Answers from our help pages appear as you type, even offline.',
  question: 'Your question',
  hint: 'Don’t write passwords, PINs or card numbers. We never ask for them.',
  found: (n: number) => plural(n, { one: 'This may be the answer', other: 'These may be the answers' }),
  send: 'Send to our team',
  answers: 'Our team reads it and answers here. If your e-mail is confirmed, we also send you a mail.',
  guest: 'Sign in to write to our team. No account? Send feedback.',
  signIn: 'Sign in',
  feedback: 'Send feedback',
  short: 'Write a few words.',
  long: 'At most 2,000 characters.',
  full: 'Too many messages are waiting on this device. Send this one again when you are online.',
  notKnown: 'No answer came back, so we don’t know yet whether it was sent. What you typed is still here.',
  failed: 'It was not sent. What you typed is still here.',
  offline: 'You are offline. We send what you write when you are online.',
  unreached: 'Your conversation could not be loaded just now.',
  conversation: 'Your conversation',
});
