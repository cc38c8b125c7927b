/** The player's personal details as a React hook. It is not in `state/use.ts`, so that only pages that show them load it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { onReconnect } from '../../state/connection';
import { detailsStore } from '../../state/details';
import type { DetailsState } from '../../state/details';
import { bridge } from '../index';

const { load: loadDetails } = bridge.details;

/** Loads them when the page opens, and again when the connection comes back. */
export function useDetails(): DetailsState {
  useEffect(() => {
    void loadDetails();
    return onReconnect(() => void loadDetails());
  }, []);
  return useStore(detailsStore);
}

export { loadDetails };
