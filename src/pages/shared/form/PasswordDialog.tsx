import { useState } from 'react';
import { confirmPassword } from '../../../bridge/actions/session';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { PasswordField } from '../../../ui/Field';
import { isDeviceOffline } from './device-offline';
import { ErrorNotice } from './ErrorNotice';
import { formFailure } from './form-failure';
import { FormShell } from './FormShell';
import { gateWords } from '../gates/words';
import { useForm } from './use-form';

const words = gateWords.password;

const FIELDS = ['password'] as const;

interface Props {
  /** Why it is asked for, where that is not the time that went by. */
  why?: string;
  onClose: () => void;
  /** The password was right: what was refused may be done now. */
  onConfirmed: () => void;
}

/** The password asked again (`password-needed`). Draw it while it is needed. */
export function PasswordDialog({ why = words.why, onClose, onConfirmed }: Props) {
  return (
    <Dialog open title={words.title} closeLabel={words.close} onClose={onClose}>
      <PasswordForm why={why} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function PasswordForm({ why, onConfirmed }: { why: string; onConfirmed: () => void }) {
  const form = useForm({ name: 'confirm-password', initial: { password: '' }, secret: ['password'] });
  const userName = useSession((session) => session.userName);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const { password } = form.values;
    setMessage(null);
    form.refuse(password === '' ? { password: words.missing } : {});
    if (password === '') return;
    setBusy(true);
    const result = await confirmPassword(password);
    setBusy(false);
    if (result.ok) {
      onConfirmed();
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline());
    const isWrong = result.error.problem?.code === 'invalid-credentials';
    form.refuse(isWrong && failure.message !== null ? { password: failure.message } : failure.fields);
    setMessage(isWrong ? null : failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <p>{why}</p>
      {message === null ? null : <ErrorNotice kind="danger" live>{message}</ErrorNotice>}
      {/* Password managers look for whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />
      <PasswordField
        {...form.text('password')}
        label={words.password}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
    </FormShell>
  );
}
