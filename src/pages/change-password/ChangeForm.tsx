import { useState } from 'react';
import { Link } from 'react-router-dom';
import { changePassword } from '../../bridge/actions/passwords';
import { newPassword, PASSWORD_MIN_LENGTH } from '../../core/contract/auth';
import { ownForm } from '../../state/form-input';
import { Button } from '../../ui/Button';
import { PasswordField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { FailureNotice, shownFailure } from '../shared/form/FailureNotice';
import type { ShownFailure } from '../shared/form/FailureNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { OwnUsername } from '../shared/form/OwnUsername';
import { useForm } from '../shared/form/use-form';
import type { FieldErrors } from '../shared/form/use-form';
import { formWords } from '../shared/form/words';
import { words } from './words';

const FIELDS = ['current', 'password'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const PASSWORD_HINT = formWords.newPasswordHint(PASSWORD_MIN_LENGTH);
const EMPTY: Values = { current: '', password: '' };

function errorsOf({ current, password }: Values): FieldErrors {
  const parsed = newPassword.safeParse(password);
  return {
    ...(current === '' && { current: words.noCurrent }),
    ...(!parsed.success && { password: parsed.error.issues[0]?.message ?? PASSWORD_HINT }),
  };
}

/** The form with the current and the new password. After `onDone` the new one is set, and this browser stays signed in. */
export function ChangeForm({ userId, onDone }: { userId: string | null; onDone: () => void }) {
  const form = useForm<Values>({ name: ownForm('change-password', userId), initial: EMPTY, secret: FIELDS });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);

  async function submit(): Promise<void> {
    const newErrors = errorsOf(form.values);
    setFailure(null);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    setBusy(true);
    const result = await changePassword(form.values);
    setBusy(false);
    if (result.ok) {
      onDone();
      return;
    }
    const refused = formFailure(result.error, FIELDS, words, isDeviceOffline(), 'current');
    form.refuse(refused.fields);
    setFailure(shownFailure(refused));
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <FailureNotice failure={failure} title={words.failed} />
      <OwnUsername />
      <PasswordField kind="current" {...form.text('current')} label={words.current} enterKeyHint="next" />
      <PasswordField kind="new" {...form.text('password')} label={words.password} hint={PASSWORD_HINT} enterKeyHint="go" />
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      <p className="form-switch"><Link to="/reset-password">{words.forgot}</Link></p>
      <OfflineNote>{words.offline}</OfflineNote>
    </FormShell>
  );
}
