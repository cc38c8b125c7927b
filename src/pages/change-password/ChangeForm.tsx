import { useState } from 'react';
import { Link } from 'react-router-dom';
import { changePassword } from '../../bridge/actions/passwords';
import { newPassword } from '../../core/contract/auth';
import { ownForm } from '../../state/form-input';
import { useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { PasswordField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useForm } from '../shared/form/use-form';
import type { FieldErrors } from '../shared/form/use-form';
import { words } from './words';

const FIELDS = ['current', 'password'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const EMPTY: Values = { current: '', password: '' };

function wrong({ current, password }: Values): FieldErrors {
  const fit = newPassword.safeParse(password);
  return {
    ...(current === '' && { current: words.noCurrent }),
    ...(!fit.success && { password: fit.error.issues[0]?.message ?? words.passwordHint }),
  };
}

interface Failed {
  readonly isUnknown: boolean;
  readonly text: string;
}

/** The form with both passwords; `onDone`: the new one is set and this browser stays signed in. */
export function ChangeForm({ userId, onDone }: { userId: string | null; onDone: () => void }) {
  const form = useForm<Values>({ name: ownForm('change-password', userId), initial: EMPTY, secret: FIELDS });
  const userName = useSession((session) => session.userName);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);

  async function submit(): Promise<void> {
    const found = wrong(form.values);
    setFailed(null);
    form.refuse(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const result = await changePassword(form.values);
    setBusy(false);
    if (result.ok) {
      onDone();
      return;
    }
    const { delivery, fields, message } = formFailure(result.error, FIELDS, words, isDeviceOffline());
    const isWrong = result.error.problem?.code === 'invalid-credentials';
    form.refuse(isWrong && message !== null ? { current: message, ...fields } : fields);
    if (!isWrong && message !== null) setFailed({ isUnknown: delivery === 'unknown', text: message });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {failed === null ? null : (
        <ErrorNotice kind={failed.isUnknown ? 'warning' : 'danger'} live title={failed.isUnknown ? words.unknownTitle : words.failed}>
          {failed.text}
        </ErrorNotice>
      )}
      {/* Password managers look for whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />
      <PasswordField
        {...form.text('current')}
        label={words.current}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <PasswordField
        {...form.text('password')}
        label={words.password}
        hint={form.errors['password'] === undefined ? words.passwordHint : undefined}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="new-password"
        enterKeyHint="go"
      />
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      <p className="form-switch"><Link to="/reset-password">{words.forgot}</Link></p>
    </FormShell>
  );
}
