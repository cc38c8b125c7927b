import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const words = catalogue('pages/help', {
  title: 'Help',
  intro: 'Every answer here works offline.',
  homeScreen: `Put ${brand.shortName} on your home screen`,
  search: 'Search help',
  found: (n: number) => plural(n, { one: '# answer', other: '# answers' }),
  none: 'Nothing found',
  noneHint: 'Try one word, like “deposit” or “offline”. Or write to us:',
  loading: 'Loading help',
  failed: 'Help could not be loaded just now.',
  again: 'Try again',
  write: 'Write to us',
});
