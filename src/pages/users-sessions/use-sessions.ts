import { loadSessions, storedSessions } from '../../bridge/actions/account';
import type { Sessions } from '../../bridge/actions/account';
import { useKept } from '../shared/answers/use-kept';
import type { Kept } from '../shared/answers/use-kept';

export type KnownSessions = Omit<Kept<Sessions>, 'data'> & { readonly sessions: Sessions | null };

/** First what the device has, then what the platform says; asked again when the connection comes back. */
export function useSessions(): KnownSessions {
  const { data, ...known } = useKept(storedSessions, loadSessions);
  return { ...known, sessions: data };
}
