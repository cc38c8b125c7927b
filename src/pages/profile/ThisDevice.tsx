import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { signOut } from '../../bridge/actions/session';
import { hasBindingItems } from '../../bridge/session/binding-items';
import { readOutbox, useOutbox } from '../../bridge/outbox/use-outbox';
import { dateTime } from '../../core/time';
import { setGuideRequested } from '../../state/install';
import { notify } from '../../state/notifications';
import { openIntents } from '../../state/intents';
import { outboxStore, waitingCount } from '../../state/outbox';
import { useApp, useCan, useFigures, useIntents, useIsOffline, useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/more-icons';
import { Skeleton } from '../../ui/States';
import { forgetInput } from '../../state/form-input';
import { words as outboxWords } from '../shared/outbox/words';
import { words } from '../shared/profile/words';

interface LeaveProps {
  unsentCount: number;
  /** One of the waiting changes holds on this device already. */
  isBound: boolean;
  openMoney: number;
  onLeave: () => void;
  onClose: () => void;
}

/** Says, before signing out, what that would delete or leave to the platform. */
function ConfirmSignOut({ unsentCount, isBound, openMoney, onLeave, onClose }: LeaveProps) {
  return (
    <Dialog open title={words.leaveTitle} closeLabel={words.stay} onClose={onClose}>
      {unsentCount === 0 ? null : <p>{isBound ? outboxWords.signOutLosesBinding : outboxWords.signOutLoses(unsentCount)}</p>}
      {openMoney === 0 ? null : <p>{words.leaveMoney(openMoney)}</p>}
      <div className="row">
        <Button variant="danger" onClick={onLeave}>{words.signOut}</Button>
        <Button variant="ghost" onClick={onClose}>{words.stay}</Button>
      </div>
    </Dialog>
  );
}

/** The session on this device, and the button that ends it. */
export function ThisDevice() {
  const navigate = useNavigate();
  const userName = useSession((session) => session.userName);
  const account = useFigures((figures) => figures.accountData);
  const isProfileKnown = useFigures((figures) => figures.profile.savedAt !== null);
  const isSessionStored = useApp((app) => app.isSessionStored);
  const isOffline = useIsOffline();
  const unsentCount = useOutbox(waitingCount);
  const isBound = useOutbox(hasBindingItems);
  const openMoney = useIntents((state) => openIntents(state).length);
  const canList = useCan('sessions');
  const canAskAccount = useCan('account');
  // A platform without a sign-in may have no call to end a session, so the page promises nothing there.
  const canSignIn = useCan('sign-in');
  // In a browser that stores nothing a promise would end with this page, so none is made. A later message says what to do.
  const willEndLater = isOffline && canSignIn && isSessionStored;
  const [isConfirming, setConfirming] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isOutboxRead, setOutboxRead] = useState(false);
  const isAwaited = canAskAccount && !isOffline && (account === null || !isProfileKnown);
  const previous = account?.previousSignIn ?? null;

  useEffect(() => void readOutbox().then(() => setOutboxRead(true)), []);

  /** The message comes once the device has signed out, because telling the platform may take longer. */
  function onLeft(): void {
    forgetInput();
    notify({ kind: 'success', text: willEndLater ? words.signedOutOffline : canSignIn && !isOffline ? words.signedOut : words.signedOutHere });
    void navigate('/', { replace: true });
  }

  function leave(): void {
    setConfirming(false);
    setLeaving(true);
    void signOut({ wasToldAtPress: willEndLater, onLeft }).finally(() => setLeaving(false));
  }

  function askOrLeave(): void {
    if (waitingCount(outboxStore.getState()) > 0 || openMoney > 0) setConfirming(true);
    else leave();
  }

  /** A press may come before the outbox has been read. Signing out would then delete what waits, such as an exclusion, without a word. */
  function onSignOut(): void {
    if (isOutboxRead) {
      askOrLeave();
      return;
    }
    setLeaving(true);
    void readOutbox().then(() => {
      setLeaving(false);
      askOrLeave();
    });
  }

  return (
    <section className="stack" aria-labelledby="my-session">
      <h2 id="my-session">{words.session}</h2>
      <div>
        {/* The button below must not move under a finger when the lines come, so they come together. */}
        {isAwaited ? <><Skeleton /><Skeleton /></> : (
          <>
            {userName === null ? null : <p>{words.signedInAs(userName)}</p>}
            {account === null ? null : (
              <p className="quiet">
                {previous === null ? words.firstSignIn : words.lastSignIn(dateTime(Date.parse(previous)))}{' '}
                {previous === null ? null : <>{words.notYou} <Link to={canList ? '/users-sessions' : '/help#protect-account'}>{canList ? words.sessions : words.protect}</Link></>}
              </p>
            )}
          </>
        )}
        {isSessionStored ? null : <p className="quiet">{words.memoryOnly}</p>}
      </div>
      <div className="row">
        <Button className="in-browser" variant="secondary" onClick={() => setGuideRequested(true)}>{words.homeScreen}</Button>
        <Button variant="danger" busy={isLeaving} busyLabel={words.signingOut} onClick={onSignOut}><Icon name="logout" size={20} />{words.signOut}</Button>
      </div>
      {unsentCount > 0 && isOffline ? <p className="small">{isBound ? outboxWords.signOutLosesBinding : outboxWords.signOutLoses(unsentCount)}</p> : null}
      {isConfirming ? (
        <ConfirmSignOut unsentCount={unsentCount} isBound={isBound} openMoney={openMoney} onLeave={leave} onClose={() => setConfirming(false)} />
      ) : null}
      <p className="quiet small" role="status">{willEndLater ? words.signOutOffline : words.signOutHint}</p>
    </section>
  );
}
