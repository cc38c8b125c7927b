import { useState } from 'react';
import { approve, refuse } from '../../../bridge/actions/approvals';
import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { deliveryOf } from '../../shared/form/form-failure';
import { approvedWords, requestOf } from './withdrawal-texts';
import type { QueueHook } from './use-queue';
import { words } from './words';

export type Kind = 'approve' | 'refuse';

/** The decision that this admin is about to make. */
export interface Act {
  readonly kind: Kind;
  readonly item: AdminWithdrawal;
}

interface Order extends Act {
  /** The reason of a refusal; empty for an approval. */
  readonly reason: string;
}

/** The outcome of the last decision. */
export interface DecisionOutcome {
  readonly kind: 'success' | 'warning';
  readonly text: string;
}

export interface Decision {
  readonly act: Act | null;
  readonly busy: boolean;
  readonly outcome: DecisionOutcome | null;
  /** The password has to be given again before this is sent. */
  readonly asksPassword: boolean;
  readonly begin: (act: Act) => void;
  readonly end: () => void;
  readonly decide: (reason?: string) => void;
  readonly onPasswordConfirmed: () => void;
  readonly onPasswordCanceled: () => void;
}

function outcomeOf(item: AdminWithdrawal, error: CallError): DecisionOutcome {
  const { problem } = error;
  if (problem?.code === 'conflict') return { kind: 'warning', text: words.conflict(requestOf(item), problem.detail ?? problem.title) };
  const delivery = deliveryOf(error, isDeviceOffline());
  if (delivery === 'answered') return { kind: 'warning', text: errorWords(error) };
  return { kind: 'warning', text: delivery === 'not-sent' ? words.notSent : words.unknown(requestOf(item)) };
}

/** Takes one decision at a time, from the press to the platform's answer. After a lost answer it reloads the list and does not guess. */
export function useDecision({ dispatch, reload }: Pick<QueueHook, 'dispatch' | 'reload'>): Decision {
  const [act, setAct] = useState<Act | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<DecisionOutcome | null>(null);
  const [unsent, setUnsent] = useState<Order | null>(null);

  function begin(next: Act): void {
    setOutcome(null);
    setAct(next);
    dispatch({ type: 'hold', id: next.item.withdrawalId });
  }

  function end(): void {
    setAct(null);
    dispatch({ type: 'let-go' });
  }

  async function send(order: Order): Promise<void> {
    const { kind, item, reason } = order;
    setOutcome(null);
    setBusy(true);
    const result = kind === 'approve' ? await approve(item.withdrawalId) : await refuse(item.withdrawalId, reason);
    setBusy(false);
    if (result.ok) {
      dispatch({ type: 'answered', item: result.data });
      setOutcome({ kind: 'success', text: kind === 'approve' ? approvedWords(result.data) : words.refused(requestOf(result.data)) });
      end();
    } else if (result.error.problem?.code === 'password-needed') {
      setUnsent(order);
      return;
    } else if (result.error.code !== 'canceled') {
      setOutcome(outcomeOf(item, result.error));
      // A typed reason stays at its row, because it may be sent again.
      if (kind === 'approve' || result.error.problem?.code === 'conflict') end();
    }
    reload();
  }

  return {
    act, busy, outcome, begin, end,
    asksPassword: unsent !== null,
    decide: (reason = '') => {
      if (act !== null) void send({ ...act, reason });
    },
    onPasswordConfirmed: () => {
      setUnsent(null);
      if (unsent !== null) void send(unsent);
    },
    onPasswordCanceled: () => setUnsent(null),
  };
}
