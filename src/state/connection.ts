/** Whether the platform is reached. A request that answers is the truth; `navigator.onLine` is a hint for "no" only. */
import { createStore } from 'zustand/vanilla';
import type { CallError } from '../core/errors';

/**
 * `unknown`: nothing was asked yet. `online`: the last call was answered by the platform. `offline`: it was not.
 * `portal`: something else answered that wants a sign-in of its own.
 */
export type Reach = 'unknown' | 'online' | 'offline' | 'portal';

export interface ConnectionState {
  readonly reach: Reach;
}

export const connectionStore = createStore<ConnectionState>()(() => ({ reach: 'unknown' }));

function setReach(reach: Reach): void {
  if (connectionStore.getState().reach !== reach) connectionStore.setState({ reach });
}

/** The platform answered, whatever it said. */
export function hearPlatform(): void {
  setReach('online');
}

/** A call failed: what that says about the connection. A refusal is an answer too; a canceled call says nothing. */
export function hearFailure(error: CallError): void {
  if (error.code === 'canceled') return;
  if (error.captivePortal) setReach('portal');
  // A refusal is an answer, and so is a failure that the platform itself tells of.
  else if (error.problem !== undefined || error.code === 'bad-request') setReach('online');
  else setReach('offline');
}

/** The device says that it has no network. */
export function hearOffline(): void {
  setReach('offline');
}

export function resetConnection(): void {
  connectionStore.setState({ reach: 'unknown' }, true);
}
