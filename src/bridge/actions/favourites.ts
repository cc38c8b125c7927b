/** The player's favourite games. */
import { bridge } from '../index';
import { favouritesOf } from '../outbox/favourites';

export const { load: loadFavourites, set: setFavourite } = favouritesOf(bridge);
