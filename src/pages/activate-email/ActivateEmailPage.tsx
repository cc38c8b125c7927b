import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { can } from '../../state/catalogue';
import { notify } from '../../state/notifications';
import { useFigures, useSession, useSignedIn } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/more-icons';
import { Card, Skeleton } from '../../ui/States';
import { EmailCheck } from '../shared/gates/EmailCheck';
import { ResendMail } from '../shared/gates/ResendMail';
import { useIsFirstCheckPending } from '../shared/gates/use-first-check';
import { useActivation } from './use-activation';
import { words } from './words';
import '../shared/form/forms.css';
import './activate-email.css';

const SIGN_IN = '/sign-in?next=%2Factivate-email';

function ConfirmedNotice({ isSignedIn, note }: { isSignedIn: boolean; note?: string }) {
  return (
    <div className="activation" role="status">
      <span className="activation-sign" data-kind="done"><Icon name="check" size={28} /></span>
      <h2>{words.doneTitle}</h2>
      {note === undefined ? null : <p>{note}</p>}
      <p className="quiet">{isSignedIn ? words.doneText : words.doneGuest}</p>
      <div className="row">
        {isSignedIn && can('deposits') ? <Link className={buttonClass()} to="/deposit">{words.deposit}</Link> : null}
        {isSignedIn ? (
          <Link className={buttonClass('secondary')} to="/">{words.lobby}</Link>
        ) : (
          <Link className={buttonClass()} to="/sign-in">{words.signIn}</Link>
        )}
      </div>
    </div>
  );
}

/** The next step of a new player, who confirmed the e-mail to get there. */
function ToDeposit() {
  const navigate = useNavigate();
  useEffect(() => {
    notify({ kind: 'success', text: words.doneTitle });
    void navigate('/deposit', { replace: true });
  }, [navigate]);
  return null;
}

function RefusedNotice({ why, isSignedIn }: { why: string; isSignedIn: boolean }) {
  return (
    <div className="activation" role="alert">
      <span className="activation-sign" data-kind="bad"><Icon name="warning" size={28} /></span>
      <h2>{words.refusedTitle}</h2>
      <p>{why}</p>
      <p className="quiet">{isSignedIn ? words.refusedPlayer : words.refusedGuest}</p>
      {isSignedIn ? <ResendMail /> : <Link className={buttonClass()} to={SIGN_IN}>{words.signIn}</Link>}
    </div>
  );
}

function UnreachedNotice({ isUnknown, tryAgain }: { isUnknown: boolean; tryAgain: () => void }) {
  return (
    <div className="activation" role="status">
      <span className="activation-sign"><Icon name="offline" size={28} /></span>
      <h2>{isUnknown ? words.unknownTitle : words.waitingTitle}</h2>
      <p className="quiet">{isUnknown ? words.unknownText : words.waitingText}</p>
      <Button onClick={tryAgain}>{words.again}</Button>
    </div>
  );
}

/** The page without a token: it says what the mail is for, and how to get another one. */
function MailExplanation({ isSignedIn }: { isSignedIn: boolean }) {
  const email = useSession((session) => session.email);
  return (
    <div className="activation">
      <span className="activation-sign"><Icon name="mail" size={28} /></span>
      <h2>{words.askTitle}</h2>
      <p>{email === null || email === '' ? words.askTextAnyone : words.askText(email)}</p>
      <p className="quiet">{words.why}</p>
      {isSignedIn ? (
        <>
          <EmailCheck />
          <ResendMail />
        </>
      ) : (
        <>
          <p className="quiet">{words.askGuest}</p>
          <Link className={buttonClass()} to={SIGN_IN}>{words.signIn}</Link>
        </>
      )}
      <p className="quiet small">{words.wrongAddress}</p>
    </div>
  );
}

/** The page of the link in the mail, `?token=…`. Without a token it explains the mail and sends it again. */
export default function ActivateEmailPage() {
  const [search] = useSearchParams();
  const isSignedIn = useSignedIn();
  const isActive = useFigures((figures) => figures.accountData?.emailActivated === true);
  const { activation, tryAgain } = useActivation(search.get('token'));
  const isCheckPending = useIsFirstCheckPending() && isSignedIn;

  function content() {
    if (activation === null && isCheckPending) return <Skeleton lines={6} />;
    if (activation === null) return isActive ? <ConfirmedNotice isSignedIn /> : <MailExplanation isSignedIn={isSignedIn} />;
    switch (activation.is) {
      case 'working':
        return (
          <div aria-busy="true">
            <p role="status" className="quiet">{words.workingText}</p>
            <Skeleton lines={3} />
          </div>
        );
      case 'done':
        return isSignedIn && activation.isFirst && can('deposits') ? <ToDeposit /> : <ConfirmedNotice isSignedIn={isSignedIn} />;
      case 'refused':
        // A mail program may have opened the link before the player did.
        if (isActive && !activation.isOfOtherAccount) return <ConfirmedNotice isSignedIn note={words.refusedActive} />;
        return <RefusedNotice why={activation.words} isSignedIn={isSignedIn} />;
      case 'waiting':
      case 'unknown':
        return <UnreachedNotice isUnknown={activation.is === 'unknown'} tryAgain={tryAgain} />;
    }
  }

  return (
    <div className="form-page">
      <h1 tabIndex={-1}>{words.title}</h1>
      <Card>{content()}</Card>
    </div>
  );
}
