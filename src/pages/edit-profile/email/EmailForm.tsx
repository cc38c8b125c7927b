import { useState } from 'react';
import { changeEmail } from '../../../bridge/actions/passwords';
import { emailAddress } from '../../../core/contract/auth';
import { keepInput, ownForm } from '../../../state/form-input';
import { Button } from '../../../ui/Button';
import { PasswordField, TextField } from '../../../ui/Field';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { ErrorNotice } from '../../shared/form/ErrorNotice';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { OwnUsername } from '../../shared/form/OwnUsername';
import { useForm } from '../../shared/form/use-form';
import type { FieldErrors } from '../../shared/form/use-form';
import { formWords } from '../../shared/form/words';
import { words } from './words';

const FIELDS = ['email', 'password'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const EMPTY: Values = { email: '', password: '' };

function errorsOf({ email, password }: Values, currentEmail: string | null): FieldErrors {
  const parsed = emailAddress.safeParse(email);
  const isSame = parsed.success && parsed.data.toLowerCase() === currentEmail?.toLowerCase();
  return {
    ...((!parsed.success || isSame) && { email: isSame ? words.same : words.noEmail }),
    ...(password === '' && { password: formWords.noPassword }),
  };
}

interface Props {
  userId: string | null;
  /** The present address. */
  currentEmail: string | null;
  /** The mail is on its way to this address (masked by the platform). */
  onSent: (to: string) => void;
}

export function EmailForm({ userId, currentEmail, onSent }: Props) {
  const name = ownForm('change-email', userId);
  const form = useForm<Values>({ name, initial: EMPTY, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const newErrors = errorsOf(form.values, currentEmail);
    setMessage(null);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    setBusy(true);
    const { email, password } = form.values;
    const result = await changeEmail({ email: email.trim(), password });
    setBusy(false);
    if (result.ok) {
      keepInput(name, {});
      onSent(result.data.sentTo);
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline(), 'password');
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <p>{words.intro}</p>
      {message === null ? null : <ErrorNotice kind="danger" live title={words.failed}>{message}</ErrorNotice>}
      <TextField
        {...form.text('email')}
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <OwnUsername />
      <PasswordField kind="current" {...form.text('password')} label={formWords.password} hint={words.passwordHint} enterKeyHint="send" />
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      <OfflineNote>{words.offline}</OfflineNote>
    </FormShell>
  );
}
