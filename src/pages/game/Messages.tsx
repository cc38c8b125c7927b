import { Suspense, lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { openSignIn, openSignUp } from '../../state/session';
import { Button, buttonClass } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { IdentityStep } from '../shared/gates/IdentityStep';
import { useCan } from '../shared/shelf/use-shelf';
import type { MoneyBlock, PlayMode } from './rounds/play-state';
import { refusalWords } from './rounds/refusals';
import type { RoundRefusal, RefusalStep } from './rounds/refusals';
import type { MoneyRounds } from './rounds/rounds';
import { words } from './words';

/** Loaded late, because it is rarely needed and not small. */
const PasswordDialog = lazy(async () => ({ default: (await import('../shared/form/PasswordDialog')).PasswordDialog }));

/** Says why no money can be staked now, and what the player can do instead. It does not urge. */
export function BlockNotice({ block, onPractice }: { block: MoneyBlock; onPractice: () => void }) {
  const canSignIn = useCan('sign-in');
  const { title, text } = words.blocked[block];
  const practise = <Button variant="secondary" onClick={onPractice}>{words.toPractice}</Button>;
  return (
    <Notice
      title={title}
      action={
        block === 'guest' && canSignIn ? (
          <>
            <Button variant="secondary" onClick={openSignUp}>{words.join}</Button>
            <Button variant="ghost" onClick={openSignIn}>{words.signIn}</Button>
          </>
        ) : block === 'email' ? (
          <Link className={buttonClass('secondary')} to="/activate-email">{words.toActivate}</Link>
        ) : block === 'place' ? (
          <>
            {practise}
            <Link className={buttonClass('ghost')} to="/location-restriction">{words.whyNot}</Link>
          </>
        ) : (
          practise
        )
      }
    >
      <p>{text}</p>
    </Notice>
  );
}

function Step({ step, onPractice, onPassword }: { step: RefusalStep; onPractice: () => void; onPassword: () => void }) {
  if ('identity' in step) return <IdentityStep next={location.pathname} />;
  if ('to' in step) return <Link className={buttonClass('secondary')} to={step.to}>{step.label}</Link>;
  const act = 'dialog' in step ? openSignIn : 'password' in step ? onPassword : onPractice;
  return <Button variant="secondary" onClick={act}>{step.label}</Button>;
}

/** Says that a round was refused, that nothing moved, and what to do. */
function RefusalNotice({ refusal, onPractice }: { refusal: RoundRefusal; onPractice: () => void }) {
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

/** The platform has answered while the player was practising. The result is shown when the player asks for it. */
function ResultNotice({ onShow }: { onShow: () => void }) {
  return (
    <Notice kind="success" title={words.resultTitle} live action={<Button variant="secondary" onClick={onShow}>{words.showResult}</Button>}>
      <p>{words.resultText}</p>
    </Notice>
  );
}

function CheckingNotice() {
  return (
    <Notice title={words.checkingTitle} live>
      <p>{words.checkingText}</p>
    </Notice>
  );
}

/** True if a round for money needs a message in the place of its result. */
export function hasMessage({ phase, refusal, isUnreadable }: MoneyRounds): boolean {
  return phase === 'checking' || ((phase === 'idle' || phase === 'open') && (refusal !== null || isUnreadable));
}

interface MessagesProps {
  money: MoneyRounds;
  mode: PlayMode;
  onMode: (mode: PlayMode) => void;
}

/** The messages about the last round for money. They are shown in practice, too, because money comes first. */
export function MoneyMessages({ money, mode, onMode }: MessagesProps) {
  if (money.phase === 'checking') return <CheckingNotice />;
  if (mode === 'practice' && money.phase === 'showing') return <ResultNotice onShow={() => onMode('money')} />;
  if (money.phase !== 'idle' && money.phase !== 'open') return null;
  if (money.refusal !== null) return <RefusalNotice refusal={money.refusal} onPractice={() => onMode('practice')} />;
  return money.isUnreadable ? <Notice live><p>{words.lost}</p></Notice> : null;
}
