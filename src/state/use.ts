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
import { catalogueStore, drawnCatalogueStore, hostStore } from './catalogue';
import { connectionStore } from './connection';
import { figuresStore } from './figures';
import { intentsStore } from './intents';
import { notificationsStore } from './notifications-store';
import { sessionStore } from './session';

const hookOf =
  <S>(store: Pick<StoreApi<S>, 'getState' | 'getInitialState' | 'subscribe'>) =>
  <T>(selector: (state: S) => T): T =>
    useStore(store, selector);

export const useSession = hookOf(sessionStore);
export const useFigures = hookOf(figuresStore);
export const useConnection = hookOf(connectionStore);
/** A document that the build drew is taken over with what it was drawn from. */
export const useCatalogue = hookOf({ ...catalogueStore, getInitialState: drawnCatalogueStore.getState });
export const useHost = hookOf(hostStore);
export const useNotifications = hookOf(notificationsStore);
export const useIntents = hookOf(intentsStore);
export const useApp = hookOf(appStore);

/** Whether somebody is signed in. */
export const useSignedIn = (): boolean => useSession((session) => session.sessionId !== null);

/** Whether the platform can do what a page needs; see `can`. A page that needs nothing is always there. */
export const useAble = (needs: Capability | undefined): boolean =>
  useHost(({ config }) => needs === undefined || config === null || config.capabilities.includes(needs));

/** Whether the platform can do something; see `can`. */
export const useCan = (capability: Capability): boolean => useAble(capability);
