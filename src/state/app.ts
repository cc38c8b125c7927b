/** The app's own state: updates, whether this browser keeps anything, and why a session ended. */
import { createStore } from 'zustand/vanilla';
import type { Place } from '../core/contract/place';
import type { SessionEnd } from '../core/errors';

/**
 * `ask-offline`: nothing is kept on the device until the player says so. `ready-offline`: the first install is complete.
 * `offered`: a new version waits. `postponed`: it is wanted, and waits for a round or for money. `applying`: it takes
 * over now.
 */
export type UpdateState = 'none' | 'ask-offline' | 'ready-offline' | 'offered' | 'postponed' | 'applying';

/** The browser's offer to install; see https://developer.mozilla.org/en-US/docs/Web/API/BeforeInstallPromptEvent */
export interface InstallOffer extends Event {
  /** Shows the browser's own question, once. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
  }
}

/** A place with the epoch ms at which the platform said so. */
export interface DatedPlace extends Place {
  readonly savedAt: number;
}

export interface AppState {
  readonly update: UpdateState;
  /** `memory`: this browser keeps nothing (no IndexedDB, or it does not answer). */
  readonly storage: 'unknown' | 'kept' | 'memory';
  /** False: not even the session outlives a reload (local storage is closed). */
  readonly sessionKept: boolean;
  /** How the last session ended without the player asking for it. */
  readonly sessionEnded: SessionEnd | null;
  /** Sign-outs that the platform does not know of yet; they go out with the next connection. */
  readonly pendingSignOuts: number;
  /** The browser can put the app on the home screen, and would ask now; missing: it can't, or has. */
  readonly installOffer?: InstallOffer | null;
  /** The player asked for the guide to the home screen. */
  readonly guideAsked?: boolean;
  /** The name of its route; null before the first page is drawn. */
  readonly pageOnScreen: string | null;
  /** How many pages the player has gone on from since the document was loaded. */
  readonly pagesLeft: number;
  /** Where the platform sees this browser; missing or null: not known, or the platform knows no places. */
  readonly place?: DatedPlace | null;
}

const FIRST: AppState = { update: 'none', storage: 'unknown', sessionKept: true, sessionEnded: null, pendingSignOuts: 0, pageOnScreen: null, pagesLeft: 0 };

export const appStore = createStore<AppState>()(() => FIRST);

/** A page was drawn, by the name of its route. */
export function showPage(name: string): void {
  appStore.setState(({ pageOnScreen, pagesLeft }) => ({ pageOnScreen: name, pagesLeft: pagesLeft + (pageOnScreen === null ? 0 : 1) }));
}

export function setUpdate(update: UpdateState): void {
  appStore.setState({ update });
}

export function setStorage(storage: 'kept' | 'memory'): void {
  if (appStore.getState().storage !== storage) appStore.setState({ storage });
}

export function setSessionKept(sessionKept: boolean): void {
  appStore.setState({ sessionKept });
}

export function tellSessionEnded(sessionEnded: SessionEnd): void {
  appStore.setState({ sessionEnded });
}

export function dismissSessionEnded(): void {
  appStore.setState({ sessionEnded: null });
}

export function setPendingSignOuts(pendingSignOuts: number): void {
  if (appStore.getState().pendingSignOuts !== pendingSignOuts) appStore.setState({ pendingSignOuts });
}

export function resetApp(): void {
  appStore.setState(FIRST, true);
}
