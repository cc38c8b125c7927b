/** The store of the connection to the platform. An answered request proves it; `navigator.onLine` only hints that there is none. */
import { createStore } from 'zustand/vanilla';
import { failure, isAnswer } from '../core/errors';
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

/**
 * For this long after an answer, a lost call does not count as a lost connection. It is longer than the time between two
 * answered polls of the balance, so that a player whom the platform answers is never told that it is out of reach because one
 * call was lost.
 */
export const ANSWER_COUNTS_MS = 25_000;

/** When the platform last answered, by the steady clock; minus infinity once it was said to be out of reach. */
const answerStore = createStore<{ readonly at: number }>()(() => ({ at: Number.NEGATIVE_INFINITY }));

/** No call is under way for longer than this. */
export const LONGEST_CALL_MS = 20_000;

/** When the device last said that it has no network, by the steady clock. */
const lossStore = createStore<{ readonly at: number }>()(() => ({ at: Number.NEGATIVE_INFINITY }));

/**
 * Returns true if a question was asked (by the steady clock) before the device said that it had lost its network. The answer was
 * under way by then, so it says nothing about the present connection.
 */
export function isFromBeforeLoss(askedAt: number): boolean {
  const { at } = lossStore.getState();
  return askedAt < at && performance.now() - at < LONGEST_CALL_MS;
}

/** Notes that the platform answered, with success or with a refusal. */
export function notePlatformAnswer(): void {
  answerStore.setState({ at: performance.now() });
  setReach('online');
}

/** Notes what a failed call says about the connection. A refusal is an answer, too. A canceled call says nothing. */
export function noteFailure(error: CallError): void {
  if (error.code === 'canceled') return;
  if (isAnswer(error)) return notePlatformAnswer();
  if (performance.now() - answerStore.getState().at >= ANSWER_COUNTS_MS) noteUnreached(error);
}

/** Notes that nothing of a whole poll came through. */
export function noteUnreached({ captivePortal }: CallError): void {
  answerStore.setState({ at: Number.NEGATIVE_INFINITY });
  setReach(captivePortal ? 'portal' : 'offline');
}

/** Notes that the device says it has no network. */
export function noteOffline(): void {
  lossStore.setState({ at: performance.now() });
  noteUnreached(failure('network').error);
}

/** Calls `listener` each time the platform is reached again: after no connection, and after a network that wanted a sign-in of its own. */
export function onReconnect(listener: () => void): () => void {
  return connectionStore.subscribe((now, before) => {
    if (now.reach === 'online' && (before.reach === 'offline' || before.reach === 'portal')) listener();
  });
}

export const isLost = (reach: Reach): boolean => reach === 'offline' || reach === 'portal';

/** Calls `listener` each time the platform is lost. From then on what the page shows as current is old. */
export function onDisconnect(listener: () => void): () => void {
  return connectionStore.subscribe((now, before) => {
    if (isLost(now.reach) && !isLost(before.reach)) listener();
  });
}

export function resetConnection(): void {
  answerStore.setState({ at: Number.NEGATIVE_INFINITY });
  lossStore.setState({ at: Number.NEGATIVE_INFINITY });
  connectionStore.setState({ reach: 'unknown' }, true);
}
