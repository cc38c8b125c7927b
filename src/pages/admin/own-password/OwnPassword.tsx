import { useState } from 'react';
import { setFirstPassword } from '../../../bridge/actions/admins';
import { signOut } from '../../../bridge/actions/session';
import { adminPassword } from '../../../core/contract/admins';
import { notify } from '../../../state/notifications';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { PasswordField } from '../../../ui/Field';
import { Card } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { ErrorNotice } from '../../shared/form/ErrorNotice';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { useForm } from '../../shared/form/use-form';
import type { FieldErrors } from '../../shared/form/use-form';
import { words } from './words';

const FIELDS = ['password', 'again'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const EMPTY: Values = { password: '', again: '' };

function wrong({ password, again }: Values): FieldErrors {
  const fit = adminPassword.safeParse(password);
  if (!fit.success) return { password: fit.error.issues[0]?.message ?? words.hint };
  return password === again ? {} : { again: words.differs };
}

interface Failed {
  readonly isUnknown: boolean;
  readonly text: string;
}

function Form() {
  const form = useForm<Values>({ name: 'own-password', initial: EMPTY, secret: FIELDS });
  const userName = useSession((session) => session.userName);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);

  async function submit(): Promise<void> {
    const found = wrong(form.values);
    setFailed(null);
    form.refuse(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const result = await setFirstPassword(form.values.password);
    setBusy(false);
    if (result.ok) {
      notify({ kind: 'success', text: words.done });
      return;
    }
    const { delivery, fields, message } = formFailure(result.error, FIELDS, words, isDeviceOffline());
    form.refuse(fields);
    if (message !== null) setFailed({ isUnknown: delivery === 'unknown', text: message });
  }

  const shared = { showLabel: words.show, hideLabel: words.hide, autoComplete: 'new-password' } as const;
  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {failed === null ? null : (
        <ErrorNotice kind={failed.isUnknown ? 'warning' : 'danger'} live title={failed.isUnknown ? words.unknownTitle : words.failed}>
          {failed.text}
        </ErrorNotice>
      )}
      {/* Password managers look for whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />
      <PasswordField {...form.text('password')} {...shared} label={words.password} hint={form.errors['password'] === undefined ? words.hint : undefined} enterKeyHint="next" />
      <PasswordField {...form.text('again')} {...shared} label={words.again} enterKeyHint="go" />
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
