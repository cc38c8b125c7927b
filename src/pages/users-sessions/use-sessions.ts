import { loadSessions, storedSessions } from '../../bridge/actions/account';
import type { Sessions } from '../../bridge/actions/account';
import { useSnapshot } from '../shared/answers/use-snapshot';
import type { SnapshotState } from '../shared/answers/use-snapshot';

export type KnownSessions = Omit<SnapshotState<Sessions>, 'data'> & { readonly sessions: Sessions | null };

/** First what the device has, then what the platform says; asked again when the connection comes back. */
export function useSessions(): KnownSessions {
  const { data, ...snapshot } = useSnapshot(storedSessions, loadSessions);
  return { ...snapshot, sessions: data };
}
