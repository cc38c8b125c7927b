import { catalogue } from '../core/words/catalogue';

/** The words of components that know no page. */
export const words = catalogue('ui', {
  contents: 'On this page',
  updated: 'Last changed',
  version: 'version',
  show: 'Show',
  hide: 'Hide',
});
