import { catalogue } from '../../../core/words/catalogue';

/** Words of hearts, and of the rows that are the player's own. */
export const words = catalogue('pages/shared/favourites', {
  heart: (game: string) => `Favourite: ${game}`,
  joinFirst: 'Join, and your favourites are with you on every device.',
  failed: 'The heart could not be saved just now. Try again.',
  favourites: 'Your favourites',
  recent: 'Recently played',
});
