/**
 * Bounds how many keys a player can store, because each stays with its answer for ever, also with a refusal. A round that is played does
 * not count, because it is bounded by the pace of play; a refused one does.
 */
import type { PoolClient } from 'pg';
import { tooManyAttempts } from '../attempts';
import type { Foundation } from '../foundation';
import { fillBucket } from '../rates';
import type { OperationRequest } from './operation-request';

/** Allows 360 an hour in the long run. Nobody starts so many payments, or so often repeats what is refused. */
export const NEW_KEYS_OF_PLAYER = { kind: 'new-key', leakMs: 10_000, atOnce: 120 } as const;

/** A round is bounded by its pace and its stake, and an action by its round. */
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
