/** The calls that may wait in the outbox. */
import type { Shape } from '../schema';

/**
 * The paths of all such calls. Money is not among them and never will be: a payment is sent while its player looks on, under a key
 * of its own (see `core/intent`), because nobody wants it to happen an hour later without them. A kind with any other path does
 * not compile, and a test compares each of these with the contract.
 */
export const QUEUEABLE_PATHS = [
  '/v1/admin/game-order',
  '/v1/admin/games/:gameId',
  '/v1/auth/revocations',
  '/v1/feedback',
  '/v1/player/:userId/consent',
  '/v1/player/:userId/consent/:tagCode',
  '/v1/player/:userId/details',
  '/v1/player/:userId/exclusions',
  '/v1/player/:userId/favourites/:gameId',
  '/v1/player/:userId/feedback',
  '/v1/player/:userId/limits/:kind/:period',
  '/v1/player/:userId/messages',
] as const;
export type QueueablePath = (typeof QUEUEABLE_PATHS)[number];

/** A call of `core/outbox/calls` with one of these paths. */
export interface QueueableCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: QueueablePath;
  readonly params?: Shape<unknown>;
  readonly body?: Shape<unknown>;
  readonly answer?: Shape<unknown>;
}
