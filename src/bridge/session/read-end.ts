import type { Client } from '../../api/http';
import { getProfile } from '../../core/contract/player';
import { sessionEndOf } from '../../core/errors';
import type { PlayerPart } from '../player-part';

/** How the session ended, or null. A 401 in no words of the platform may be from something before it, so the profile is asked, too. */
export function createReadEnd(client: Client): PlayerPart['readEnd'] {
  return async (error, { sessionId, userId }) => {
    const end = sessionEndOf(error);
    if (end === null || error.problem) return end;
    const again = await client.call(getProfile, { params: { userId }, sessionId, noStore: true });
    return again.ok ? null : sessionEndOf(again.error);
  };
}
