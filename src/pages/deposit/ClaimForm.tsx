import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { claimDeposit } from '../../bridge/actions/cashier';
import type { Deposit } from '../../core/contract/cashier';
import { ownForm } from '../../state/form-input';
import { useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useForm } from '../shared/form/use-form';
import { words } from './words';

const FIELDS = ['bankReference'] as const;

interface Props {
  deposit: Deposit;
  /** The player has claimed it before; this form corrects the claim. */
  isClaimed: boolean;
  onClaimed: (deposit: Deposit) => void;
}

/** "I was debited": takes the bank's reference, so that the platform can ask the payment service about it. */
export function ClaimForm({ deposit, isClaimed, onClaimed }: Props) {
  const { depositId } = deposit;
  const userId = useSession((session) => session.userId);
  const form = useForm({ name: ownForm(`claim ${depositId}`, userId), initial: { bankReference: '' } });
  const summary = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const reference = form.values.bankReference.trim();
    setMessage(null);
    form.refuse(reference === '' ? { bankReference: words.claimMissing } : {});
    if (reference === '') return;
    if (isDeviceOffline()) {
      setMessage(words.claimUnreached.notSent);
      return;
    }
    setBusy(true);
    const result = await claimDeposit(depositId, reference);
    setBusy(false);
    if (result.ok) {
      form.set('bankReference', '');
      setOpen(false);
      summary.current?.focus();
      onClaimed(result.data);
      return;
    }
    const { fields, message: failureText } = formFailure(result.error, FIELDS, words.claimUnreached, isDeviceOffline());
    form.refuse(fields);
    setMessage(failureText);
  }

  return (
    <details className="claim" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>{isClaimed ? words.claimAgain : words.claim}</summary>
      {isOpen ? (
        <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
          <p className="small">{words.claimText} <Link to="/help#deposit-debited">{words.claimMore}</Link></p>
          <TextField
            {...form.text('bankReference')}
            label={words.claimField}
            hint={words.claimHint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            enterKeyHint="send"
          />
          {message === null ? null : <ErrorNotice kind="danger" live title={words.claimFailed}>{message}</ErrorNotice>}
          <OfflineNote>{words.claimOffline}</OfflineNote>
          <div><Button type="submit" variant="secondary" busy={busy} busyLabel={words.sending}>{words.claimSend}</Button></div>
        </FormShell>
      ) : null}
    </details>
  );
}
