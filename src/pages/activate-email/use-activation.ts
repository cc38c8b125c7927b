import { useEffect, useState } from 'react';
import { activateEmail } from '../../bridge/actions/session';
import { recheckSession } from '../../bridge/actions/sync';
import { errorWords } from '../../core/error-words';
import type { Result } from '../../core/errors';
import { connectionStore } from '../../state/connection';
import { figuresStore } from '../../state/figures';
import { isDeviceOffline } from '../shared/form/device-offline';
import { deliveryOf } from '../shared/form/form-failure';

/** `refused`: the platform said no. `waiting`: the platform was not reached. `unknown`: the answer got lost, so it may have been done. */
export type Activation =
  | { readonly is: 'working' | 'waiting' | 'unknown' }
  /** `isFirst`: this device knew that the player's e-mail was not confirmed before. */
  | { readonly is: 'done'; readonly isFirst: boolean }
  /** `isOfOtherAccount`: the link belongs to another account than that of the signed-in player. */
  | { readonly is: 'refused'; readonly words: string; readonly isOfOtherAccount: boolean };

/** A token works once, so drawing the page twice must not send it twice. */
const tries = new Map<string, Promise<Result<undefined>>>();

function tryOnce(token: string, count: number): Promise<Result<undefined>> {
  const name = `${token} ${count}`;
  const running = tries.get(name) ?? activateEmail(token);
  tries.set(name, running);
  return running;
}

function activationOf(result: Result<undefined>, isFirst: boolean): Activation {
  if (result.ok) return { is: 'done', isFirst };
  const delivery = deliveryOf(result.error, isDeviceOffline());
  if (delivery === 'answered' && !result.error.retryable) {
    return { is: 'refused', words: errorWords(result.error), isOfOtherAccount: result.error.problem?.reason === 'other-account' };
  }
  return { is: delivery === 'not-sent' ? 'waiting' : 'unknown' };
}

interface ActivationHook {
  /** Null without a token. */
  readonly activation: Activation | null;
  readonly tryAgain: () => void;
}

/** Sends the token to the platform, and again when the connection comes back. */
export function useActivation(token: string | null): ActivationHook {
  const [count, setCount] = useState(0);
  const [latest, setLatest] = useState<{ readonly of: string; readonly activation: Activation } | null>(null);
  const name = `${token ?? ''} ${count}`;
  const activation: Activation | null = token === null ? null : latest?.of === name ? latest.activation : { is: 'working' };
  const tryAgain = () => setCount((n) => n + 1);

  useEffect(() => {
    if (token === null) return;
    let isWanted = true;
    const isFirst = figuresStore.getState().accountData?.emailActivated === false;
    const activate = async () => {
      const result = await tryOnce(token, count);
      // The session is loaded again: after a success the account may move money, and after a refusal it may have been active all along.
      const rechecked = recheckSession();
      if (result.ok) await rechecked;
      if (isWanted) setLatest({ of: `${token} ${count}`, activation: activationOf(result, isFirst) });
    };
    void activate();
    return () => {
      isWanted = false;
    };
  }, [token, count]);

  const isWaiting = activation?.is === 'waiting' || activation?.is === 'unknown';
  useEffect(() => {
    if (!isWaiting) return;
    const retry = () => setCount((n) => n + 1);
    window.addEventListener('online', retry);
    const unsubscribe = connectionStore.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach !== 'online') retry();
    });
    return () => {
      window.removeEventListener('online', retry);
      unsubscribe();
    };
  }, [isWaiting]);

  return { activation, tryAgain };
}
