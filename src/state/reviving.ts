/**
 * True while the page has come back from the browser's back/forward cache and has not read session and balance anew yet. Nothing
 * that moves money may be pressed meanwhile.
 */
import { createStore } from 'zustand/vanilla';

export const revivingStore = createStore<{ readonly reviving: boolean }>()(() => ({ reviving: false }));

export function setReviving(reviving: boolean): void {
  revivingStore.setState({ reviving });
}
