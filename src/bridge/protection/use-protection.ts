/** How the player is protected, as React hooks; they are not in `state/use.ts`, so that only pages that show it load them. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { onReconnect } from '../../state/connection';
import { protectionStore } from '../../state/protection';
import type { ProtectionStore } from '../../state/protection';
import { useSession } from '../../state/use';
import { loadProtection } from '../actions/protection';
import { useReloadOfOld } from '../figures/use-reload-of-old';
import { isSeen } from '../page/visibility';

const shown = () => {
  const { live, error } = protectionStore.getState();
  // Whoever asks a second time waits for the same answer.
  return { isAsking: false, isOld: !live, error };
};

/** Loads it when the page opens, comes back into sight, or the connection does; and, while it is old, after each answered poll. */
export function useProtection<T>(selector: (state: ProtectionStore) => T): T {
  const userId = useSession((session) => session.userId);
  useEffect(() => {
    if (userId === null) return undefined;
    const load = () => void (isSeen() && loadProtection());
    load();
    // This code is needed before money is sent, so it is loaded now.
    import('./device-binding').catch(() => undefined);
    document.addEventListener('visibilitychange', load);
    const unsubscribe = onReconnect(load);
    return () => {
      document.removeEventListener('visibilitychange', load);
      unsubscribe();
    };
  }, [userId]);
  useReloadOfOld(shown, () => void loadProtection());
  return useStore(protectionStore, selector);
}
