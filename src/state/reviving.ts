/**
 * True while the page has come back from the browser's back/forward cache and has not read session and balance anew yet. Nothing
 * that moves money may be pressed meanwhile.
 */
import { createStore } from 'zustand/vanilla';

export const revivingStore = createStore<{ readonly isReviving: boolean }>()(() => ({ isReviving: false }));

export function setReviving(isReviving: boolean): void {
  revivingStore.setState({ isReviving });
}
