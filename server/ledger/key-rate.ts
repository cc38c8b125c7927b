/**
 * Bounds how many keys a player can have stored: each is kept with its answer for ever, also a refusal. Rounds that are played are
 * not counted, because they have a pace of their own; a player who is refused counts.
 */
import type { PoolClient } from 'pg';
import { tooManyAttempts } from '../attempts';
import type { Foundation } from '../foundation';
import { fillBucket } from '../rates';
import type { OperationRequest } from './operation-request';

/** 360 an hour in the long run. Nobody presses so often what is refused, or starts so many payments. */
export const NEW_KEYS_OF_PLAYER = { kind: 'new-key', leakMs: 10_000, atOnce: 120 } as const;

/** A round needs a pace and a stake, its actions a round. */
const PACED_KINDS = ['round', 'round-action'];

/** Says whether what succeeds under the key is bounded elsewhere. A key with a colon is the platform's own. */
export function isPaced({ kind, key }: Pick<OperationRequest, 'kind' | 'key'>): boolean {
  return key.includes(':') || PACED_KINDS.includes(kind);
}

/** Counts a key that is about to be stored. Throws 429 with Retry-After when the player has stored too many. */
export async function countNewKey(
  tx: PoolClient,
  { now }: Pick<Foundation, 'now'>,
  { userId, key }: Pick<OperationRequest, 'userId' | 'key'>,
): Promise<void> {
  if (key.includes(':')) return;
  const { waitSeconds } = await fillBucket(tx, NEW_KEYS_OF_PLAYER, userId, { now: now(), capacity: NEW_KEYS_OF_PLAYER.atOnce });
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
}
