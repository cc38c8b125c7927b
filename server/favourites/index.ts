/** The public interface of `favourites`: a player's favourite games. */
export { registerFavourites } from './routes';
