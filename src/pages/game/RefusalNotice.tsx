import { Suspense, lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { playHere } from '../../bridge/actions/rounds';
import { renewPage } from '../../bridge/actions/update';
import { openSignIn } from '../../state/session';
import { Button, buttonClass } from '../../ui/Button';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { IdentityStep } from '../shared/gates/IdentityStep';
import { Notice } from '../../ui/States';
import { refusalWords } from './rounds/refusals';
import type { RoundRefusal, RefusalStep } from './rounds/refusals';
import { words } from './words';

/** Loaded late, because it is rarely needed and not small. */
const PasswordDialog = lazy(async () => ({ default: (await import('../shared/form/PasswordDialog')).PasswordDialog }));

interface StepProps {
  step: RefusalStep;
  onPractice: () => void;
  onPassword: () => void;
  onPlayHere: () => void;
}

function Step({ step, onPractice, onPassword, onPlayHere }: StepProps) {
  if ('identity' in step) return <IdentityStep next={location.pathname} />;
  if ('to' in step) return <Link className={buttonClass('secondary')} to={step.to}>{step.label}</Link>;
  const act = 'dialog' in step ? openSignIn : 'password' in step ? onPassword : 'playHere' in step ? onPlayHere : 'renew' in step ? onRenew : onPractice;
  return <Button variant="secondary" onClick={act}>{step.label}</Button>;
}

/** Loads the newest version of the app, because only that has the rules by which the platform plays now. */
const onRenew = () => void renewPage();

/** Says that a round was refused, that nothing moved, and what to do. */
export function RefusalNotice({ refusal, onPractice }: { refusal: RoundRefusal; onPractice: () => void }) {
  const [asksPassword, setAsksPassword] = useState(false);
  const [playsHere, setPlaysHere] = useState(false);
  const { title, text, step } = refusalWords(refusal);
  const onPassword = () => setAsksPassword(true);
  const onPlayHere = () => void playHere().then(() => setPlaysHere(true));
  if (playsHere) return <Notice kind="success" title={words.playsHereTitle} live><p>{words.playsHere}</p></Notice>;
  return (
    <>
      <ErrorNotice
        kind="warning"
        title={title}
        live
        action={step === null ? undefined : <Step step={step} {...{ onPractice, onPassword, onPlayHere }} />}
      >
        {text}
      </ErrorNotice>
      {asksPassword ? (
        <Suspense>
          <PasswordDialog onClose={() => setAsksPassword(false)} onConfirmed={() => setAsksPassword(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
