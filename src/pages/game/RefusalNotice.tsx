import { Suspense, lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { openSignIn } from '../../state/session';
import { Button, buttonClass } from '../../ui/Button';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { IdentityStep } from '../shared/gates/IdentityStep';
import { refusalWords } from './rounds/refusals';
import type { RoundRefusal, RefusalStep } from './rounds/refusals';

/** Loaded late, because it is rarely needed and not small. */
const PasswordDialog = lazy(async () => ({ default: (await import('../shared/form/PasswordDialog')).PasswordDialog }));

function Step({ step, onPractice, onPassword }: { step: RefusalStep; onPractice: () => void; onPassword: () => void }) {
  if ('identity' in step) return <IdentityStep next={location.pathname} />;
  if ('to' in step) return <Link className={buttonClass('secondary')} to={step.to}>{step.label}</Link>;
  const act = 'dialog' in step ? openSignIn : 'password' in step ? onPassword : onPractice;
  return <Button variant="secondary" onClick={act}>{step.label}</Button>;
}

/** Says that a round was refused, that nothing moved, and what to do. */
export function RefusalNotice({ refusal, onPractice }: { refusal: RoundRefusal; onPractice: () => void }) {
  const [asksPassword, setAsksPassword] = useState(false);
  const { title, text, step } = refusalWords(refusal);
  return (
    <>
      <ErrorNotice
        kind="warning"
        title={title}
        live
        action={step === null ? undefined : <Step step={step} onPractice={onPractice} onPassword={() => setAsksPassword(true)} />}
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
