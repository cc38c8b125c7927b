import { useState } from 'react';
import { confirmCorrection, newKey, withdrawCorrection } from '../../../bridge/actions/corrections';
import type { Correction } from '../../../core/contract/corrections';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { deliveryOf } from '../../shared/form/form-failure';
import { whatOf } from './texts';
import { words } from './words';

/** The decision that this admin is about to make. */
export interface CorrectionAct {
  readonly kind: 'confirm' | 'withdraw';
  readonly item: Correction;
}

export interface CorrectionOutcome {
  readonly kind: 'success' | 'warning';
  readonly text: string;
}

export interface CorrectionDecision {
  readonly act: CorrectionAct | null;
  readonly busy: boolean;
  readonly outcome: CorrectionOutcome | null;
  /** The password has to be given again before this is sent. */
  readonly asksPassword: boolean;
  readonly begin: (act: CorrectionAct) => void;
  readonly end: () => void;
  readonly decide: () => void;
  /** Says what came of something else on the page. */
  readonly say: (outcome: CorrectionOutcome | null) => void;
  readonly onPasswordConfirmed: () => void;
  readonly onPasswordCanceled: () => void;
}

function outcomeOf(item: Correction, error: CallError): CorrectionOutcome {
  const delivery = deliveryOf(error, isDeviceOffline());
  if (delivery === 'answered') return { kind: 'warning', text: words.refused(whatOf(item), errorWords(error)) };
  return { kind: 'warning', text: delivery === 'not-sent' ? words.notSent : words.unknown(whatOf(item)) };
}

/** Takes one decision at a time. After a lost answer it keeps the key, so that a second press is the same request. */
export function useCorrectionDecision(reload: () => void): CorrectionDecision {
  const [act, setAct] = useState<CorrectionAct | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<CorrectionOutcome | null>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  /** By proposal, the key of a request without an answer. */
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});

  async function send({ kind, item }: CorrectionAct): Promise<void> {
    const { proposalId } = item;
    const key = keys[proposalId] ?? newKey();
    setOutcome(null);
    setBusy(true);
    const result = kind === 'confirm' ? await confirmCorrection(item, key) : await withdrawCorrection(proposalId);
    setBusy(false);
    const isUnanswered = !result.ok && result.error.problem === undefined;
    setKeys(({ [proposalId]: _old, ...others }) => (isUnanswered ? { ...others, [proposalId]: key } : others));
    if (result.ok) {
      const text = kind === 'withdraw' ? words.withdrawn : item.amount === 0 ? words.confirmedWithoutMoney : words.confirmed;
      setOutcome({ kind: 'success', text: text(whatOf(item)) });
    } else if (result.error.problem?.code === 'password-needed') {
      setAsksPassword(true);
      return;
    } else if (result.error.code !== 'canceled') {
      setOutcome(outcomeOf(item, result.error));
    }
    setAct(null);
    reload();
  }

  return {
    act, busy, outcome, asksPassword,
    begin: (next) => {
      setOutcome(null);
      setAct(next);
    },
    end: () => setAct(null),
    decide: () => {
      if (act !== null) void send(act);
    },
    say: setOutcome,
    onPasswordConfirmed: () => {
      setAsksPassword(false);
      if (act !== null) void send(act);
    },
    onPasswordCanceled: () => setAsksPassword(false),
  };
}
