import { useRef, useState } from 'react';
import { isReached } from '../../bridge/actions/reach';
import { requestWithdrawal } from '../../bridge/actions/withdrawals';
import type { WithdrawalRequest } from '../../bridge/actions/withdrawals';
import { pollNow, recheckSession } from '../../bridge/actions/sync';
import type { Problem } from '../../core/contract/problem';
import type { Withdrawal } from '../../core/contract/withdrawals';
import type { CallError } from '../../core/errors';
import { isDeviceOffline } from '../shared/form/device-offline';
import { formFailure } from '../shared/form/form-failure';
import { words } from './words';

export type RequestPhase =
  | { readonly is: 'idle' }
  | { readonly is: 'sending' }
  /** The platform wants the password before money moves. */
  | { readonly is: 'password'; readonly request: WithdrawalRequest }
  | { readonly is: 'failed'; readonly text: string; readonly needsSignIn: boolean }
  | { readonly is: 'made' };

/** The step that a refusal leads back to, because no other step can mend it. */
export type BackTo = 'where' | 'amount';

interface RequestOptions {
  readonly onMade: (withdrawal: Withdrawal) => void;
  /** `error` is for the field of that step; null where no field is to be marked. */
  readonly onBack: (step: BackTo, error: string | null) => void;
  /** The bounds or the requirements of a withdrawal have changed. */
  readonly onStale: () => void;
  readonly reload: () => void;
}

const FIELDS = ['amount', 'bankAccountId'] as const;
const UNREACHED = { notSent: words.notSent, unknown: words.checkingText };
const ABOUT_AMOUNT: ReadonlySet<string> = new Set(['insufficient-funds', 'limit-exceeded', 'turnover-needed']);

/** Turns a stored refusal back into the error of a call. */
export function asError(problem: Problem | null): CallError {
  return { code: 'bad-request', retryable: false, ...(problem && { problem, status: problem.status }) };
}

const failed = (text: string, needsSignIn = false): RequestPhase => ({ is: 'failed', text, needsSignIn });

/** Requests withdrawals. The intents show a request whose answer got lost. */
export function useRequest({ onMade, onBack, onStale, reload }: RequestOptions) {
  const [phase, setPhase] = useState<RequestPhase>({ is: 'idle' });
  const isBusy = useRef(false);

  function afterRefusal(request: WithdrawalRequest, problem: Problem | null, notSent: boolean): RequestPhase {
    if (notSent) return failed(words.neverSeen);
    if (problem?.code === 'password-needed') return { is: 'password', request };
    if (problem?.code === 'email-not-activated') void recheckSession();
    if (problem !== null && ABOUT_AMOUNT.has(problem.code)) void pollNow();
    onStale();
    const { fields, message } = formFailure(asError(problem), FIELDS, UNREACHED, false);
    if (problem !== null && ABOUT_AMOUNT.has(problem.code)) onBack('amount', fields['amount'] ?? message);
    else if (fields['amount'] !== undefined) onBack('amount', fields['amount']);
    // The account was removed meanwhile, here or on another device.
    else if (fields['bankAccountId'] !== undefined || problem?.code === 'not-found') onBack('where', null);
    if (message === null) return { is: 'idle' };
    return failed(message, problem?.code === 'binding-missing');
  }

  async function send(request: WithdrawalRequest): Promise<RequestPhase> {
    if (!(await isReached())) return failed(words.notSent);
    const outcome = await requestWithdrawal(request);
    if (outcome.state === 'refused') return afterRefusal(request, outcome.problem, outcome.notSent);
    // The request stands at the top now, in place of the form.
    document.querySelector<HTMLElement>('#main h1')?.focus();
    if (outcome.state === 'unknown') return { is: 'idle' };
    onStale();
    if (outcome.answer === null) {
      reload();
      return { is: 'made' };
    }
    onMade(outcome.answer);
    return { is: 'idle' };
  }

  async function sendRequest(request: WithdrawalRequest): Promise<void> {
    if (isBusy.current) return;
    if (isDeviceOffline()) {
      // The phone has no network, so nothing can leave it, and no intent is made that would have to be checked later.
      setPhase(failed(words.notSent));
      return;
    }
    isBusy.current = true;
    setPhase({ is: 'sending' });
    const next = await send(request);
    isBusy.current = false;
    setPhase(next);
  }

  return { phase, sendRequest, reset: () => setPhase({ is: 'idle' }) };
}
