import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const words = catalogue('pages/help', {
  title: 'Help',
  intro: 'Every answer here is kept on your phone and opens without a connection.',
  homeScreen: `Put ${brand.shortName} on your home screen`,
  search: 'Search the help pages',
  found: (n: number) => plural(n, { one: '# answer', other: '# answers' }),
  none: 'Nothing found',
  noneHint: 'Try one word, like “deposit” or “offline”. Or write to us:',
  loading: 'Opening the help pages',
  failed: 'The help pages could not be loaded just now.',
  again: 'Try again',
  write: 'Write to us',
});
