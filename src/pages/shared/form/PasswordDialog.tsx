import { useState } from 'react';
import { confirmPassword } from '../../../bridge/actions/session';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { PasswordField } from '../../../ui/Field';
import { isDeviceOffline } from './device-offline';
import { ErrorNotice } from './ErrorNotice';
import { formFailure } from './form-failure';
import { FormShell } from './FormShell';
import { OwnUsername } from './OwnUsername';
import { gateWords } from '../gates/words';
import { useForm } from './use-form';
import { formWords } from './words';

const words = gateWords.password;

const FIELDS = ['password'] as const;

interface Props {
  /** Why the password is asked for, where the reason is not the time that went by. */
  why?: string;
  onClose: () => void;
  /** The password was right, so the refused call may be sent again. */
  onConfirmed: () => void;
}

/** Asks for the password again (`password-needed`). The page draws it while the password is needed. */
export function PasswordDialog({ why = words.why, onClose, onConfirmed }: Props) {
  return (
    <Dialog open title={words.title} closeLabel={words.close} onClose={onClose}>
      <PasswordForm why={why} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function PasswordForm({ why, onConfirmed }: { why: string; onConfirmed: () => void }) {
  const form = useForm({ name: 'confirm-password', initial: { password: '' }, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const { password } = form.values;
    setMessage(null);
    form.refuse(password === '' ? { password: formWords.noPassword } : {});
    if (password === '') return;
    setBusy(true);
    const result = await confirmPassword(password);
    setBusy(false);
    if (result.ok) {
      onConfirmed();
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline(), 'password');
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <p>{why}</p>
      {message === null ? null : <ErrorNotice kind="danger" live>{message}</ErrorNotice>}
      <OwnUsername />
      <PasswordField kind="current" {...form.text('password')} label={formWords.password} enterKeyHint="go" />
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
    </FormShell>
  );
}
