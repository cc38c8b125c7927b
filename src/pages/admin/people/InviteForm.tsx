import { useState } from 'react';
import type { AdminRole } from '../../../core/admin-roles';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import type { Form } from '../../shared/form/use-form';
import type { MailGoes } from './mail-goes';
import { RolesField } from './RolesField';
import { emailError } from './use-change';
import { words } from './words';

interface Props {
  form: Form<{ email: string }>;
  busy: boolean;
  isOffline: boolean;
  /** When the mail goes out. */
  mailGoes: MailGoes;
  roles: readonly AdminRole[];
  onRoles: (roles: readonly AdminRole[]) => void;
  onInvite: (email: string) => void;
}

/** Asks for the address of somebody who is to become an admin. */
export function InviteForm({ form, busy, isOffline, mailGoes, roles, onRoles, onInvite }: Props) {
  const [isTried, setTried] = useState(false);
  function submit(): void {
    setTried(true);
    const error = emailError(form.values.email);
    form.refuse(error === null ? {} : { email: error });
    if (error === null && roles.length > 0 && !isOffline) onInvite(form.values.email);
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
      <RolesField value={roles} error={isTried && roles.length === 0 ? words.rolesMissing : undefined} onChange={onRoles} />
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={busy} busyLabel={words.busy}>{words.send}</Button>
      </div>
    </FormShell>
  );
}
