/** The player's protection as a React hook. It is not in `state/use.ts`, so that only pages that show it load it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { onReconnect } from '../../state/connection';
import { protectionStore } from '../../state/protection';
import type { ProtectionStore } from '../../state/protection';
import { useSession } from '../../state/use';
import { loadProtection } from '../actions/protection';
import { useReloadWhenOld } from '../figures/use-reload-when-old';
import { isPageVisible } from '../page/visibility';

const currentData = () => {
  const { live, error } = protectionStore.getState();
  // `loadProtection` may be called while a load is under way: it waits for the same answer.
  return { isAsking: false, isOld: !live, error };
};

/**
 * Loads the protection when the page opens, when it becomes visible, and when the connection is back; while it is old, also
 * after each answered poll.
 */
export function useProtection<T>(selector: (state: ProtectionStore) => T): T {
  const userId = useSession((session) => session.userId);
  useEffect(() => {
    if (userId === null) return undefined;
    const load = () => void (isPageVisible() && loadProtection());
    load();
    // This code is needed before money is sent, so it is loaded while there is a connection.
    import('./device-problem').catch(() => undefined);
    document.addEventListener('visibilitychange', load);
    const unsubscribe = onReconnect(load);
    return () => {
      document.removeEventListener('visibilitychange', load);
      unsubscribe();
    };
  }, [userId]);
  useReloadWhenOld(currentData, () => void loadProtection());
  return useStore(protectionStore, selector);
}
