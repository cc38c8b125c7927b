/**
 * The calls that the light realms make themselves, without the contract's schemas. A test holds each against the
 * contract.
 */
import { USER_ID_PATTERN } from '../user-id';
import { gameListShape } from './platform';
import { accountShape, balanceShape, bonusWalletShape, profileShape } from './player';
import { object, pattern, string, unknown } from './shape';

const params = object({ userId: pattern(USER_ID_PATTERN) });

export const ANTI_FORGERY = { method: 'GET', path: '/v1/auth/anti-forgery' } as const;
export const PROFILE = { method: 'GET', path: '/v1/player/:userId/profile', params, answer: profileShape } as const;
export const ACCOUNT = { method: 'GET', path: '/v1/player/:userId/account', params, answer: accountShape } as const;
export const BALANCE = { method: 'GET', path: '/v1/player/:userId/balance', params, answer: balanceShape } as const;
export const BONUS_WALLET = { method: 'GET', path: '/v1/player/:userId/bonusWallet', params, answer: bonusWalletShape } as const;
export const EDIT_DETAILS = {
  method: 'PATCH',
  path: '/v1/player/:userId/details',
  params,
  body: unknown,
  /** Of what was saved only that it was: the page reads the details anew. */
  answer: unknown,
} as const;
export const GAMES = { method: 'GET', path: '/v1/games', answer: gameListShape } as const;
export const GIVE_CONSENTS = {
  method: 'POST',
  path: '/v1/player/:userId/consent',
  params,
  body: unknown,
  answer: unknown,
} as const;
export const WITHDRAW_CONSENT = {
  method: 'DELETE',
  path: '/v1/player/:userId/consent/:tagCode',
  params: object({ userId: pattern(USER_ID_PATTERN), tagCode: string }),
} as const;
/** A limit that is lowered, and a break: what may wait in the outbox. Of the answers only that there was one. */
export const SET_LIMIT = {
  method: 'PUT',
  path: '/v1/player/:userId/limits/:kind/:period',
  params: object({ userId: pattern(USER_ID_PATTERN), kind: string, period: string }),
  body: unknown,
  answer: unknown,
} as const;
export const EXCLUDE = { method: 'POST', path: '/v1/player/:userId/exclusions', params, body: unknown, answer: unknown } as const;
const gameParams = object({ userId: pattern(USER_ID_PATTERN), gameId: string });
export const ADD_FAVOURITE = { method: 'PUT', path: '/v1/player/:userId/favourites/:gameId', params: gameParams } as const;
export const REMOVE_FAVOURITE = { method: 'DELETE', path: '/v1/player/:userId/favourites/:gameId', params: gameParams } as const;
/** What players write to the team, and guests. Of the answers only that there was one. */
export const SEND_MESSAGE = { method: 'POST', path: '/v1/player/:userId/messages', params, body: unknown, answer: unknown } as const;
export const SEND_FEEDBACK = { method: 'POST', path: '/v1/player/:userId/feedback', params, body: unknown, answer: unknown } as const;
export const SEND_GUEST_FEEDBACK = { method: 'POST', path: '/v1/feedback', body: unknown, answer: unknown } as const;
export const SIGN_OUT = { method: 'POST', path: '/v1/auth/sign-out' } as const;
export const REVOKE_BY_HASH = { method: 'POST', path: '/v1/auth/revocations', body: object({ hash: string }) } as const;
