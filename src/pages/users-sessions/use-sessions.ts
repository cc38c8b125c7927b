import { loadSessions, storedSessions } from '../../bridge/actions/account';
import type { Sessions } from '../../bridge/actions/account';
import { useSnapshot } from '../shared/answers/use-snapshot';
import type { SnapshotState } from '../shared/answers/use-snapshot';

export type SessionsState = Omit<SnapshotState<Sessions>, 'data'> & { readonly sessions: Sessions | null };

/** Shows the device's copy first, then the platform's answer. It is loaded again when the connection comes back. */
export function useSessions(): SessionsState {
  const { data, ...snapshot } = useSnapshot(storedSessions, loadSessions);
  return { ...snapshot, sessions: data };
}
