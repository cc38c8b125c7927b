import { useEffect, useRef } from 'react';
import { bankById } from '../../core/banks/banks';
import type { BankAccount } from '../../core/contract/withdrawals';
import { ownForm } from '../../state/form-input';
import { openSignIn } from '../../state/session';
import { useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/States';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { useForm } from '../shared/form/use-form';
import { accountErrors, digitsOf, nubanWarning } from './account-input';
import { BankField } from './BankField';
import { useEnquiry } from './use-enquiry';
import type { EnquiryPhase } from './use-enquiry';
import { accountWords } from './account-words';
import { words } from './words';

interface AnswerProps {
  phase: Extract<EnquiryPhase, { is: 'found' }>;
  bankName: string;
  ownName: string;
  onYes: () => void;
  onNo: () => void;
}

const numberField = () => document.querySelector<HTMLElement>('.account-number input');

/** Shows whose account the bank says it is, and asks the player to confirm it. */
function Answer({ phase, bankName, ownName, onYes, onNo }: AnswerProps) {
  const { holder, place } = phase;
  const answer = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, so the focus moves here.
  useEffect(() => answer.current?.focus(), []);
  if (!holder.matches) {
    const change = <Button variant="secondary" onClick={onNo}>{words.changeShort}</Button>;
    return (
      <div ref={answer} tabIndex={-1}>
        <Notice kind="danger" title={accountWords.otherName} action={change}>
          {accountWords.otherNameText(ownName)}
        </Notice>
      </div>
    );
  }
  return (
    <div className="card holder" ref={answer} tabIndex={-1}>
      <p className="quiet small">{accountWords.bankSays}</p>
      <p className="holder-name">{holder.accountName ?? ownName}</p>
      <p className="quiet">{words.masked(bankName, place.accountNumber.slice(-4))}</p>
      <p><strong>{accountWords.isThisYou}</strong></p>
      <div className="row">
        <Button onClick={onYes}>{accountWords.yes}</Button>
        <Button variant="secondary" onClick={onNo}>{accountWords.no}</Button>
      </div>
    </div>
  );
}

function Failed({ phase }: { phase: EnquiryPhase }) {
  if (phase.is !== 'failed') return null;
  const signIn = <Button variant="secondary" onClick={openSignIn}>{words.signInAgain}</Button>;
  return <ErrorNotice kind="danger" live title={phase.title} action={phase.needsSignIn ? signIn : undefined}>{phase.text}</ErrorNotice>;
}

/** Asks for a bank and ten digits, and looks up the owner. The digits stay in this form and are stored nowhere. */
export function NewAccount({ bankUrl, onSaved }: { bankUrl: string | undefined; onSaved: (account: BankAccount) => void }) {
  const userId = useSession((session) => session.userId);
  const firstName = useSession((session) => session.firstName);
  const lastName = useSession((session) => session.lastName);
  const form = useForm({ name: ownForm('bank account', userId), initial: { bank: '', number: '' }, secret: ['number'] });
  const ownName = [firstName, lastName].filter(Boolean).join(' ');
  const { phase, run, forget } = useEnquiry({ name: ownName, onFields: form.refuse, onSaved });
  const account = { bank: bankById(form.values.bank), number: form.values.number };
  const warning = nubanWarning(account);
  const isBusy = phase.is === 'busy';

  function lookUp(): void {
    const errors = accountErrors(account);
    form.refuse(errors);
    if (Object.keys(errors).length > 0 || account.bank === null) return;
    void run({ of: 'name', place: { bankCode: account.bank.code, accountNumber: digitsOf(account.number) } });
  }

  function change(field: 'bank' | 'number', value: string): void {
    form.set(field, value);
    form.refuse({});
    if (phase.is !== 'idle') forget();
  }

  return (
    <FormShell attach={form.attach} busy={isBusy} onSubmit={lookUp}>
      <BankField bank={account.bank} error={form.errors['bankCode']} onChoose={(bank) => change('bank', bank?.id ?? '')} />
      <TextField
        name="accountNumber"
        className="account-number"
        label={accountWords.number}
        hint={accountWords.numberHint}
        error={form.errors['accountNumber']}
        value={form.values.number}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={16}
        onChange={(event) => change('number', event.target.value)}
      />
      {warning === null ? null : <Notice kind="warning" live>{warning}</Notice>}
      <Failed phase={phase} />
      {phase.is === 'found' ? (
        <Answer
          phase={phase}
          bankName={account.bank?.name ?? ''}
          ownName={ownName}
          onYes={() => void run({ of: 'save', place: phase.place })}
          onNo={() => {
            numberField()?.focus();
            forget();
          }}
        />
      ) : (
        <>
          <OfflineNote>{accountWords.lookUpOffline}</OfflineNote>
          <Button type="submit" wide busy={isBusy} busyLabel={isBusy && phase.of === 'save' ? accountWords.saving : accountWords.lookingUp}>
            {accountWords.lookUp}
          </Button>
        </>
      )}
      {bankUrl?.startsWith('/api/') !== true ? null : <p><a className="text-link" href={bankUrl} target="_blank" rel="noopener">{accountWords.testMode}</a></p>}
      {phase.is === 'password' ? (
        <PasswordDialog why={words.passwordWhy} onClose={forget} onConfirmed={() => void run(phase.call)} />
      ) : null}
    </FormShell>
  );
}
