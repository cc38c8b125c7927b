import { useState } from 'react';
import { resetPassword } from '../../bridge/actions/passwords';
import { newPassword } from '../../core/contract/auth';
import { errorWords } from '../../core/error-words';
import { Button } from '../../ui/Button';
import { PasswordField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useForm } from '../shared/form/use-form';
import { words } from './words';

const UNREACHED = { notSent: words.setNotSent, unknown: words.setUnknown } as const;

/** Why a link is of no use any more. */
export interface LinkTrouble {
  /** It was used, and a try of this page, whose answer got lost, may be what used it. */
  readonly isUsedHere: boolean;
  /** The reason, in the platform's words. */
  readonly why: string;
}

interface Props {
  token: string;
  onDone: () => void;
  onTrouble: (trouble: LinkTrouble) => void;
}

/** A new password for whoever holds the link. */
export function SetForm({ token, onDone, onTrouble }: Props) {
  const form = useForm({ name: 'set-password', initial: { password: '' }, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly isUnknown: boolean; readonly text: string } | null>(null);
  const [wasUnknown, setWasUnknown] = useState(false);

  async function submit(): Promise<void> {
    const fit = newPassword.safeParse(form.values.password);
    setFailed(null);
    form.refuse(fit.success ? {} : { password: fit.error.issues[0]?.message ?? words.passwordHint });
    if (!fit.success) return;
    setBusy(true);
    const result = await resetPassword(token, fit.data);
    setBusy(false);
    if (result.ok) {
      onDone();
      return;
    }
    const { problem } = result.error;
    // A link that is cut off is refused for its shape.
    if (problem?.code === 'token-invalid' || problem?.errors?.some(({ field }) => field === 'token')) {
      onTrouble({ isUsedHere: wasUnknown, why: errorWords(result.error) });
      return;
    }
    const { delivery, fields, message } = formFailure(result.error, ['password'], UNREACHED, isDeviceOffline());
    if (delivery === 'unknown') setWasUnknown(true);
    form.refuse(fields);
    if (message !== null) setFailed({ isUnknown: delivery === 'unknown', text: message });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {failed === null ? null : (
        <ErrorNotice kind={failed.isUnknown ? 'warning' : 'danger'} live title={failed.isUnknown ? words.unknownTitle : words.setFailed}>
          {failed.text}
        </ErrorNotice>
      )}
      <PasswordField
        {...form.text('password')}
        label={words.password}
        hint={form.errors['password'] === undefined ? words.passwordHint : undefined}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="new-password"
        enterKeyHint="go"
      />
      <OfflineNote>{words.setOffline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={words.setting}>{words.set}</Button>
    </FormShell>
  );
}
