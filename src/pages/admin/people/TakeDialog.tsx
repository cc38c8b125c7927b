import { useState } from 'react';
import type { ReactNode } from 'react';
import { removeAdmin } from '../../../core/contract/admins';
import type { Result } from '../../../core/errors';
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

/** Both calls that take something away ask for the same. */
function errorsOf(values: Values): FieldErrors {
  const parsed = removeAdmin.body.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return errors;
}

interface FormProps<Taken> {
  /** Under which what is typed is kept. */
  name: string;
  isOffline: boolean;
  texts: { readonly yes: string; readonly busy: string; readonly offline: string };
  onTake: (body: Values) => Promise<Result<Taken>>;
  onDone: (taken: Taken) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Takes something away from an admin at once. It asks for a reason, which others read, and for the acting admin's password. */
export function TakeDialog<Taken>({ title, ...form }: FormProps<Taken> & { title: string }) {
  return (
    <Dialog open title={title} closeLabel={words.close} onClose={form.onClose}>
      <TakeForm {...form} />
    </Dialog>
  );
}

function TakeForm<Taken>({ name, isOffline, texts, onTake, onDone, onClose, children }: FormProps<Taken>) {
  const form = useForm<Values>({ name, initial: EMPTY, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const newErrors = errorsOf(form.values);
    setMessage(null);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0 || isOffline) return;
    setBusy(true);
    const result = await onTake({ reason: form.values.reason.trim(), password: form.values.password });
    setBusy(false);
    if (result.ok) {
      onDone(result.data);
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline(), 'password');
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {children}
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <OwnUsername />
      <TextField {...form.text('reason')} label={words.reason} hint={words.reasonHint} maxLength={200} autoComplete="off" enterKeyHint="next" />
      <PasswordField kind="current" {...form.text('password')} label={words.password} enterKeyHint="go" />
      <OfflineNote>{texts.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" variant="danger" disabled={isOffline} busy={busy} busyLabel={texts.busy}>{texts.yes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </FormShell>
  );
}
