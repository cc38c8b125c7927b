import { useEffect } from 'react';
import { recheckSession } from '../../../bridge/actions/sync';

/**
 * Back from the mail, whose link may have opened in another browser: this one does not hear of it by itself, so profile and
 * account are asked for. While a mail is awaited.
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
