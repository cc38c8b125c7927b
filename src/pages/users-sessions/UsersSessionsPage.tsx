import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Sessions } from '../../bridge/actions/account';
import { dateTime } from '../../core/time';
import { errorWords } from '../../core/error-words';
import { useCan } from '../../state/use';
import { Age } from '../../ui/Age';
import { Button, buttonClass } from '../../ui/Button';
import { EmptyState, Notice, Skeleton } from '../../ui/States';
import { ErrorHelp } from '../shared/form/ErrorNotice';
import { OfflineNote } from '../shared/form/OfflineNote';
import { EndedSession, SessionCard } from './SessionCard';
import { SignOutDialog } from './SignOutDialog';
import type { Target } from './SignOutDialog';
import { useSessions } from './use-sessions';
import { words } from './words';
import './users-sessions.css';

function UnknownDeviceHelp() {
  const canChange = useCan('passwords');
  return (
    <Notice
      kind="info"
      title={words.strangerTitle}
      action={
        <Link className={buttonClass('secondary')} to={canChange ? '/change-password' : '/help#protect-account'}>
          {canChange ? words.change : words.protect}
        </Link>
      }
    >
      <p>{canChange ? words.stranger : words.strangerHelp}</p>
    </Notice>
  );
}

function Devices({ sessions, onAsk }: { sessions: Sessions; onAsk: (target: Target) => void }) {
  const open = sessions.items.filter(({ endedAt }) => endedAt === null);
  const ended = sessions.items.filter(({ endedAt }) => endedAt !== null);
  const others = open.filter(({ current }) => !current);
  const { previousSignIn } = sessions;
  return (
    <>
      <p>{previousSignIn === null ? words.first : words.previous(dateTime(Date.parse(previousSignIn)))}</p>
      <section className="stack" aria-labelledby="open-sessions">
        <div className="row spread">
          <h2 id="open-sessions">{words.open}</h2>
          {others.length > 1 ? (
            <Button variant="secondary" onClick={() => onAsk({ others: others.length })}>{words.others}</Button>
          ) : null}
        </div>
        <ul className="devices">
          {open.map((session) => (
            <SessionCard key={session.sessionRef} session={session}>
              {session.current ? null : (
                <div>
                  <Button variant="secondary" aria-label={words.signOutOf(session.device)} onClick={() => onAsk({ one: session })}>
                    {words.signOut}
                  </Button>
                </div>
              )}
            </SessionCard>
          ))}
        </ul>
        {others.length === 0 ? <p className="quiet">{words.alone}</p> : <OfflineNote>{words.offline}</OfflineNote>}
        <p className="quiet small">{words.placeHint}</p>
      </section>
      <UnknownDeviceHelp />
      {ended.length === 0 ? null : (
        <details className="ended">
          <summary>{words.ended(ended.length)}</summary>
          <ul className="devices">{ended.map((session) => <EndedSession key={session.sessionRef} session={session} />)}</ul>
        </details>
      )}
    </>
  );
}

/** All signed-in devices, this one first. The player signs out one of them, or all others. */
export default function UsersSessionsPage() {
  const { sessions, savedAt, live, error, reload } = useSessions();
  const [target, setTarget] = useState<Target | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [signOuts, setSignOuts] = useState(0);
  // The button that opened the dialog disappears with its device, so the focus moves to the heading.
  useEffect(() => {
    if (signOuts > 0) heading.current?.focus();
  }, [signOuts]);

  function content() {
    if (sessions !== null) return <Devices sessions={sessions} onAsk={setTarget} />;
    if (error === null) {
      return <div aria-busy="true" className="stack"><p className="unseen" role="status">{words.loading}</p><Skeleton lines={6} /></div>;
    }
    return (
      <EmptyState title={words.failedTitle} action={<Button variant="secondary" onClick={reload}>{words.tryAgain}</Button>}>
        {error.problem === undefined ? words.failed : <>{errorWords(error)}<ErrorHelp text={errorWords(error)} /></>}
      </EmptyState>
    );
  }

  return (
    <div className="users-sessions">
      <header className="stack">
        <p><Link className="text-link" to="/profile">{words.back}</Link></p>
        <h1 tabIndex={-1} ref={heading}>{words.title}</h1>
        {savedAt === null || live ? null : <p className="quiet small">{words.age} <Age at={savedAt} /></p>}
      </header>
      {content()}
      {target === null ? null : (
        <SignOutDialog
          target={target} onClose={() => setTarget(null)} onChanged={reload} onSignedOut={() => setSignOuts((before) => before + 1)}
        />
      )}
    </div>
  );
}
