import { useState } from 'react';
import { loadBankAccounts } from '../../bridge/actions/withdrawals';
import type { BankAccount, Withdrawal, WithdrawalOptions } from '../../core/contract/withdrawals';
import { koboToNaira } from '../../core/money';
import { ownForm } from '../../state/form-input';
import { useFigures, useSession } from '../../state/use';
import type { Form } from '../shared/form/use-form';
import { useForm } from '../shared/form/use-form';
import { boundsOf, readAmount } from './amount';
import type { Amount, Bounds } from './amount';
import { useLoaded } from '../shared/answers/use-loaded';
import type { LoadedAnswer } from '../shared/answers/use-loaded';
import { conditionsOf, lockedAmount, turnoverOf, unplayedChoiceOf } from './turnover';
import type { Turnover, UnplayedChoice } from './turnover';
import { useRequest } from './use-request';
import type { RequestPhase } from './use-request';

/** The decisions in their order. */
export const STEPS = ['where', 'amount', 'confirm'] as const;
export type Step = (typeof STEPS)[number];

export type RequestValues = Readonly<Record<'account' | 'amount', string>> & { readonly unplayed: UnplayedChoice };

export interface RequestForm {
  readonly step: Step;
  readonly form: Form<RequestValues>;
  readonly accounts: LoadedAnswer<readonly BankAccount[]>;
  /** The chosen account. */
  readonly account: BankAccount | undefined;
  readonly bounds: Bounds;
  readonly amount: Amount;
  /** Null where everything was played. */
  readonly turnover: Turnover | null;
  readonly unplayedChoice: UnplayedChoice;
  readonly phase: RequestPhase;
  readonly choose: (account: BankAccount) => void;
  readonly goTo: (step: Step) => void;
  /** Sends the request, and sends it again after the password. */
  readonly send: () => void;
  readonly reset: () => void;
}

interface RequestFormOptions {
  readonly options: WithdrawalOptions | null;
  /** The player came here to close the account. */
  readonly isClosing: boolean;
  readonly onMade: (withdrawal: Withdrawal) => void;
  /** The bounds or the requirements of a withdrawal have changed. */
  readonly onStale: () => void;
  readonly reload: () => void;
}

/** The decisions so far, and the request that they make. */
export function useRequestForm({ options, isClosing, onMade, onStale, reload }: RequestFormOptions): RequestForm {
  const userId = useSession((session) => session.userId);
  const balance = useSession((session) => session.balance);
  const isBalanceLive = useFigures((figures) => figures.balance.source === 'live');
  const accounts = useLoaded(loadBankAccounts);
  const form = useForm<RequestValues>({ name: ownForm('withdraw', userId), initial: { account: '', amount: '', unplayed: isClosing ? 'closing' : '' } });
  const [requestedStep, setStep] = useState<Step>('amount');
  const account = accounts.data?.find(({ bankAccountId }) => bankAccountId === form.values.account);
  const turnover = turnoverOf(options);
  const unplayedChoice = unplayedChoiceOf(options, form.values.unplayed);
  const bounds = boundsOf(options, balance, isBalanceLive, lockedAmount(turnover, unplayedChoice), unplayedChoice !== '');
  const amount = readAmount(form.values.amount, bounds);
  const { phase, sendRequest, reset } = useRequest({
    onMade: (withdrawal) => {
      form.fill({ amount: '', unplayed: '' });
      setStep('amount');
      onMade(withdrawal);
    },
    onBack: (to, error) => {
      setStep(to);
      if (to === 'where') accounts.reload();
      if (error !== null) form.refuse({ amount: error });
    },
    onStale,
    reload,
  });

  function goTo(to: Step): void {
    reset();
    setStep(to);
  }

  return {
    // No step opens before the decisions that it needs.
    step: account === undefined ? 'where' : requestedStep === 'confirm' && !amount.ok ? 'amount' : requestedStep,
    form,
    accounts,
    account,
    bounds,
    amount,
    turnover,
    unplayedChoice,
    phase,
    choose: ({ bankAccountId }) => {
      form.set('account', bankAccountId);
      goTo(amount.ok ? 'confirm' : 'amount');
    },
    goTo,
    send: () => {
      if (phase.is === 'password') return void sendRequest(phase.request);
      if (account === undefined || !amount.ok) return;
      const conditions = conditionsOf({ amount: amount.kobo, balance, options, unplayedChoice });
      void sendRequest({ bankAccountId: account.bankAccountId, amount: koboToNaira(amount.kobo), ...conditions });
    },
    reset,
  };
}
