import { useState } from 'react';
import { resetPassword } from '../../bridge/actions/passwords';
import { newPassword, PASSWORD_MIN_LENGTH } from '../../core/contract/auth';
import { errorWords } from '../../core/error-words';
import { Button } from '../../ui/Button';
import { PasswordField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { FailureNotice, shownFailure } from '../shared/form/FailureNotice';
import type { ShownFailure } from '../shared/form/FailureNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useForm } from '../shared/form/use-form';
import { formWords } from '../shared/form/words';
import { words } from './words';

const PASSWORD_HINT = formWords.newPasswordHint(PASSWORD_MIN_LENGTH);
const UNREACHED = { notSent: words.setNotSent, unknown: words.setUnknown } as const;

/** The reason why a link does not work any more. */
export interface LinkTrouble {
  /** The link was used, perhaps by an earlier try on this page whose answer got lost. */
  readonly isUsedHere: boolean;
  /** The reason, in the platform's words. */
  readonly why: string;
}

interface Props {
  token: string;
  onDone: () => void;
  onTrouble: (trouble: LinkTrouble) => void;
}

/** Sets a new password for a player who has the link. */
export function NewPasswordForm({ token, onDone, onTrouble }: Props) {
  const form = useForm({ name: 'set-password', initial: { password: '' }, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const [hadUnknownOutcome, setHadUnknownOutcome] = useState(false);

  async function submit(): Promise<void> {
    const parsed = newPassword.safeParse(form.values.password);
    setFailure(null);
    form.refuse(parsed.success ? {} : { password: parsed.error.issues[0]?.message ?? PASSWORD_HINT });
    if (!parsed.success) return;
    setBusy(true);
    const result = await resetPassword(token, parsed.data);
    setBusy(false);
    if (result.ok) {
      onDone();
      return;
    }
    const { problem } = result.error;
    // A link that was cut off is refused for its shape.
    if (problem?.code === 'token-invalid' || problem?.errors?.some(({ field }) => field === 'token')) {
      onTrouble({ isUsedHere: hadUnknownOutcome, why: errorWords(result.error) });
      return;
    }
    const refused = formFailure(result.error, ['password'], UNREACHED, isDeviceOffline());
    if (refused.delivery === 'unknown') setHadUnknownOutcome(true);
    form.refuse(refused.fields);
    setFailure(shownFailure(refused));
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <FailureNotice failure={failure} title={words.setFailed} />
      <PasswordField kind="new" {...form.text('password')} label={words.password} hint={PASSWORD_HINT} enterKeyHint="go" />
      <Button type="submit" wide busy={busy} busyLabel={words.setting}>{words.set}</Button>
      <OfflineNote>{words.setOffline}</OfflineNote>
    </FormShell>
  );
}
