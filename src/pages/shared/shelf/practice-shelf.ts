import { EMBEDDED_GAMES } from '../../../games/catalogue';
import { shelfOf } from './shelf';
import type { ShelfGame } from './shelf';

/** The games that come with the app, for practice. They are known before any list is loaded. */
export const PRACTICE_SHELF: readonly ShelfGame[] =
  shelfOf({ games: null, canGames: false, canRounds: false, failed: false }, EMBEDDED_GAMES) ?? [];
