import { useState } from 'react';
import { Link } from 'react-router-dom';
import { requestPasswordReset } from '../../bridge/actions/passwords';
import { emailAddress } from '../../core/contract/auth';
import { inputOf } from '../../state/form-input';
import { useCan, useSession, useSignedIn } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { Outcome } from '../shared/form/Outcome';
import { useRobotCheck } from '../shared/form/RobotCheck';
import { useForm } from '../shared/form/use-form';
import { words } from './words';

/** The text that was typed in the sign-in form, if it is an address. */
function addressFromSignIn(): string {
  const { username = '' } = inputOf<{ username: string }>('sign-in') ?? {};
  return username.includes('@') ? username.trim() : '';
}

/** Requests the mail. The answer is the same for every address. */
export function RequestMailForm() {
  const ownEmail = useSession((session) => session.email);
  const isSignedIn = useSignedIn();
  const form = useForm({ name: 'reset-password', initial: { email: ownEmail ?? addressFromSignIn() } });
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const robotCheck = useRobotCheck();

  async function submit(): Promise<void> {
    const parsed = emailAddress.safeParse(form.values.email);
    setMessage(null);
    form.refuse(parsed.success ? {} : { email: words.noEmail });
    if (!parsed.success) return;
    setBusy(true);
    const result = await requestPasswordReset(parsed.data, { onPuzzle: robotCheck.onPuzzle });
    robotCheck.onEnd();
    setBusy(false);
    if (result.ok) {
      setSentTo(parsed.data);
      return;
    }
    const failure = formFailure(result.error, ['email'], words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  if (sentTo !== null) {
    return (
      <>
        <Outcome kind="mail" title={words.sentTitle} text={words.sent(sentTo)}>
          <Link className={buttonClass()} to="/sign-in">{words.signIn}</Link>
          <Button variant="ghost" onClick={() => setSentTo(null)}>{words.another}</Button>
        </Outcome>
        <p className="quiet small">{words.sameForAll} {words.noMail}</p>
      </>
    );
  }
  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {isSignedIn ? <SignedIn /> : null}
      {message === null ? null : <ErrorNotice kind="danger" live title={words.failed}>{message}</ErrorNotice>}
      <TextField
        {...form.text('email')}
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
      />
      {robotCheck.note}
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      <OfflineNote>{words.offline}</OfflineNote>
    </FormShell>
  );
}

function SignedIn() {
  return useCan('passwords') ? <p className="quiet small">{words.signedIn} <Link to="/change-password">{words.change}</Link>.</p> : null;
}
