import type { FeedbackCategory } from '../../core/contract/support';

export const CATEGORIES: Readonly<Record<FeedbackCategory, string>> = {
  problem: 'Something does not work', money: 'Money', game: 'A game', idea: 'An idea', praise: 'Praise', other: 'Something else',
};

export const words = {
  title: 'Feedback',
  intro: 'Tell us what is good and what is not. People read it.',
  category: 'What is it about?',
  text: 'Your feedback',
  hint: 'Don’t write passwords, PINs or card numbers.',
  email: 'Your e-mail, if you want an answer',
  emailHint: 'We use it for the answer and nothing else.',
  picture: 'Add a screenshot',
  pictureHint: 'It is made small on this device, and says nothing about where it was taken.',
  pictureShown: 'The screenshot that goes with it',
  pictureGone: 'This picture can’t be shown.',
  pictureBad: 'This picture can’t be read. Try another one.',
  pictureBusy: 'Making it small',
  remove: 'Take it away',
  send: 'Send',
  short: 'Write a few words.',
  long: 'At most 2,000 characters.',
  noEmail: 'This is no e-mail address.',
  full: 'Too much waits on this device already. It goes out with the next connection.',
  failed: 'It was not sent. What you typed is still here.',
  kept: 'Thank you. It is kept on this device and goes out with the connection.',
  sent: 'Thank you. We have it.',
  sending: 'Thank you. It is on its way.',
  waiting: 'Not sent yet',
  mine: 'Your feedback and our answers',
  none: 'Nothing yet. What you send stands here with our answers.',
  unreached: 'Your feedback could not be loaded just now.',
} as const;
