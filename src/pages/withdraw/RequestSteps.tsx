import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { WithdrawalOptions } from '../../core/contract/withdrawals';
import { openSignIn } from '../../state/session';
import { useReviving } from '../../state/use-reviving';
import { Button } from '../../ui/Button';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { AccountStep } from './AccountStep';
import { naira } from './amount';
import { ConfirmStep } from './ConfirmStep';
import { AmountStep } from './AmountStep';
import { maskedAccount } from './masked-account';
import { takesUnplayed } from './turnover';
import { STEPS } from './use-request-form';
import type { RequestForm, Step } from './use-request-form';
import { words } from './words';

interface StepProps {
  name: Step;
  current: Step;
  /** The decision in words, shown once its step is done. */
  decided: ReactNode;
  onChange: (() => void) | undefined;
  children: ReactNode;
}

/** One decision: open, done or still to come. The focus moves to the heading of the one that opens. */
function DecisionStep({ name, current, decided, onChange, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = name === current;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) heading.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const isBehind = STEPS.indexOf(name) < STEPS.indexOf(current);
  return (
    <li className="withdraw-step" data-state={isOpen ? 'open' : isBehind ? 'behind' : 'ahead'} aria-current={isOpen ? 'step' : undefined}>
      <div className="row spread">
        <h2 ref={heading} tabIndex={-1}>{words.steps[name]}</h2>
        {isBehind && onChange !== undefined ? (
          <button type="button" className="link-button" aria-label={words.change(words.steps[name])} onClick={onChange}>
            {words.changeShort}
          </button>
        ) : null}
      </div>
      {isOpen ? children : isBehind ? decided : null}
    </li>
  );
}

function FailureNotice({ phase }: Pick<RequestForm, 'phase'>) {
  if (phase.is !== 'failed') return null;
  const signIn = <Button variant="secondary" onClick={openSignIn}>{words.signInAgain}</Button>;
  return (
    <ErrorNotice kind="danger" live title={words.failed} action={phase.needsSignIn ? signIn : undefined}>{phase.text}</ErrorNotice>
  );
}

/** Takes one decision at a time: the account, the amount, then the next steps and the button. */
export function RequestSteps({ withdrawalForm, options, isRechecking }: {
  withdrawalForm: RequestForm;
  options: WithdrawalOptions | null;
  /** The page is loading its data again, so nothing is sent until that ends. */
  isRechecking: boolean;
}) {
  const isReviving = useReviving();
  const { step, account, amount, phase, goTo } = withdrawalForm;
  const change = (to: Step) => (phase.is === 'sending' ? undefined : () => goTo(to));
  const failed = <FailureNotice phase={phase} />;
  return (
    <ol className="withdraw-steps">
      <DecisionStep name="where" current={step} onChange={change('where')} decided={account === undefined ? null : (
        <p>{maskedAccount(account)}<br /><span className="quiet">{account.accountName}</span></p>
      )}>
        {failed}
        <AccountStep accounts={withdrawalForm.accounts} bankUrl={options?.bankUrl} needsDeposit={options?.accountNeeds?.includes('deposit') === true} onChosen={withdrawalForm.choose} />
      </DecisionStep>
      <DecisionStep name="amount" current={step} onChange={change('amount')} decided={amount.ok ? (
        <p className="money-amount">{naira(amount.kobo)}</p>
      ) : null}>
        {failed}
        <AmountStep form={withdrawalForm.form} bounds={withdrawalForm.bounds} turnover={withdrawalForm.turnover} unplayedChoice={withdrawalForm.unplayedChoice} onGoOn={() => goTo('confirm')} />
      </DecisionStep>
      <DecisionStep name="confirm" current={step} onChange={undefined} decided={null}>
        {account === undefined || !amount.ok ? null : (
          <ConfirmStep
            account={account}
            amount={amount.kobo}
            options={options}
            unplayedTurnover={takesUnplayed(amount.kobo, withdrawalForm.bounds.balance, withdrawalForm.turnover) ? withdrawalForm.turnover : null}
            unplayedChoice={withdrawalForm.unplayedChoice}
            failed={failed}
            isSending={phase.is === 'sending'}
            isRechecking={isRechecking || isReviving}
            onSend={withdrawalForm.send}
          />
        )}
      </DecisionStep>
    </ol>
  );
}
