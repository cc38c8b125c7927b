/**
 * Bounds how many keys a player can store, because each stays with its answer for ever, also with a refusal. A round that is played does
 * not count, because it is bounded by the pace of play; a refused one does.
 */
import type { PoolClient } from 'pg';
import { tooManyAttempts } from '../rate-limits/attempts';
import type { Foundation } from '../foundation';
import { fillBucket } from '../rate-limits/rates';
import { CLOSED_KEY } from './operation-rows';
import type { OperationRequest } from './operation-request';

/** Allows 360 an hour in the long run. Nobody starts so many payments, or so often repeats what is refused. */
export const NEW_KEYS_OF_PLAYER = { kind: 'new-key', leakMs: 10_000, atOnce: 120 } as const;

/** The same number again for closed keys, so that a flood of them takes no payment from the player. */
export const CLOSED_KEYS_OF_PLAYER = { ...NEW_KEYS_OF_PLAYER, kind: 'closed-key' } as const;

/** The same number again for limits and breaks, because no flood of other calls may keep a player from protecting themselves. */
export const PROTECTION_KEYS_OF_PLAYER = { ...NEW_KEYS_OF_PLAYER, kind: 'protection-key' } as const;

const PROTECTION_KINDS = ['exclude', 'set-limit'];

function bucketOf(kind: string): typeof NEW_KEYS_OF_PLAYER | typeof CLOSED_KEYS_OF_PLAYER | typeof PROTECTION_KEYS_OF_PLAYER {
  if (PROTECTION_KINDS.includes(kind)) return PROTECTION_KEYS_OF_PLAYER;
  return kind === CLOSED_KEY ? CLOSED_KEYS_OF_PLAYER : NEW_KEYS_OF_PLAYER;
}

/** Rounds are bounded by the pace of play and by their stakes, and actions by their rounds. */
const PLAY_KINDS = ['round', 'round-action'];

/** Returns true where something else bounds the calls that succeed: the pace of play, or the platform itself for its own keys (with a colon). */
export function isBoundedElsewhere({ kind, key }: Pick<OperationRequest, 'kind' | 'key'>): boolean {
  return key.includes(':') || PLAY_KINDS.includes(kind);
}

/** Counts a key that is about to be stored. Throws 429 with Retry-After when the player has stored too many for calls like this one. */
export async function countNewKey(
  tx: PoolClient,
  { now }: Pick<Foundation, 'now'>,
  { userId, key, kind }: Pick<OperationRequest, 'userId' | 'key' | 'kind'>,
): Promise<void> {
  if (key.includes(':')) return;
  const bucket = bucketOf(kind);
  const { waitSeconds } = await fillBucket(tx, bucket, userId, { now: now(), capacity: bucket.atOnce });
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
}
