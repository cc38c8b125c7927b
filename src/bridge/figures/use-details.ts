/** The player's personal details as a React hook. It is not in `state/use.ts`, so that only pages that show them load it. */
import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { onReconnect } from '../../state/connection';
import { detailsStore } from '../../state/details';
import type { DetailsState } from '../../state/details';
import { bridge } from '../index';
import { useReloadWhenOld } from './use-reload-when-old';

const { load: loadDetails } = bridge.details;

/** Loads them when the page opens, and again when the connection comes back and, while they are old, after each answered poll. */
export function useDetails(): DetailsState {
  const underWay = useRef(0);
  const load = useCallback(() => {
    underWay.current += 1;
    void loadDetails().finally(() => (underWay.current -= 1));
  }, []);
  useEffect(() => {
    load();
    return onReconnect(load);
  }, [load]);
  useReloadWhenOld(() => {
    const { live, error } = detailsStore.getState();
    return { isAsking: underWay.current > 0, isOld: !live, error };
  }, load);
  return useStore(detailsStore);
}

export { loadDetails };
