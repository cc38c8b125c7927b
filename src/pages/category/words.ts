import { catalogue } from '../../core/words/catalogue';

/** Words of a category's page. */
export const words = catalogue('pages/category', {
  unknownTitle: 'Category not found',
  unknown: 'It may have a new name, or no games right now.',
  all: 'All games',
  others: 'Other categories',
});
