import { catalogue } from '../core/words/catalogue';

/** What components say that know no page. */
export const words = catalogue('ui', {
  contents: 'On this page',
  updated: 'Last changed',
  version: 'version',
});
