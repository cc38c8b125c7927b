/**
 * Says which answers may be stored: those to a GET of this origin whose address is one of those below. Everything else
 * goes to the network untouched:
 *
 * - every other method: it changes something, and an answer from a store would be a lie about money;
 * - further pages of a list (`cursor`): a list with holes is worse than a short one;
 * - single deposits, operations, fairness: they are asked for because the last answer is not good enough;
 * - everything of admins: it is not the player's own, and it is edited.
 */
import { MAX_ANSWER_BYTES, MAX_CATALOGUE_BYTES } from '../../src/api/read-body';
import { queryText } from '../../src/api/address';
import { listBonuses } from '../../src/core/contract/bonuses';
import { listDeposits, listTransactions } from '../../src/core/contract/cashier';
import { details } from '../../src/core/contract/details';
import { favourites } from '../../src/core/contract/favourites';
import { gameList, listRounds } from '../../src/core/contract/games';
import { leaderboard } from '../../src/core/contract/leaderboard';
import { keptHostConfig } from '../../src/core/contract/platform';
import { listConsents } from '../../src/core/contract/consents';
import { account, balance, bonusWallet, profile } from '../../src/core/contract/player';
import { drawsAsTheyCome } from '../../src/core/contract/draws';
import { listClaimable, promotionsAsTheyCome } from '../../src/core/contract/promotions';
import { protection } from '../../src/core/contract/protection';
import { listSessions } from '../../src/core/contract/sessions';
import { listThreads } from '../../src/core/contract/support';
import { listWithdrawals } from '../../src/core/contract/withdrawals';
import type { Shape } from '../../src/core/schema';
import { PUBLIC_USER } from '../../src/data/schema';

export interface Storable {
  /** The player whom the answer belongs to; `PUBLIC_USER` for nobody. */
  readonly userId: string;
  readonly kind: string;
  readonly shape: Shape<unknown>;
  readonly maxBytes: number;
}

/** Single answers about a player. */
const PLAYER_FIGURES: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['profile', profile],
  ['account', account],
  ['balance', balance],
  ['bonusWallet', bonusWallet],
  ['details', details],
  ['protection', protection],
  ['sessions', listSessions.answer],
  ['promotions', listClaimable.answer],
  ['favourites', favourites],
]);

/** Lists of a player. The query is a part of the kind. */
const PLAYER_LISTS: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['rounds', listRounds.answer],
  ['transactions', listTransactions.answer],
  ['deposits', listDeposits.answer],
  ['withdrawals', listWithdrawals.answer],
  ['consents', listConsents.answer],
  ['bonuses', listBonuses.answer],
  ['threads', listThreads.answer],
]);

/** Lists that belong to nobody. The query is a part of the kind. */
const PUBLIC_LISTS: ReadonlyMap<string, Shape<unknown>> = new Map<string, Shape<unknown>>([
  ['promotions', promotionsAsTheyCome],
  ['draws', drawsAsTheyCome],
  ['leaderboard', leaderboard],
]);

const PLAYER_PATH = /^\/api\/v1\/player\/([0-9A-Za-z_-]{1,64})\/([A-Za-z]+)$/;

const OPEN_PATH = /^\/api\/v1\/([a-z]+)$/;

function storableList(userId: string, lists: typeof PLAYER_LISTS, name: string, query: URLSearchParams): Storable | null {
  const shape = lists.get(name);
  if (!shape || query.has('cursor')) return null;
  return { userId, kind: name + queryText(Object.fromEntries(query)), shape, maxBytes: MAX_ANSWER_BYTES };
}

function storableOfPlayer(userId: string, name: string, query: URLSearchParams): Storable | null {
  const maxBytes = MAX_ANSWER_BYTES;
  const figure = PLAYER_FIGURES.get(name);
  if (figure) return { userId, kind: name, shape: figure, maxBytes };
  return storableList(userId, PLAYER_LISTS, name, query);
}

/** Returns how the answer to a GET of that address is stored; null where it must not be. */
export function storableOf(url: URL): Storable | null {
  if (url.pathname === '/config.json') {
    return { userId: PUBLIC_USER, kind: 'config', shape: keptHostConfig, maxBytes: MAX_ANSWER_BYTES };
  }
  if (url.pathname === '/api/v1/games') {
    return { userId: PUBLIC_USER, kind: 'games', shape: gameList, maxBytes: MAX_CATALOGUE_BYTES };
  }
  const open = OPEN_PATH.exec(url.pathname)?.[1];
  if (open !== undefined) return storableList(PUBLIC_USER, PUBLIC_LISTS, open, url.searchParams);
  const [, userId, name] = PLAYER_PATH.exec(url.pathname) ?? [];
  return userId !== undefined && name !== undefined ? storableOfPlayer(userId, name, url.searchParams) : null;
}
