import { useRef, useState } from 'react';
import { claimPromotion } from '../../bridge/actions/promotions';
import { isReached } from '../../bridge/actions/reach';
import { recheckSession } from '../../bridge/sync-worker';
import type { Problem } from '../../core/contract/problem';
import { errorWords } from '../../core/error-words';
import type { Intent } from '../../core/intent';
import type { PromotionId } from '../../core/promotions';
import { isDeviceOffline } from '../shared/device-offline';
import { useNotStarted, useOpenStarts } from '../shared/use-starts';
import { refusalWords } from './refusal';
import { words } from './words';

export type ClaimPhase =
  | { readonly is: 'idle' | 'sending' | 'password' }
  | { readonly is: 'failed'; readonly text: string; readonly needsSignIn: boolean };

export interface Claim {
  readonly phase: ClaimPhase;
  /** One whose answer is not known. */
  readonly open: Intent | undefined;
  readonly claim: (version: number) => void;
  readonly reset: () => void;
}

const failed = (text: string, needsSignIn = false): ClaimPhase => ({ is: 'failed', text, needsSignIn });

/** A refusal of the platform's, as this page says it. */
function textOf(problem: Problem | null): string {
  if (problem?.code === 'conflict') return words.changed;
  if (problem?.code === 'not-claimable') return refusalWords(problem.reason ?? null);
  return problem?.detail ?? errorWords({ code: 'bad-request', retryable: false, ...(problem && { problem }) });
}

/** Claims one promotion. What is unknown is shown by the intents; `onEnded` hears that something may have changed. */
export function useClaim(promotionId: PromotionId, onEnded: () => void): Claim {
  const [phase, setPhase] = useState<ClaimPhase>({ is: 'idle' });
  const isBusy = useRef(false);
  const open = useOpenStarts('claim').find(({ gameId, state }) => gameId === promotionId && state === 'unknown');
  const late = useNotStarted('claim', onEnded).findLast(({ gameId }) => gameId === promotionId);

  async function send(version: number): Promise<ClaimPhase> {
    if (isDeviceOffline() || !(await isReached())) return failed(words.notSent);
    const outcome = await claimPromotion(promotionId, version);
    if (outcome.state === 'unknown') return { is: 'idle' };
    onEnded();
    if (outcome.state === 'confirmed') return { is: 'idle' };
    const { problem, notSent } = outcome;
    if (notSent) return failed(words.notSent);
    if (problem?.code === 'password-needed') return { is: 'password' };
    if (problem?.code === 'email-not-activated' || problem?.code === 'cool-off' || problem?.code === 'self-excluded') void recheckSession();
    return failed(textOf(problem), problem?.code === 'binding-missing');
  }

  async function claim(version: number): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase({ is: 'sending' });
    const next = await send(version);
    isBusy.current = false;
    setPhase(next);
  }

  const isToldLate = phase.is === 'idle' && open === undefined && late !== undefined;
  const told = late?.refusal?.because === 'platform' ? textOf(late.refusal.problem) : words.notSent;
  return {
    phase: isToldLate ? failed(told) : phase,
    open,
    claim: (version) => void claim(version),
    reset: () => setPhase({ is: 'idle' }),
  };
}
