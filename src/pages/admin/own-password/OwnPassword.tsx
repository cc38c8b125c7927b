import { useState } from 'react';
import { setFirstPassword } from '../../../bridge/actions/admins';
import { signOut } from '../../../bridge/actions/session';
import { ADMIN_PASSWORD_MIN_LENGTH, adminPassword } from '../../../core/contract/admins';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { PasswordField } from '../../../ui/Field';
import { Card } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { FailureNotice, shownFailure } from '../../shared/form/FailureNotice';
import type { ShownFailure } from '../../shared/form/FailureNotice';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { OwnUsername } from '../../shared/form/OwnUsername';
import { useForm } from '../../shared/form/use-form';
import type { FieldErrors } from '../../shared/form/use-form';
import { formWords } from '../../shared/form/words';
import { words } from './words';

const FIELDS = ['password', 'again'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const PASSWORD_HINT = formWords.newPasswordHint(ADMIN_PASSWORD_MIN_LENGTH);
const EMPTY: Values = { password: '', again: '' };

function errorsOf({ password, again }: Values): FieldErrors {
  const parsed = adminPassword.safeParse(password);
  if (!parsed.success) return { password: parsed.error.issues[0]?.message ?? PASSWORD_HINT };
  return password === again ? {} : { again: words.differs };
}

function Form() {
  const form = useForm<Values>({ name: 'own-password', initial: EMPTY, secret: FIELDS });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);

  async function submit(): Promise<void> {
    const newErrors = errorsOf(form.values);
    setFailure(null);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    setBusy(true);
    const result = await setFirstPassword(form.values.password);
    setBusy(false);
    if (result.ok) {
      notify({ kind: 'success', text: words.done });
      return;
    }
    const refused = formFailure(result.error, FIELDS, words, isDeviceOffline());
    form.refuse(refused.fields);
    setFailure(shownFailure(refused));
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <FailureNotice failure={failure} title={words.failed} unknownTitle={words.unknownTitle} />
      <OwnUsername />
      <PasswordField kind="new" {...form.text('password')} label={words.password} hint={PASSWORD_HINT} enterKeyHint="next" />
      <PasswordField kind="new" {...form.text('again')} label={words.again} enterKeyHint="go" />
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      <Button variant="ghost" wide onClick={() => void signOut()}>{words.signOut}</Button>
    </FormShell>
  );
}

/** Replaces the whole page for an admin who signed in with the printed password. */
export default function OwnPassword() {
  return (
    <div className="form-page">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <Card><Form /></Card>
    </div>
  );
}
