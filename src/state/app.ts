/** The app's own state: updates, whether this browser stores anything, and why a session ended. */
import { createStore } from 'zustand/vanilla';
import type { Place } from '../core/contract/place';
import type { SessionEnd } from '../core/errors';

/**
 * `ask-offline`: nothing is stored on the device until the player says so. `ready-offline`: the first install is complete.
 * `offered`: a new version waits. `postponed`: the player wants it, and it waits for the end of a round or a payment.
 * `applying`: it takes over now.
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
  /** `memory`: this browser stores nothing (no IndexedDB, or it does not answer). */
  readonly storage: 'unknown' | 'disk' | 'memory';
  /** False: not even the session outlives a reload (local storage is closed). */
  readonly isSessionStored: boolean;
  /** How the last session ended without the player asking for it. */
  readonly sessionEnd: SessionEnd | null;
  /** Sign-outs that the platform does not know of yet; they go out with the next connection. */
  readonly pendingSignOuts: number;
  /** The browser's offer to put the app on the home screen; missing or null: it makes none, or it was used. */
  readonly installOffer?: InstallOffer | null;
  /** The player asked for the guide to the home screen. */
  readonly isGuideRequested?: boolean;
  /** The name of its route; null before the first page is drawn. */
  readonly pageOnScreen: string | null;
  /** How many times the player has changed the page since the document was loaded. */
  readonly pageChangeCount: number;
  /** Where the platform sees this browser; missing or null: not known, or the platform knows no places. */
  readonly place?: DatedPlace | null;
}

const INITIAL: AppState = {
  update: 'none', storage: 'unknown', isSessionStored: true, sessionEnd: null, pendingSignOuts: 0, pageOnScreen: null, pageChangeCount: 0,
};

export const appStore = createStore<AppState>()(() => INITIAL);

/** Notes that a page was drawn; `name` is that of its route. */
export function showPage(name: string): void {
  appStore.setState(({ pageOnScreen, pageChangeCount }) => ({
    pageOnScreen: name,
    pageChangeCount: pageChangeCount + (pageOnScreen === null ? 0 : 1),
  }));
}

export function setUpdate(update: UpdateState): void {
  appStore.setState({ update });
}

export function setStorage(storage: 'disk' | 'memory'): void {
  if (appStore.getState().storage !== storage) appStore.setState({ storage });
}

export function setSessionStored(isSessionStored: boolean): void {
  appStore.setState({ isSessionStored });
}

export function showSessionEnd(sessionEnd: SessionEnd): void {
  appStore.setState({ sessionEnd });
}

export function dismissSessionEnd(): void {
  appStore.setState({ sessionEnd: null });
}

export function setPendingSignOuts(pendingSignOuts: number): void {
  if (appStore.getState().pendingSignOuts !== pendingSignOuts) appStore.setState({ pendingSignOuts });
}

export function resetApp(): void {
  appStore.setState(INITIAL, true);
}
