import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import type { Form } from '../../shared/form/use-form';
import type { MailGoes } from './mail-goes';
import { emailError } from './use-change';
import { words } from './words';

interface Props {
  form: Form<{ email: string }>;
  busy: boolean;
  isOffline: boolean;
  /** When the mail goes out. */
  mailGoes: MailGoes;
  onInvite: (email: string) => void;
}

/** Asks for the address of somebody who is to become an admin. */
export function InviteForm({ form, busy, isOffline, mailGoes, onInvite }: Props) {
  function submit(): void {
    const error = emailError(form.values.email);
    form.refuse(error === null ? {} : { email: error });
    if (error === null && !isOffline) onInvite(form.values.email);
  }
  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={submit}>
      <TextField
        {...form.text('email')}
        label={words.email}
        hint={`${words.mailGoes[mailGoes]} ${words.inviteText}`}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
      />
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={busy} busyLabel={words.busy}>{words.send}</Button>
      </div>
    </FormShell>
  );
}
