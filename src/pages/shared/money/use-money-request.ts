import { useRef, useState } from 'react';
import { isReached } from '../../../bridge/actions/reach';
import type { IntentOutcome } from '../../../bridge/actions/intents';
import { recheckSession } from '../../../bridge/actions/sync';
import type { Problem } from '../../../core/contract/problem';
import { errorWords } from '../../../core/error-words';
import type { IntentKind } from '../../../core/intent';
import { isDeviceOffline } from '../form/device-offline';
import { useLateRefusals, useOpenIntents } from './use-unknown-intents';

export type MoneyRequestPhase =
  | { readonly is: 'idle' | 'sending' | 'password' }
  | { readonly is: 'failed'; readonly text: string; readonly needsSignIn: boolean };

interface MoneyRequest {
  readonly kind: IntentKind;
  /** The subject of the call: the intent's `gameId`. */
  readonly id: string;
  readonly send: () => Promise<IntentOutcome<unknown>>;
  readonly words: { readonly notSent: string; readonly changed: string };
  /** The page's own words about a refusal; null = the platform's words. */
  readonly refusal?: (problem: Problem) => string | null;
  /** Called when something may be different now. */
  readonly onEnded: () => void;
}

/** Sends one call about money, once. `isUnknown`: it was sent, and its answer got lost. */
export function useMoneyRequest({ kind, id, send, words, refusal, onEnded }: MoneyRequest) {
  const [phase, setPhase] = useState<MoneyRequestPhase>({ is: 'idle' });
  const isBusy = useRef(false);
  const isUnknown = useOpenIntents(kind).some(({ gameId, state }) => gameId === id && state === 'unknown');
  const late = useLateRefusals(kind, onEnded).findLast(({ gameId }) => gameId === id);
  /** The key of the last late refusal that the player has seen, because a new try began after it. */
  const [seenKey, setSeenKey] = useState<string | null>(null);

  /** `not-sent`: it did not reach the platform. */
  function failed(problem: Problem | null | 'not-sent'): MoneyRequestPhase {
    if (problem === 'not-sent') return { is: 'failed', text: words.notSent, needsSignIn: false };
    const ownWords = problem === null ? null : problem.code === 'conflict' ? words.changed : (refusal?.(problem) ?? null);
    const text = ownWords ?? problem?.detail ?? errorWords({ code: 'bad-request', retryable: false, ...(problem && { problem }) });
    return { is: 'failed', text, needsSignIn: problem?.code === 'binding-missing' };
  }

  async function next(): Promise<MoneyRequestPhase> {
    if (isDeviceOffline() || !(await isReached())) return failed('not-sent');
    const outcome = await send();
    if (outcome.state === 'unknown') return { is: 'idle' };
    onEnded();
    if (outcome.state === 'confirmed') return { is: 'idle' };
    const { problem, notSent } = outcome;
    if (problem?.code === 'password-needed') return { is: 'password' };
    if (problem?.status === 403) void recheckSession();
    return failed(notSent ? 'not-sent' : problem);
  }

  async function ask(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setSeenKey(late?.key ?? null);
    setPhase({ is: 'sending' });
    const nextPhase = await next();
    isBusy.current = false;
    setPhase(nextPhase);
  }

  // The end came after the page had stopped waiting, so it is shown now; otherwise the player would never learn of it.
  const isLate = phase.is === 'idle' && !isUnknown && late !== undefined && late.key !== seenKey;
  return {
    phase: isLate ? failed(late.refusal?.because === 'platform' ? late.refusal.problem : 'not-sent') : phase,
    isUnknown,
    ask: () => void ask(),
    reset: () => {
      setSeenKey(late?.key ?? null);
      setPhase({ is: 'idle' });
    },
  };
}
