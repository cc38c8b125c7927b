/** Makes the calls that set a password. After them the session goes on under another id. */
import type { CallError, Result } from '../../core/errors';
import { failure, sessionEndOf } from '../../core/errors';
import { RENEWAL_KEY, withKeyLock } from '../page/locks';
import type { Bridge } from '../bridge';
import { currentIds } from './ids';

type RenewalDeps = Pick<Bridge, 'revocations' | 'session' | 'sync'>;

interface Ids {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * Sends the call. On success every tab of this browser goes on under the new id, and calls that were refused with the old one
 * meanwhile wait for that. When the answer is lost the session is checked at once: if it is over, the new password holds, and
 * the player is told.
 */
export function renewSession(bridge: RenewalDeps, send: (ids: Ids) => Promise<Result<Ids>>): Promise<Result<undefined>> {
  return withKeyLock(RENEWAL_KEY, async () => {
    const ids = currentIds();
    if (!ids) return failure('canceled');
    const { userId, sessionId } = ids;
    const result = await send(ids);
    if (!result.ok) {
      recheckAfter(bridge, result.error);
      return result;
    }
    if (currentIds()?.sessionId !== sessionId) {
      // The player has signed out in another tab meanwhile, so nobody may keep the new id.
      void bridge.revocations.revoke(result.data.sessionId, false);
      return failure('canceled');
    }
    bridge.session.continueWithId({ userId, sessionId: result.data.sessionId });
    return { ...result, data: undefined };
  });
}

function recheckAfter({ session, sync }: RenewalDeps, error: CallError): void {
  const end = sessionEndOf(error);
  // We don't wait for the end of the session, because it waits for the lock that is held here.
  if (end !== null) void session.end(end);
  else if (error.problem === undefined) void sync.recheckSession();
}
