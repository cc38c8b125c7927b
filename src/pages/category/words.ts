import { catalogue } from '../../core/words/catalogue';

/** Words of a category's page. */
export const words = catalogue('pages/category', {
  unknownTitle: 'Category not found',
  unknown: 'It may have been renamed, or no game is in it at the moment.',
  all: 'All games',
  others: 'Other categories',
});
