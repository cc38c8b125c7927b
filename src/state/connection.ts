/** Whether the platform is reached. A request that answers is the truth; `navigator.onLine` is a hint for "no" only. */
import { createStore } from 'zustand/vanilla';
import { isAnswer } from '../core/errors';
import type { CallError } from '../core/errors';

/**
 * `unknown`: nothing was asked yet. `online`: the platform answers. `offline`: nothing of it is reached. `portal`: something
 * else answered that wants a sign-in of its own.
 */
export type Reach = 'unknown' | 'online' | 'offline' | 'portal';

export interface ConnectionState {
  readonly reach: Reach;
}

export const connectionStore = createStore<ConnectionState>()(() => ({ reach: 'unknown' }));

function setReach(reach: Reach): void {
  if (connectionStore.getState().reach !== reach) connectionStore.setState({ reach });
}

/** Counts the answers of the platform in this page. */
const answersStore = createStore<{ readonly count: number }>()(() => ({ count: 0 }));

/** Take this before a call, and give it to `hearFailure` when the call has failed. */
export const answersSoFar = (): number => answersStore.getState().count;

/** The platform answered, whatever it said. */
export function hearPlatform(): void {
  answersStore.setState(({ count }) => ({ count: count + 1 }));
  setReach('online');
}

/**
 * A call failed: what that says about the connection. A refusal is an answer too; a canceled call says nothing. Nor does a
 * call that was lost while others were answered: `since` is `answersSoFar()` from before it.
 */
export function hearFailure(error: CallError, since = answersSoFar()): void {
  if (error.code === 'canceled') return;
  if (isAnswer(error)) return hearPlatform();
  if (answersSoFar() > since) return;
  setReach(error.captivePortal ? 'portal' : 'offline');
}

/** The device says that it has no network. */
export function hearOffline(): void {
  setReach('offline');
}

/** Calls `listener` each time the platform is reached again: after no connection, and after a network that wanted a sign-in of its own. */
export function onReconnect(listener: () => void): () => void {
  return connectionStore.subscribe((now, before) => {
    if (now.reach === 'online' && (before.reach === 'offline' || before.reach === 'portal')) listener();
  });
}

export function resetConnection(): void {
  connectionStore.setState({ reach: 'unknown' }, true);
}
