import { useEffect } from 'react';
import { openSeeds, refreshSeeds } from '../../../bridge/actions/fairness';
import { connectionStore } from '../../../state/connection';
import { useSeeds } from '../../../state/use';
import { useCan } from '../../shared/shelf/use-shelf';

/**
 * Loads the seal of the next round when a game is opened for money, and again when the player comes back to the page or the
 * connection does. True while no bet can be bound to it yet.
 */
export function useSeal(isWanted: boolean): boolean {
  const canFairness = useCan('fairness');
  const canBind = useCan('binding') && canFairness;
  const isReady = useSeeds(({ status, pair }) => status === 'ready' && pair !== null);

  useEffect(() => {
    if (!isWanted) return undefined;
    void openSeeds();
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void refreshSeeds();
    };
    document.addEventListener('visibilitychange', refreshIfVisible);
    const unsubscribe = connectionStore.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach !== 'online') void refreshSeeds();
    });
    return () => {
      document.removeEventListener('visibilitychange', refreshIfVisible);
      unsubscribe();
    };
  }, [isWanted, canBind, canFairness]);

  return isWanted && canBind && !isReady;
}
