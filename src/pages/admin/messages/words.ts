import { catalogue } from '../../../core/words/catalogue';
import { isKeyOf } from '../../../core/words/is-key-of';
import { plural } from '../../../core/words/plural';
import { words as shared } from '../../shared/support/words';

export const words = catalogue('pages/admin/messages', {
  intro: 'What players and guests wrote. The oldest come first. Your answer is shown to them with its time, and a mail to a confirmed address says that it is there.',
  which: 'Show',
  states: { waiting: 'Waiting', answered: 'Answered', closed: 'Closed' },
  title: {
    waiting: (n: number) => plural(n, { one: '# waits for an answer', other: '# wait for an answer' }),
    answered: () => 'Answered',
    closed: () => 'Closed',
  },
  cut: 'There are more. They appear once these are answered.',
  none: 'No messages waiting',
  noneOther: 'No messages here.',
  guest: 'A guest',
  category: (id: string) => `Feedback: ${isKeyOf(shared.categories, id) ? shared.categories[id].toLowerCase() : id}`,
  support: 'Message',
  since: (when: string) => `player since ${when}`,
  answeredBy: (username: string) => `answered by ${username}`,
  them: (name: string) => name,
  team: 'Us',
  picture: 'Show the picture',
  pictureLabel: 'The picture that was sent',
  pictureFailed: 'The picture could not be loaded.',
  answer: (name: string) => `Answer to ${name}`,
  send: 'Send the answer',
  close: 'Close without an answer',
  closeAnswered: 'Close',
  noAddress: 'This guest left no address, so nobody would get an answer.',
  offline: 'Answering needs a connection. What you typed stays here.',
  offlineText: 'What players wrote is not kept on this device. It loads when you are online.',
  short: 'Write a few words.',
  long: 'At most 2,000 characters.',
  sent: (name: string) => `Your answer to ${name} is sent.`,
  closed: (name: string) => `The conversation with ${name} is closed.`,
  newer: 'The player or a colleague has written since. Read the new message, then send again; what you typed is still here.',
  notSent: 'We could not reach the platform, so nothing was sent. What you typed is still here.',
  unknown: 'No answer came back. Send it again: it arrives once.',
});
