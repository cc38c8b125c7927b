import { useEffect, useRef, useState } from 'react';
import { startDeposit } from '../../bridge/actions/cashier';
import type { DepositRequest } from '../../bridge/actions/cashier';
import { isReached } from '../../bridge/actions/reach';
import { loadProtection } from '../../bridge/actions/protection';
import { recheckSession } from '../../bridge/actions/sync';
import type { Deposit } from '../../core/contract/cashier';
import type { Problem } from '../../core/contract/problem';
import { errorWords } from '../../core/error-words';
import type { CallError } from '../../core/errors';
import { clock } from '../../core/time';
import { isDeviceOffline } from '../shared/form/device-offline';
import { formFailure } from '../shared/form/form-failure';
import type { FieldErrors } from '../shared/form/use-form';
import { findEqualDeposit } from './equal-deposit';
import { paymentUrl } from './payment-urls';
import { words } from './words';

export type StartPhase =
  | { readonly is: 'idle' }
  | { readonly is: 'sending' }
  /** The browser is on its way to the payment page. */
  | { readonly is: 'leaving'; readonly url: string }
  /** The platform wants the password again before money moves. */
  | { readonly is: 'password'; readonly request: DepositRequest }
  /** An equal deposit was started a moment ago, so nothing is sent before the player has confirmed this one. */
  | { readonly is: 'repeated'; readonly request: DepositRequest }
  | { readonly is: 'failed'; readonly text: string; readonly needsSignIn: boolean; readonly needsIdentity?: true }
  | { readonly is: 'started' };

interface StartOptions {
  /** The deposits that this device knows. */
  readonly deposits: readonly Deposit[];
  readonly onStarted: (deposit: Deposit) => void;
  readonly onFields: (errors: FieldErrors) => void;
  readonly reload: () => void;
}

const FIELDS = ['amount', 'bankCode'] as const;
const UNREACHED = { notSent: words.notSent, unknown: words.checkingText };
const NOT_SENT: StartPhase = { is: 'failed', text: words.notSent, needsSignIn: false };

/** Turns a stored refusal back into the error of a call. */
function asError(problem: Problem | null): CallError {
  return { code: 'bad-request', retryable: false, ...(problem && { problem, status: problem.status }) };
}

/** Starts deposits and goes where the platform says. The intents show a start whose answer got lost. */
export function useStart({ deposits, onStarted, onFields, reload }: StartOptions) {
  const [phase, setPhase] = useState<StartPhase>({ is: 'idle' });
  const isBusy = useRef(false);

  // The player is back from the payment page through the browser's cache, so nothing is being sent any more.
  useEffect(() => {
    const afterReturn = ({ persisted }: PageTransitionEvent) => persisted && setPhase({ is: 'idle' });
    window.addEventListener('pageshow', afterReturn);
    return () => window.removeEventListener('pageshow', afterReturn);
  }, []);

  function afterRefusal(request: DepositRequest, problem: Problem | null, notSent: boolean): StartPhase {
    if (notSent) return { is: 'failed', text: words.neverSeen, needsSignIn: false };
    if (problem?.code === 'password-needed') return { is: 'password', request };
    if (problem?.code === 'repeated-deposit') {
      // The equal deposit was started on another device or in another tab. The question names it once the list has it.
      reload();
      return { is: 'repeated', request };
    }
    if (problem?.code === 'email-not-activated' || problem?.code === 'cool-off' || problem?.code === 'self-excluded') void recheckSession();
    if (problem?.code === 'limit-exceeded') {
      void loadProtection();
      onFields({ amount: errorWords(asError(problem)) });
      return { is: 'idle' };
    }
    if (problem?.code === 'identity-needed') return { is: 'failed', text: errorWords(asError(problem)), needsSignIn: false, needsIdentity: true };
    const { fields, message } = formFailure(asError(problem), FIELDS, UNREACHED, false);
    onFields(fields);
    if (message === null) return { is: 'idle' };
    return { is: 'failed', text: message, needsSignIn: problem?.code === 'binding-missing' };
  }

  async function send(request: DepositRequest): Promise<StartPhase> {
    if (!(await isReached())) return NOT_SENT;
    const outcome = await startDeposit(request);
    if (outcome.state === 'unknown') {
      // The request stands at the top now, in place of the form.
      document.querySelector<HTMLElement>('#main h1')?.focus();
      return { is: 'idle' };
    }
    if (outcome.state === 'refused') return afterRefusal(request, outcome.problem, outcome.notSent);
    if (outcome.answer === null) {
      reload();
      return { is: 'started' };
    }
    onStarted(outcome.answer);
    const url = paymentUrl(outcome.answer.next, location.href);
    // Nothing is read from IndexedDB before we leave, because a page that is left during a transaction does not go into the back/forward cache.
    if (url !== null) return { is: 'leaving', url };
    void loadProtection();
    document.querySelector<HTMLElement>('#main h1')?.focus();
    return { is: 'idle' };
  }

  async function start(request: DepositRequest): Promise<void> {
    if (isBusy.current) return;
    if (request.again === undefined && findEqualDeposit(deposits, request, clock.now()) !== null) {
      setPhase({ is: 'repeated', request });
      return;
    }
    if (isDeviceOffline()) {
      // The phone has no network, so nothing can leave it, and no intent is made that would have to be checked later.
      setPhase(NOT_SENT);
      return;
    }
    isBusy.current = true;
    setPhase({ is: 'sending' });
    const next = await send(request);
    isBusy.current = false;
    setPhase(next);
    if (next.is === 'leaving') location.assign(next.url);
  }

  return { phase, start, reset: () => setPhase({ is: 'idle' }) };
}
