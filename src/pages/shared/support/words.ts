import { catalogue } from '../../../core/words/catalogue';
import type { FeedbackCategory } from '../../../core/contract/support';

/** Words of every conversation with the team. */
export const words = catalogue('pages/shared/support', {
  /** The subjects of feedback. */
  categories: {
    problem: 'Something does not work', money: 'Money', game: 'A game', idea: 'An idea', praise: 'Praise', other: 'Something else',
  } satisfies Record<FeedbackCategory, string>,
  you: 'You',
  team: 'Our team',
  waits: 'Sent when you are online',
  sending: 'Being sent',
  unread: 'A message',
  refused: (why: string) => `Not sent. ${why}`,
  dismiss: 'Dismiss',
  takeBack: 'Undo',
  picture: 'With a picture',
  states: { waiting: 'Waiting for our team', answered: 'Answered', closed: 'Closed' },
  lastKnown: 'Saved copy,',
});
