import { useRef, useState } from 'react';
import { forfeitBonus } from '../../../bridge/actions/bonuses';
import { isReached } from '../../../bridge/actions/reach';
import type { Bonus } from '../../../core/contract/bonuses';
import { errorWords } from '../../../core/error-words';
import { isDeviceOffline } from '../device-offline';
import { useOpenStarts } from '../use-starts';
import { words } from './words';

export type ForfeitPhase = { readonly is: 'idle' | 'asking' | 'sending' | 'password' } | { readonly is: 'failed'; readonly text: string };

/** Gives one bonus up. `isUnknown`: it went out and nobody knows yet what became of it. */
export function useForfeit(bonus: Bonus, onEnded: () => void) {
  const [phase, setPhase] = useState<ForfeitPhase>({ is: 'idle' });
  const isBusy = useRef(false);
  const isUnknown = useOpenStarts('forfeit').some(({ gameId, state }) => gameId === bonus.walletId && state === 'unknown');

  async function send(): Promise<ForfeitPhase> {
    if (isDeviceOffline() || !(await isReached())) return { is: 'failed', text: words.notSent };
    const outcome = await forfeitBonus(bonus);
    if (outcome.state === 'unknown') return { is: 'idle' };
    onEnded();
    if (outcome.state === 'confirmed') return { is: 'idle' };
    const { problem, notSent } = outcome;
    if (notSent) return { is: 'failed', text: words.notSent };
    if (problem?.code === 'password-needed') return { is: 'password' };
    if (problem?.code === 'conflict') return { is: 'failed', text: words.changed };
    return { is: 'failed', text: problem?.detail ?? errorWords({ code: 'bad-request', retryable: false, ...(problem && { problem }) }) };
  }

  async function forfeit(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase({ is: 'sending' });
    const next = await send();
    isBusy.current = false;
    setPhase(next);
  }

  return { phase, isUnknown, forfeit: () => void forfeit(), ask: () => setPhase({ is: 'asking' }), reset: () => setPhase({ is: 'idle' }) };
}
