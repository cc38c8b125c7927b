/** Whether the platform is reached. A request that answers is the truth; `navigator.onLine` is a hint for "no" only. */
import { createStore } from 'zustand/vanilla';
import { isAnswer } from '../core/errors';
import type { CallError } from '../core/errors';

/**
 * `unknown`: nothing was asked yet. `online`: the platform answers. `offline`: it can't be reached. `portal`: a network answered
 * in its place, which wants a sign-in of its own.
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

/** Take this before a call, and give it to `noteFailure` when the call has failed. */
export const answerCount = (): number => answersStore.getState().count;

/** Notes that the platform answered, with success or with a refusal. */
export function notePlatformAnswer(): void {
  answersStore.setState(({ count }) => ({ count: count + 1 }));
  setReach('online');
}

/**
 * Notes what a failed call says about the connection. A refusal is an answer, too. A canceled call says nothing, and neither does a
 * call that was lost while others were answered: `since` is `answerCount()` from before it.
 */
export function noteFailure(error: CallError, since = answerCount()): void {
  if (error.code === 'canceled') return;
  if (isAnswer(error)) return notePlatformAnswer();
  if (answerCount() > since) return;
  setReach(error.captivePortal ? 'portal' : 'offline');
}

/** Notes that the device says it has no network. */
export function noteOffline(): void {
  setReach('offline');
}

/** Calls `listener` each time the platform is reached again: after no connection, and after a network that wanted a sign-in of its own. */
export function onReconnect(listener: () => void): () => void {
  return connectionStore.subscribe((now, before) => {
    if (now.reach === 'online' && (before.reach === 'offline' || before.reach === 'portal')) listener();
  });
}

/** Calls `listener` each time the platform is lost: what the page shows as current is of an earlier time from then on. */
export function onCut(listener: () => void): () => void {
  const isCut = (reach: Reach) => reach === 'offline' || reach === 'portal';
  return connectionStore.subscribe((now, before) => {
    if (isCut(now.reach) && !isCut(before.reach)) listener();
  });
}

export function resetConnection(): void {
  connectionStore.setState({ reach: 'unknown' }, true);
}
