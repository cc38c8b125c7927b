import type { SessionIds } from '../../state/local-entries';
import { sessionStore } from '../../state/session';

/** The ids of the session, or null when nobody is signed in. */
export function currentIds(): SessionIds | null {
  const { sessionId, userId } = sessionStore.getState();
  return sessionId !== null && userId !== null ? { sessionId, userId } : null;
}
