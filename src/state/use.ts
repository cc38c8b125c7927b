/**
 * The stores as React hooks. Select as little as is drawn: a component renders only when what it selected changes.
 *
 *   const balance = useSession((s) => s.balance);            // Kobo | null
 *   const source = useFigures((s) => s.balance.source);      // 'live' | 'dated' | 'unknown'
 *   const running = useIntents((s) => openIntents(s, 'deposit').length > 0);
 *
 * A selector returns a value that is the same while nothing changed: a primitive or a part of the state, never a new
 * array.
 */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Capability } from '../core/contract/platform';
import { appStore } from './app';
import { catalogueStore, prerenderedCatalogueStore, hostStore } from './catalogue';
import { connectionStore } from './connection';
import { figuresStore } from './figures';
import { intentsStore } from './intents';
import { notificationsStore } from './notifications-store';
import { seedsStore } from './seeds';
import { prerenderedSessionStore, sessionStore } from './session';

const hookOf =
  <S>(store: Pick<StoreApi<S>, 'getState' | 'getInitialState' | 'subscribe'>) =>
  <T>(selector: (state: S) => T): T =>
    useStore(store, selector);

export const useSession = hookOf({ ...sessionStore, getInitialState: prerenderedSessionStore.getState });
export const useFigures = hookOf(figuresStore);
export const useConnection = hookOf(connectionStore);
/** True while the platform is not reached: without a connection, or behind a network that wants a sign-in of its own. */
export const useIsOffline = (): boolean => useConnection(({ reach }) => reach === 'offline' || reach === 'portal');
/** React takes over a document that the build drew only if it finds the games that it was drawn from. */
export const useCatalogue = hookOf({ ...catalogueStore, getInitialState: prerenderedCatalogueStore.getState });
export const useHost = hookOf(hostStore);
export const useNotifications = hookOf(notificationsStore);
export const useIntents = hookOf(intentsStore);
export const useSeeds = hookOf(seedsStore);
export const useApp = hookOf(appStore);

/** Returns true while a player is signed in. */
export const useSignedIn = (): boolean => useSession((session) => session.sessionId !== null);

/** Tests if the platform has a capability, like `can`. A page that needs no capability passes undefined, and gets true. */
export const useCan = (capability: Capability | undefined): boolean =>
  useHost(({ config }) => capability === undefined || config === null || config.capabilities.includes(capability));
