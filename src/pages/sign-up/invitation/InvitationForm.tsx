import { useRef, useState } from 'react';
import type { joinByInvitation, AcceptBody } from '../../../bridge/actions/invitation';
import { ADMIN_PASSWORD_MIN_LENGTH } from '../../../core/contract/admins';
import { forgetInput } from '../../../state/form-input';
import { Button } from '../../../ui/Button';
import { PasswordField, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { useForm } from '../../shared/form/use-form';
import { checkInvitation, EMPTY, FIELDS } from './check';
import type { InvitationValues } from './check';
import { formWords } from '../../shared/form/words';
import { words } from './words';

interface Props {
  token: string;
  send: (body: AcceptBody) => ReturnType<typeof joinByInvitation>;
  onDone: () => void;
  /** The link does not work any more. `hadUnknownOutcome`: an earlier try from here, whose answer got lost, may have used it. */
  onInvalid: (hadUnknownOutcome: boolean) => void;
}

interface InvitationFailure {
  readonly title: string;
  readonly message: string;
}

/** Asks for the data of an admin's account only: no date of birth, no consents, nothing about play. */
export function InvitationForm({ token, send, onDone, onInvalid }: Props) {
  const form = useForm<InvitationValues>({ name: 'invitation', initial: EMPTY, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<InvitationFailure | null>(null);
  const hadUnknownOutcome = useRef(false);

  async function submit(): Promise<void> {
    setFailure(null);
    const checked = checkInvitation(token, form.values);
    form.refuse(checked.ok ? {} : checked.errors);
    if (!checked.ok) return;
    setBusy(true);
    const result = await send(checked.body);
    setBusy(false);
    if (result.ok) {
      forgetInput();
      onDone();
      return;
    }
    if (result.error.problem?.code === 'token-invalid') {
      onInvalid(hadUnknownOutcome.current);
      return;
    }
    const { delivery, fields, message } = formFailure(result.error, FIELDS, words, isDeviceOffline());
    if (delivery === 'unknown') hadUnknownOutcome.current = true;
    form.refuse(fields);
    if (message !== null) setFailure({ title: delivery === 'unknown' ? formWords.unknownTitle : words.failed, message });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {failure === null ? null : <Notice kind="warning" live title={failure.title}><p>{failure.message}</p></Notice>}
      <TextField
        {...form.text('username')}
        label={words.username}
        hint={words.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={24}
        enterKeyHint="next"
      />
      <PasswordField kind="new" {...form.text('password')} label={formWords.password} hint={formWords.newPasswordHint(ADMIN_PASSWORD_MIN_LENGTH)} enterKeyHint="next" />
      <div className="two-up">
        <TextField {...form.text('firstname')} label={words.firstname} autoComplete="given-name" enterKeyHint="next" />
        <TextField {...form.text('lastname')} label={words.lastname} autoComplete="family-name" enterKeyHint="go" />
      </div>
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
    </FormShell>
  );
}
