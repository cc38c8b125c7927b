import type { ReactNode } from 'react';
import type { BankAccount, WithdrawalOptions } from '../../core/contract/withdrawals';
import { nairaToKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { Button } from '../../ui/Button';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { checkedBy, naira } from './amount';
import { maskedAccount } from './masked-account';
import { words } from './words';

interface WithdrawalFacts {
  readonly account: BankAccount;
  readonly amount: Kobo;
  readonly options: WithdrawalOptions | null;
}

interface Props extends WithdrawalFacts {
  failed: ReactNode;
  isSending: boolean;
  isRechecking: boolean;
  onSend: () => void;
}

/** Says, before the request, who checks the withdrawal. */
function checkWords({ amount, options }: WithdrawalFacts): string {
  const limit = nairaToKobo(options?.automaticUpTo);
  const by = checkedBy(amount, options);
  if (by === null || limit === null) return words.checked;
  if (by === 'rules') return words.checkedByRules;
  return limit === 0 ? words.checkedByPeopleAlways : words.checkedByPeople(naira(limit));
}

/** The steps that the money will take, in order. */
function nextSteps(facts: WithdrawalFacts): readonly string[] {
  const { account, amount } = facts;
  return [
    words.held(naira(amount)),
    checkWords(facts),
    words.sentTo(maskedAccount(account), account.accountName),
    words.comesBack,
    words.noWayBack,
  ];
}

const noFields = () => undefined;

/** The last decision. What happens next stands before the button. */
export function ConfirmStep({ account, amount, options, failed, isSending, isRechecking, onSend }: Props) {
  const busy = isRechecking || isSending;
  return (
    <FormShell attach={noFields} busy={busy} onSubmit={onSend}>
      <section className="next-steps" aria-labelledby="what-next">
        <h3 id="what-next">{words.nextTitle}</h3>
        <ol>{nextSteps({ account, amount, options }).map((step) => <li key={step}>{step}</li>)}</ol>
      </section>
      {account.used ? null : <p className="quiet small">{words.firstTime}</p>}
      {failed}
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={isSending ? words.sending : words.rechecking}>
        {words.submit(naira(amount))}
      </Button>
    </FormShell>
  );
}
