import { catalogue } from '../../../core/words/catalogue';

/** Words of the week's highest multipliers, as the lobby and a game's page show them. */
export const words = catalogue('pages/shared/board', {
  title: 'Highest multipliers this week',
  luck: 'Chance alone decides: what others won says nothing about your next round.',
  empty: 'There are no wins to show this week yet.',
  missing: 'The list could not be loaded.',
  age: 'Saved copy,',
  all: 'See all',
});
