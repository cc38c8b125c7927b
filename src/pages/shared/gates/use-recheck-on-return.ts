import { useEffect } from 'react';
import { recheckSession } from '../../../bridge/actions/sync';

/**
 * Loads profile and account again whenever the player comes back while a mail is awaited: the link may have been opened in another browser,
 * and this one learns that only by asking.
 */
export function useRecheckOnReturn(isAwaited = true): void {
  useEffect(() => {
    if (!isAwaited) return undefined;
    const refresh = () => {
      if (document.visibilityState === 'visible') void recheckSession();
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [isAwaited]);
}
