/** This hook is not in `use.ts`, because that is part of the first script. */
import { useStore } from 'zustand';
import { revivingStore } from './reviving';

/** See `revivingStore`: buttons that move money wait while this is true. */
export const useReviving = (): boolean => useStore(revivingStore, ({ isReviving }) => isReviving);
