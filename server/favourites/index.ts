/** The door of `favourites`: the games that a player marked. */
export { registerFavourites } from './routes';
