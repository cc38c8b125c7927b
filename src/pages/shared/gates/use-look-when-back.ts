import { useEffect } from 'react';
import { recheckSession } from '../../../bridge/actions/sync';

/**
 * While a mail is awaited, loads profile and account again whenever the player comes back: the link may have been opened in
 * another browser, and this one does not hear of it by itself.
 */
export function useLookWhenBack(isAwaited = true): void {
  useEffect(() => {
    if (!isAwaited) return undefined;
    const refresh = () => {
      if (document.visibilityState === 'visible') void recheckSession();
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [isAwaited]);
}
