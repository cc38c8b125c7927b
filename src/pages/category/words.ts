import { catalogue } from '../../core/words/catalogue';

/** Words of a category's page. */
export const words = catalogue('pages/category', {
  unknownTitle: 'There is no such category',
  unknown: 'It may have been renamed, or no game is in it at the moment.',
  all: 'All games',
  others: 'Other categories',
});
