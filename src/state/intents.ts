/** The money intents of the signed-in player as the pages see them. A button is bound to these states. */
import { createStore } from 'zustand/vanilla';
import { isFinal } from '../core/intent';
import type { Intent, IntentKind } from '../core/intent';

export interface IntentsState {
  /** By key. */
  readonly byKey: Readonly<Record<string, Intent>>;
  /** This page has read the player's intents from the device. Before that, a bet of the page that was closed may be under way unseen. */
  readonly areRead: boolean;
}

const EMPTY: IntentsState = { byKey: {}, areRead: false };

export const intentsStore = createStore<IntentsState>()(() => EMPTY);

export function showIntent(intent: Intent): void {
  intentsStore.setState(({ byKey }) => ({ byKey: { ...byKey, [intent.key]: intent } }));
}

/** Adds many intents at once, so that pages are drawn once. Those in the store stay as they are, because they are never older. */
export function addIntents(intents: readonly Intent[]): void {
  if (intents.length === 0) return;
  intentsStore.setState(({ byKey }) => ({ byKey: { ...Object.fromEntries(intents.map((intent) => [intent.key, intent])), ...byKey } }));
}

/** Notes that the intents on this device are in the store. */
export function markIntentsRead(): void {
  intentsStore.setState({ areRead: true });
}

/** The intents that have not ended, oldest first; only those of `kind` and `gameId` where these are given. */
export function openIntents(state: IntentsState, kind?: IntentKind, gameId?: string): readonly Intent[] {
  return Object.values(state.byKey)
    .filter((intent) => !isFinal(intent) && (kind === undefined || intent.kind === kind))
    .filter((intent) => gameId === undefined || intent.gameId === gameId)
    .sort((a, b) => a.at - b.at);
}

export function resetIntents(): void {
  intentsStore.setState(EMPTY, true);
}
