import * as contract from '../../src/core/contract/favourites';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { addFavourite, readFavourites, removeFavourite } from './favourites';

/** Registers the calls for favourite games. */
export function registerFavourites(router: Router, { pool, readPool, now }: Platform): void {
  router.on(contract.listFavourites, ({ params }) => readFavourites(readPool, params.userId, now()));
  router.on(contract.addFavourite, async ({ params }) => {
    await addFavourite(pool, params, now());
    return undefined;
  });
  router.on(contract.removeFavourite, async ({ params }) => {
    await removeFavourite(pool, params);
    return undefined;
  });
}
