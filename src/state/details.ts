/** The personal details of the signed-in player. Only the pages that show them load this file. */
import { createStore } from 'zustand/vanilla';
import type { Details } from '../core/contract/details';
import type { CallError } from '../core/errors';
import { onDisconnect } from './connection';

export interface DetailsState {
  /** Null while the platform has never sent them to this device. */
  readonly details: Details | null;
  /** Epoch ms at which the platform last said so; null while unknown. */
  readonly savedAt: number | null;
  /** True where the platform said so at the last try, and is still reached. */
  readonly live: boolean;
  /** Why the last try failed; null after one that did not. */
  readonly error: CallError | null;
}

const UNKNOWN: DetailsState = { details: null, savedAt: null, live: false, error: null };

export const detailsStore = createStore<DetailsState>()(() => UNKNOWN);

/** An older version from the device never takes the place of a newer one. */
export function applyDetails(details: Details, origin: { readonly live: boolean; readonly savedAt: number }): void {
  const current = detailsStore.getState().details;
  if (current !== null && current.version > details.version && !origin.live) return;
  detailsStore.setState({ details: isEqual(current, details) ? current : details, ...origin, error: null });
}

export function setDetailsError(error: CallError): void {
  detailsStore.setState({ live: false, error });
}

export function resetDetails(): void {
  detailsStore.setState(UNKNOWN, true);
}

const isEqual = (a: Details | null, b: Details): a is Details => JSON.stringify(a) === JSON.stringify(b);

// While the platform is out of reach, the page shows how old this is.
onDisconnect(() => detailsStore.setState({ live: false }));
