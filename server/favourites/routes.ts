import * as contract from '../../src/core/contract/favourites';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { addFavourite, readFavourites, removeFavourite } from './favourites';

/** Hearts on games. */
export function registerFavourites(router: Router, { pool, now }: Platform): void {
  router.on(contract.listFavourites, ({ params }) => readFavourites(pool, params.userId));
  router.on(contract.addFavourite, ({ params }) => addFavourite(pool, params, now()));
  router.on(contract.removeFavourite, ({ params }) => removeFavourite(pool, params));
}
