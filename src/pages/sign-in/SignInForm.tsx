import { useState } from 'react';
import { Link } from 'react-router-dom';
import { signIn } from '../../bridge/actions/session';
import { clock, momentWords } from '../../core/time';
import { notify } from '../../state/notifications';
import { openSignUp } from '../../state/session';
import { useCan } from '../../state/use';
import { Button } from '../../ui/Button';
import { PasswordField, TextField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { forgetInput } from '../../state/form-input';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useRobotCheck } from '../shared/form/RobotCheck';
import { useForm } from '../shared/form/use-form';
import type { FieldErrors } from '../shared/form/use-form';
import { formWords } from '../shared/form/words';
import { words } from './words';

const FIELDS = ['username', 'password'] as const;
type Values = Record<(typeof FIELDS)[number], string>;
const EMPTY: Values = { username: '', password: '' };

function errorsOf({ username, password }: Values): FieldErrors {
  return {
    ...(username.trim() === '' && { username: words.noUsername }),
    ...(password === '' && { password: formWords.noPassword }),
  };
}

interface Props {
  onDone: () => void;
  /** The address for joining; without it the other dialog opens. */
  joinHref?: string;
}

/** Signs in with username or e-mail and password, on the page and in the dialog. */
export default function SignInForm({ onDone, joinHref }: Props) {
  const form = useForm<Values>({ name: 'sign-in', initial: EMPTY, secret: ['password'] });
  const [busy, setBusy] = useState(false);
  const isDialog = joinHref === undefined;
  const canReset = useCan('passwords');
  const [message, setMessage] = useState<string | null>(null);
  const robotCheck = useRobotCheck();

  async function submit(): Promise<void> {
    const newErrors = errorsOf(form.values);
    setMessage(null);
    form.refuse(newErrors);
    if (Object.keys(newErrors).length > 0) return;
    setBusy(true);
    const { username, password } = form.values;
    const result = await signIn({ username: username.trim(), password }, { onPuzzle: robotCheck.onPuzzle });
    robotCheck.onEnd();
    setBusy(false);
    if (result.ok) {
      forgetInput(result.data.userId);
      const { previousSignIn } = result.data;
      notify({
        kind: 'success',
        text: previousSignIn === null ? words.welcome : words.lastSignIn(momentWords(Date.parse(previousSignIn), clock.now())),
      });
      onDone();
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline(), 'password');
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      {message === null ? null : <ErrorNotice kind="danger" live title={words.failed} onFollow={isDialog ? onDone : undefined}>{message}</ErrorNotice>}
      <TextField
        {...form.text('username')}
        label={words.username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
      />
      <PasswordField kind="current" {...form.text('password')} label={formWords.password} enterKeyHint="go" />
      {robotCheck.note}
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      <div>
        <p className="form-switch">
          <span className="quiet">{words.newHere}</span>
          {isDialog ? (
            <button type="button" className="link-button" onClick={openSignUp}>{words.join}</button>
          ) : (
            <Link to={joinHref}>{words.join}</Link>
          )}
        </p>
        <p className="form-switch">
          <Link to={canReset ? '/reset-password' : '/help#forgot-password'} onClick={isDialog ? onDone : undefined}>{words.forgot}</Link>
        </p>
      </div>
      {isDialog ? <OfflineNote>{words.offline}</OfflineNote> : null}
    </FormShell>
  );
}
