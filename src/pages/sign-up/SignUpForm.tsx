import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { signUp } from '../../bridge/actions/session';
import { can } from '../../state/catalogue';
import { notify } from '../../state/notifications';
import { openSignIn } from '../../state/session';
import { Button } from '../../ui/Button';
import { isDeviceOffline } from '../shared/form/device-offline';
import { formFailure } from '../shared/form/form-failure';
import { FormShell } from '../shared/form/FormShell';
import { forgetInput, inputOf, keepInput } from '../../state/form-input';
import { NotServed, NotServedLate } from '../shared/gates/NotServed';
import { OfflineNote } from '../shared/form/OfflineNote';
import { useMinimumAge, useNotServedForm } from '../shared/gates/place';
import { useRobotCheck } from '../shared/form/RobotCheck';
import { useForm } from '../shared/form/use-form';
import type { FieldErrors } from '../shared/form/use-form';
import { AboutYou } from './AboutYou';
import { checkSignUp, EMPTY, errorsOfStep, FIELDS } from './check';
import type { SignUpValues } from './check';
import { SignUpFailure, SwitchToSignIn } from './SignUpFailure';
import type { FailureKind } from './SignUpFailure';
import { YourLogin } from './YourLogin';
import { words } from './words';
import './sign-up.css';

interface Props {
  onDone: () => void;
  /** The page to open afterwards; without it the player stays. */
  next?: string;
  /** The address for signing in; without it the other dialog opens. */
  signInHref?: string;
}

interface SignUpFailure {
  readonly kind: FailureKind;
  readonly message: string;
}

/** Opens an account in two steps, on the page and in the dialog. */
export default function SignUpForm({ onDone, next, signInHref }: Props) {
  const navigate = useNavigate();
  const location = useLocation();
  const form = useForm<SignUpValues>({ name: 'sign-up', initial: EMPTY, secret: ['password'] });
  const [step, setStep] = useState<1 | 2>(1);
  const [busy, setBusy] = useState(false);
  const [shownFailure, setShownFailure] = useState<SignUpFailure | null>(null);
  const robotCheck = useRobotCheck();
  const years = useMinimumAge();
  const notServed = useNotServedForm(true);
  const stepHeading = useRef<HTMLLegendElement>(null);
  const isTurned = useRef(false);
  /** The answer to an earlier try got lost, so the next try may find the account. */
  const hadUnknownOutcome = useRef(false);

  useEffect(() => {
    if (isTurned.current) stepHeading.current?.focus();
    isTurned.current = false;
  }, [step]);

  function turnTo(next: 1 | 2): void {
    if (next !== step) isTurned.current = true;
    setStep(next);
  }

  /** Marks the wrong fields and turns to their step; the first step comes first. */
  function refuse(errors: FieldErrors): void {
    const isFirst = Object.keys(errorsOfStep(errors, 1)).length > 0;
    if (Object.keys(errors).length > 0) setStep(isFirst ? 1 : 2);
    form.refuse(errors);
  }

  function goOn(): void {
    const checked = checkSignUp(form.values, Date.now(), years);
    const errors = checked.ok ? {} : errorsOfStep(checked.errors, 1);
    form.refuse(errors);
    if (Object.keys(errors).length === 0) turnTo(2);
  }

  async function send(): Promise<void> {
    setShownFailure(null);
    const checked = checkSignUp(form.values, Date.now(), years);
    refuse(checked.ok ? {} : checked.errors);
    if (!checked.ok) return;
    setBusy(true);
    const result = await signUp(checked.body, { onPuzzle: robotCheck.onPuzzle });
    robotCheck.onEnd();
    setBusy(false);
    if (result.ok) {
      forgetInput();
      notify({ kind: 'success', text: words.welcome });
      onDone();
      // A player who came here on the way to another page goes on to it. From the lobby the next step is the deposit, which offers limits.
      if (can('deposits') && (next ?? location.pathname) === '/') void navigate('/deposit', { replace: next !== undefined });
      return;
    }
    const failure = formFailure(result.error, FIELDS, words, isDeviceOffline());
    const isTaken = result.error.problem?.code === 'email-taken' && hadUnknownOutcome.current;
    if (failure.delivery === 'unknown') hadUnknownOutcome.current = true;
    refuse(failure.fields);
    const kind = isTaken ? 'went-through' : failure.delivery === 'unknown' ? 'unknown' : 'refused';
    const message = isTaken ? words.wentThrough : failure.message;
    setShownFailure(message === null ? null : { kind, message });
  }

  /** Carries the typed name over to the sign-in form. */
  function carryOver(): void {
    const { email, username } = form.values;
    const typed = inputOf<{ username: string }>('sign-in')?.username ?? '';
    if (typed === '') keepInput('sign-in', { username: email.trim() || username.trim() });
    if (signInHref === undefined) openSignIn();
  }

  const signInLink = <SwitchToSignIn href={signInHref} onLeave={carryOver} />;
  const toSignIn = (
    <p className="form-switch">
      <span className="quiet">{words.have}</span>
      {signInLink}
    </p>
  );
  // The player is told before typing anything. Text that was typed earlier is kept until the place is served again.
  if (notServed === 'yes') return <div className="stack"><NotServed text={words.notServed} />{toSignIn}</div>;
  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => (step === 1 ? goOn() : void send())}>
      {notServed === 'late' ? <NotServedLate /> : null}
      {shownFailure === null ? null : (
        <SignUpFailure {...shownFailure} action={signInLink} onLeave={signInHref === undefined ? onDone : undefined} />
      )}
      <YourLogin form={form} heading={step === 1 ? stepHeading : null} hidden={step !== 1} />
      <AboutYou form={form} heading={step === 2 ? stepHeading : null} hidden={step !== 2} />
      {robotCheck.note}
      {step === 2 ? <OfflineNote>{words.offline}</OfflineNote> : null}
      <div className="sign-up-buttons">
        {step === 2 ? <Button variant="ghost" onClick={() => turnTo(1)}>{words.back}</Button> : null}
        <Button type="submit" busy={busy} busyLabel={words.busy}>{step === 1 ? words.goOn : words.submit}</Button>
      </div>
      {toSignIn}
    </FormShell>
  );
}
