/** The games that a player marked with a heart. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { gameId, instant, playerParams } from './primitives';

export const favourites = z.object({
  /** Newest first, also of games that are off at the moment. */
  items: z.array(z.object({ gameId: z.string(), at: instant })),
});
export type Favourites = z.infer<typeof favourites>;

const favouriteParams = z.strictObject({ ...playerParams.shape, gameId });

export const listFavourites = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/favourites',
  access: 'session',
  params: playerParams,
  answer: favourites,
  etag: true,
});

/** A second time changes nothing. `not-found` for a game that never was. */
export const addFavourite = endpoint({
  method: 'PUT',
  path: '/v1/player/:userId/favourites/:gameId',
  access: 'bound',
  params: favouriteParams,
  action: true,
});

/** Answered with success for a game that is not marked, too. */
export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/favourites/:gameId',
  access: 'bound',
  params: favouriteParams,
  action: true,
});
