import { catalogue } from '../../../core/words/catalogue';

/** Words of hearts, and of the rows that are the player's own. */
export const words = catalogue('pages/shared/favourites', {
  heart: (game: string) => `Favourite: ${game}`,
  joinFirst: 'Join to keep your favourites on every device.',
  failed: 'We could not save your favourite. Try again.',
  favourites: 'Your favourites',
  recent: 'Recently played',
});
