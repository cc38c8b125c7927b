import { catalogue } from '../../core/words/catalogue';

/** The question before an equal deposit is started again. */
export const repeatWords = catalogue('pages/deposit/repeat-words', {
  title: 'The same deposit again',
  text: (amount: string, by: string | undefined, ago: string) => `You started ${amount}${by === undefined ? '' : ` ${by}`} ${ago}. Pay it again?`,
  fewMinutesAgo: 'a few minutes ago',
  warning: 'If you are waiting for the first one, do nothing: we are on it.',
  more: 'More about this',
  close: 'Cancel',
  keep: 'No, show me the first one',
  again: (amount: string) => `Yes, pay ${amount} a second time`,
});
