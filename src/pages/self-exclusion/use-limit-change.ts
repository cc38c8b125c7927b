import { useState } from 'react';
import { confirmLimit, dropPendingLimit, lowerLimitLater, setLimit } from '../../bridge/actions/protection';
import type { LimitWish } from '../../bridge/actions/protection';
import type { CallError } from '../../core/errors';
import { koboToNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { connectionStore } from '../../state/connection';
import { notify } from '../../state/notifications';
import { isDeviceOffline } from '../shared/form/device-offline';
import { formFailure } from '../shared/form/form-failure';
import type { LimitFacts } from './limit-facts';
import { kindOfChange } from './limit-facts';
import { words } from './words';

const UNREACHED = { notSent: words.notSent, unknown: words.unknownOutcome } as const;

const isOffline = (): boolean => ['offline', 'portal'].includes(connectionStore.getState().reach);

export interface LimitChange {
  readonly busy: boolean;
  /** The error at the field, or above the form. */
  readonly error: string | null;
  readonly clear: () => void;
  /** True when it is done or stored. `amount` null: no limit. */
  readonly save: (amount: Kobo | null) => Promise<boolean>;
  readonly confirm: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/**
 * Changes one limit of the player. A lower one is set now, or stored and sent later when nobody answers. A higher one is set now or not at
 * all.
 */
export function useLimitChange({ limit, own }: LimitFacts): LimitChange {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const at = { kind: limit.kind, period: limit.period };

  const refuse = (failed: CallError): boolean => {
    const { fields, message } = formFailure(failed, ['amount'], UNREACHED, isDeviceOffline());
    setError(fields['amount'] ?? message);
    return false;
  };

  async function lowerLater(amount: number): Promise<boolean> {
    const result = await lowerLimitLater({ ...at, amount });
    if (result.outcome === 'refused' || result.outcome === 'unknown') return refuse(result.error);
    if (result.outcome === 'not-taken') setError(words.notSent);
    else notify({ kind: 'success', text: result.outcome === 'sent' ? words.saved : words.appliesHere });
    return result.outcome !== 'not-taken';
  }

  async function change(request: LimitWish, isLower: boolean): Promise<boolean> {
    if (isLower && request.amount !== null && isOffline()) return lowerLater(request.amount);
    const result = await setLimit(request);
    if (result.ok) {
      notify({ kind: 'success', text: isLower ? words.saved : words.raiseAsked });
      return true;
    }
    const isAnswered = result.error.problem !== undefined || result.error.code === 'bad-request' || result.error.code === 'canceled';
    return isLower && request.amount !== null && !isAnswered ? lowerLater(request.amount) : refuse(result.error);
  }

  async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true);
    setError(null);
    return work().finally(() => setBusy(false));
  }

  return {
    busy,
    error,
    clear: () => setError(null),
    save: (amount) => {
      const isLower = kindOfChange(amount, own) === 'lower';
      return whileBusy(() => change({ ...at, amount: amount === null ? null : koboToNaira(amount) }, isLower));
    },
    confirm: () =>
      whileBusy(async () => {
        if (limit.pending === null) return;
        const result = await confirmLimit({ ...at, amount: limit.pending.amount });
        if (!result.ok) refuse(result.error);
      }),
    drop: () =>
      whileBusy(async () => {
        const result = await dropPendingLimit(at);
        if (!result.ok) refuse(result.error);
      }),
  };
}
