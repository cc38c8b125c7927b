import { useState } from 'react';
import { changeRoles } from '../../../bridge/actions/admins';
import type { AdminRole } from '../../../core/admin-roles';
import type { AdminPerson } from '../../../core/contract/admins';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { PasswordField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { OwnUsername } from '../../shared/form/OwnUsername';
import { useForm } from '../../shared/form/use-form';
import { RolesField } from './RolesField';
import { words } from './words';

interface Props {
  person: AdminPerson;
  isOffline: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Changes what an admin may do, at once. It asks for the password of the owner who acts. */
export function RolesDialog({ person, isOffline, onDone, onClose }: Props) {
  return (
    <Dialog open title={words.rolesTitle(person.name)} closeLabel={words.close} onClose={onClose}>
      <RolesForm person={person} isOffline={isOffline} onDone={onDone} onClose={onClose} />
    </Dialog>
  );
}

function RolesForm({ person, isOffline, onDone, onClose }: Props) {
  const form = useForm({ name: `roles of ${person.userId}`, initial: { password: '' }, secret: ['password'] });
  const [roles, setRoles] = useState<readonly AdminRole[]>(person.roles);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const losesPayments = person.roles.includes('payments') && !roles.includes('payments');

  const givesRoles = roles.some((role) => role !== 'support' && !person.roles.includes(role));

  async function submit(): Promise<void> {
    setMessage(null);
    form.refuse(form.values.password === '' ? { password: words.passwordMissing } : {});
    if (roles.length === 0 || form.values.password === '' || isOffline) return;
    setBusy(true);
    const result = await changeRoles(person.userId, { roles: [...roles], seen: person.roles, password: form.values.password });
    setBusy(false);
    if (result.ok) {
      onDone();
      return;
    }
    const failure = formFailure(result.error, ['password'], words, isDeviceOffline(), 'password');
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <RolesField value={roles} error={roles.length === 0 ? words.rolesMissing : undefined} onChange={setRoles} />
      {losesPayments ? <p>{words.losesPayments}</p> : null}
      {givesRoles ? <p>{words.givesRoles}</p> : null}
      <OwnUsername />
      <PasswordField kind="current" {...form.text('password')} label={words.password} enterKeyHint="go" />
      <OfflineNote>{words.offlineTake}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={busy} busyLabel={words.savingRoles}>{words.saveRoles}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </FormShell>
  );
}
