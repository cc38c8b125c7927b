import type { Client } from '../../api/http';
import { getProfile } from '../../core/contract/player';
import { sessionEndOf } from '../../core/errors';
import type { PlayerBridge } from '../player-bridge';

/**
 * Reads from a refusal how the session ended; null where it goes on. A 401 without a problem of the platform may come from a
 * gateway before it, so the profile is asked for, too.
 */
export function createReadEnd(client: Client): PlayerBridge['readEnd'] {
  return async (error, { sessionId, userId }) => {
    const end = sessionEndOf(error);
    if (end === null || error.problem) return end;
    const profile = await client.call(getProfile, { params: { userId }, sessionId, noStore: true });
    return profile.ok ? null : sessionEndOf(profile.error);
  };
}
