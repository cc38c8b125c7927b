import { useState } from 'react';
import type { ReactNode } from 'react';
import type { BankAccount, WithdrawalOptions } from '../../core/contract/withdrawals';
import { nairaToKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { checkedBy, naira } from './amount';
import { maskedAccount } from './masked-account';
import { endingBonusesOf } from './turnover';
import type { EndingBonus, Turnover, UnplayedChoice } from './turnover';
import { words } from './words';

interface WithdrawalFacts {
  readonly account: BankAccount;
  readonly amount: Kobo;
  readonly options: WithdrawalOptions | null;
  /** The unplayed money in the amount; null where there is none. */
  readonly unplayedTurnover: Turnover | null;
  readonly unplayedChoice: UnplayedChoice;
}

interface Props extends WithdrawalFacts {
  failed: ReactNode;
  isSending: boolean;
  isRechecking: boolean;
  onSend: () => void;
}

/** Says, before the request, who checks the withdrawal. */
function checkWords({ amount, options, unplayedTurnover }: WithdrawalFacts): string {
  if (unplayedTurnover !== null && unplayedTurnover.waived !== 'place') return words.checkedByPeopleAlways;
  const limit = nairaToKobo(options?.automaticUpTo);
  const by = checkedBy(amount, options);
  if (by === null || limit === null) return words.checked;
  if (by === 'rules') return words.checkedByRules;
  return limit === 0 ? words.checkedByPeopleAlways : words.checkedByPeople(naira(limit));
}

/** Says which bonus ends, and what is lost with it. */
function lossWords({ name, current, spinsLeft, waits }: EndingBonus, unplayedChoice: UnplayedChoice): string {
  if (unplayedChoice !== 'closing') return words.endsBonus(name, naira(current));
  return waits ? words.closingEndsWait(name) : words.closingEnds(name, naira(current), spinsLeft);
}

/** The steps that the money will take, in order. */
function nextSteps(facts: WithdrawalFacts): readonly string[] {
  const { account, amount, options, unplayedTurnover, unplayedChoice } = facts;
  const endingBonuses = endingBonusesOf(options, unplayedTurnover, unplayedChoice);
  return [
    ...(unplayedChoice === 'closing' ? [words.closes] : []),
    ...endingBonuses.map((bonus) => lossWords(bonus, unplayedChoice)),
    words.held(naira(amount)),
    checkWords(facts),
    words.sentTo(maskedAccount(account), account.accountName),
    endingBonuses.length === 0 ? words.comesBack : `${words.comesBack} ${words.bonusBack}`,
    words.noWayBack,
  ];
}

/** `FormShell` wants to attach to the form's fields, and this form has a button only. */
const attachToNothing = () => undefined;

/** The last decision. The steps that follow stand before the button. */
export function ConfirmStep({ account, amount, options, unplayedTurnover, unplayedChoice, failed, isSending, isRechecking, onSend }: Props) {
  const busy = isRechecking || isSending;
  const [isAsking, setAsking] = useState(false);
  const endingBonuses = endingBonusesOf(options, unplayedTurnover, unplayedChoice);
  const isFinal = endingBonuses.length > 0 || unplayedChoice === 'closing';
  const submit = () => (isFinal ? setAsking(true) : onSend());
  const confirm = () => {
    setAsking(false);
    onSend();
  };
  return (
    <FormShell attach={attachToNothing} busy={busy} onSubmit={submit}>
      <section className="next-steps" aria-labelledby="what-next">
        <h3 id="what-next">{words.nextTitle}</h3>
        <ol>{nextSteps({ account, amount, options, unplayedTurnover, unplayedChoice }).map((step) => <li key={step}>{step}</li>)}</ol>
      </section>
      {account.used ? null : <p className="quiet small">{words.firstTime}</p>}
      {failed}
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={isSending ? words.sending : words.rechecking}>
        {words.submit(naira(amount))}
      </Button>
      {isAsking && !busy ? (
        <Dialog open title={unplayedChoice === 'closing' ? words.closeAsk : words.endAsk(endingBonuses.map(({ name }) => name).join(', '))} closeLabel={words.endKeep} onClose={() => setAsking(false)}>
          {unplayedChoice === 'closing' ? <p>{words.closes}</p> : null}
          {endingBonuses.map((bonus) => <p key={bonus.walletId}>{lossWords(bonus, unplayedChoice)}</p>)}
          <div className="row">
            <Button variant="danger" onClick={confirm}>{words.endYes(naira(amount))}</Button>
            <Button variant="ghost" onClick={() => setAsking(false)}>{words.endKeep}</Button>
          </div>
        </Dialog>
      ) : null}
    </FormShell>
  );
}
