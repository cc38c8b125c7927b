/**
 * May this ever be stored? The one place that says so. A GET of this origin whose address is one of those below;
 * everything else, whatever it answers, goes to the network untouched:
 *
 * - every other method: it changes something, and an answer from a store would be a lie about money;
 * - further pages of a list (`cursor`): a list with holes is worse than a short one;
 * - single deposits, operations, fairness: they are asked for because the last answer is not good enough;
 * - everything of admins: it is not the player's own, and it is edited.
 */
import { MAX_ANSWER_BYTES, MAX_CATALOGUE_BYTES } from '../../src/api/read-body';
import { queryText } from '../../src/api/address';
import { bonusesShape, claimableShape, drawsShape, leaderboardShape, promotionsShape } from '../../src/core/shapes/bonuses';
import { detailsShape } from '../../src/core/shapes/details';
import { consentsShape, depositsShape, roundsShape, transactionsShape, withdrawalsShape } from '../../src/core/shapes/histories';
import { favouritesShape, gameListShape, hostConfigShape } from '../../src/core/shapes/platform';
import { protectionShape } from '../../src/core/shapes/protection';
import { accountShape, balanceShape, bonusWalletShape, profileShape } from '../../src/core/shapes/player';
import { sessionsShape } from '../../src/core/shapes/sessions';
import { threadsShape } from '../../src/core/shapes/support';
import type { Shape } from '../../src/core/shapes/shape';
import { PUBLIC_USER } from '../../src/data/schema';

export interface Storable {
  /** The player it belongs to; `` = nobody. */
  readonly userId: string;
  readonly kind: string;
  readonly shape: Shape<unknown>;
  readonly maxBytes: number;
}

const OF_PLAYER: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['profile', profileShape],
  ['account', accountShape],
  ['balance', balanceShape],
  ['bonusWallet', bonusWalletShape],
  ['details', detailsShape],
  ['protection', protectionShape],
  ['sessions', sessionsShape],
  ['promotions', claimableShape],
  ['favourites', favouritesShape],
]);

/** Lists: the query is a part of the kind. */
const HISTORIES: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['rounds', roundsShape],
  ['transactions', transactionsShape],
  ['deposits', depositsShape],
  ['withdrawals', withdrawalsShape],
  ['consents', consentsShape],
  ['bonuses', bonusesShape],
  ['threads', threadsShape],
]);

/** Lists that belong to nobody; the query is a part of the kind. */
const OF_NOBODY: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['promotions', promotionsShape],
  ['draws', drawsShape],
  ['leaderboard', leaderboardShape],
]);

const PLAYER_PATH = /^\/api\/v1\/player\/([0-9A-Za-z_-]{1,64})\/([A-Za-z]+)$/;

const OPEN_PATH = /^\/api\/v1\/([a-z]+)$/;

function listOf(userId: string, lists: typeof HISTORIES, name: string, query: URLSearchParams): Storable | null {
  const shape = lists.get(name);
  if (!shape || query.has('cursor')) return null;
  return { userId, kind: name + queryText(Object.fromEntries(query)), shape, maxBytes: MAX_ANSWER_BYTES };
}

function ofPlayer(userId: string, name: string, query: URLSearchParams): Storable | null {
  const maxBytes = MAX_ANSWER_BYTES;
  const figure = OF_PLAYER.get(name);
  if (figure) return { userId, kind: name, shape: figure, maxBytes };
  return listOf(userId, HISTORIES, name, query);
}

/** What a GET may be stored as, or null. */
export function storableOf(url: URL): Storable | null {
  if (url.pathname === '/config.json') {
    return { userId: PUBLIC_USER, kind: 'config', shape: hostConfigShape, maxBytes: MAX_ANSWER_BYTES };
  }
  if (url.pathname === '/api/v1/games') {
    return { userId: PUBLIC_USER, kind: 'games', shape: gameListShape, maxBytes: MAX_CATALOGUE_BYTES };
  }
  const open = OPEN_PATH.exec(url.pathname)?.[1];
  if (open !== undefined) return listOf(PUBLIC_USER, OF_NOBODY, open, url.searchParams);
  const [, userId, name] = PLAYER_PATH.exec(url.pathname) ?? [];
  return userId !== undefined && name !== undefined ? ofPlayer(userId, name, url.searchParams) : null;
}
