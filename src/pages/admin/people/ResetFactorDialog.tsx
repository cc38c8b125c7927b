import { useState } from 'react';
import { resetFactorOf } from '../../../bridge/actions/second-factor';
import { resetSecondFactor } from '../../../core/contract/second-factor';
import type { AdminPerson } from '../../../core/contract/admins';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { PasswordField, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { OwnUsername } from '../../shared/form/OwnUsername';
import { useForm } from '../../shared/form/use-form';
import type { FieldErrors } from '../../shared/form/use-form';
import { words } from './words';

const FIELDS = ['reason', 'password'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const EMPTY: Values = { reason: '', password: '' };

function errorsOf(values: Values): FieldErrors {
  const parsed = resetSecondFactor.body.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return errors;
}

interface Props {
  person: AdminPerson;
  isOffline: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Takes away an admin's second factor. It asks for a reason, which the owners read, and for the acting owner's password. */
export function ResetFactorDialog({ person, isOffline, onDone, onClose }: Props) {
  return (
    <Dialog open title={words.resetTitle(person.name)} closeLabel={words.close} onClose={onClose}>
      <ResetForm person={person} isOffline={isOffline} onDone={onDone} onClose={onClose} />
    </Dialog>
  );
}

function ResetForm({ person, isOffline, onDone, onClose }: Props) {
  const form = useForm<Values>({ name: `factor of ${person.userId}`, initial: EMPTY, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const newErrors = errorsOf(form.values);
    setMessage(null);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0 || isOffline) return;
    setBusy(true);
    const result = await resetFactorOf(person.userId, { reason: form.values.reason.trim(), password: form.values.password });
    setBusy(false);
    if (result.ok) {
      onDone();
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline(), 'password');
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <p>{words.resetText(person.name)}</p>
      <p>{words.resetMail}</p>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <OwnUsername />
      <TextField {...form.text('reason')} label={words.reason} hint={words.reasonHint} maxLength={200} autoComplete="off" enterKeyHint="next" />
      <PasswordField kind="current" {...form.text('password')} label={words.password} enterKeyHint="go" />
      <OfflineNote>{words.offlineTake}</OfflineNote>
      <div className="row">
        <Button type="submit" variant="danger" disabled={isOffline} busy={busy} busyLabel={words.resetting}>{words.resetYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </FormShell>
  );
}
