import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { joinByInvitation } from '../../../bridge/actions/invitation';
import type { AcceptBody } from '../../../bridge/actions/invitation';
import { signOut } from '../../../bridge/actions/session';
import { notify } from '../../../state/notifications';
import { useCan, useSession } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Card, EmptyState } from '../../../ui/States';
import { isToken } from './check';
import { InvitationForm } from './InvitationForm';
import { words } from './words';

/** The signed-in account stays as it is, because an invitation is for another one. */
function SignedIn() {
  const name = useSession(({ userName }) => userName) ?? words.somebody;
  const [busy, setBusy] = useState(false);
  return (
    <EmptyState
      title={words.signedInTitle}
      action={
        <div className="row">
          <Button
            busy={busy}
            busyLabel={words.signingOut}
            onClick={() => {
              setBusy(true);
              void signOut();
            }}
          >
            {words.signOut}
          </Button>
          <Link className={buttonClass('ghost')} to="/">{words.stay}</Link>
        </div>
      }
    >
      {words.signedIn(name)}
    </EmptyState>
  );
}

/** The page that an invitation's link opens: `/sign-up?invitation=<token>`. */
export default function Invitation({ token }: { token: string }) {
  const navigate = useNavigate();
  const isSignedIn = useSession((session) => session.sessionId !== null);
  const isAble = useCan('admins');
  const [state, setState] = useState<'open' | 'sending' | 'invalid' | 'invalid-unknown'>('open');

  /** Until the call has failed, a signed-in account is the new admin's, on the way to the admin page. */
  async function send(body: AcceptBody): ReturnType<typeof joinByInvitation> {
    setState('sending');
    const result = await joinByInvitation(body);
    if (!result.ok) setState('open');
    return result;
  }

  const isOther = isSignedIn && state === 'open';
  const isInvalid = !isAble || !isToken(token) || state === 'invalid' || state === 'invalid-unknown';
  const invalidNotice = (
    <EmptyState title={words.invalidTitle} action={<Link className={buttonClass()} to="/sign-in?next=%2Fadmin">{words.signIn}</Link>}>
      {state === 'invalid-unknown' ? words.invalidUnknown : words.invalid}
    </EmptyState>
  );
  const form = (
    <InvitationForm
      token={token}
      send={send}
      onDone={() => {
        notify({ kind: 'success', text: words.welcome });
        void navigate('/admin', { replace: true });
      }}
      onInvalid={(hadUnknownOutcome) => setState(hadUnknownOutcome ? 'invalid-unknown' : 'invalid')}
    />
  );
  return (
    <div className="form-page">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        {isInvalid || isOther ? null : <p className="quiet">{words.intro}</p>}
      </header>
      <Card>{isInvalid ? invalidNotice : isOther ? <SignedIn /> : form}</Card>
    </div>
  );
}
