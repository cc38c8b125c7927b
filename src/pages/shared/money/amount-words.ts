/** The faults of a typed amount. */
import type { NairaTextError } from '../../../core/naira-text';
import { catalogue } from '../../../core/words/catalogue';

export const amountWords = catalogue('pages/shared/money/amount-words', {
  empty: 'Enter an amount.',
  'not-a-number': 'Enter an amount in figures, like 5,000.',
  negative: 'Enter an amount above zero.',
  grouping: 'This could mean two amounts. Write it like 5,000 or 5000.50.',
  'too-many-decimals': 'At most two decimals: naira and kobo.',
  'too-large': 'This is more than you can move at once.',
} satisfies Record<NairaTextError, string>);
