import { Suspense, lazy } from 'react';
import { dismissSessionEnded } from '../../state/app';
import { openSignIn } from '../../state/session';
import { useApp, useCan, useConnection } from '../../state/use';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { words } from '../words';

function SessionEnded() {
  const reason = useApp((app) => app.sessionEnded);
  const canSignIn = useCan('sign-in');
  if (reason === null) return null;
  const known: Readonly<Record<string, string>> = words.signedOutBecause;
  return (
    <div className="banner" role="alert">
      <p><strong>{words.signedOutTitle}.</strong> {known[reason] ?? words.signedOutUnknown}</p>
      <div className="row">
        {canSignIn ? (
          <Button
            onClick={() => {
              dismissSessionEnded();
              openSignIn();
            }}
          >
            {words.signIn}
          </Button>
        ) : null}
        <Button variant="ghost" onClick={dismissSessionEnded}>{words.dismiss}</Button>
      </div>
    </div>
  );
}

/** What the service worker has to offer, in a chunk of its own; a version whose file of it is gone offers nothing. */
const Offers = lazy(() => import('./Offers').catch(() => ({ default: () => null })));

function Offered() {
  const update = useApp((app) => app.update);
  return update === 'none' ? null : <Suspense><Offers update={update} /></Suspense>;
}

/** Quiet, in the corner of the eye: offline is a state, not an alarm. */
export function ConnectionPill() {
  const reach = useConnection((connection) => connection.reach);
  const isMemory = useApp((app) => app.storage === 'memory' || !app.sessionKept);
  const text = reach === 'portal' ? words.portal : reach === 'offline' ? words.offlineLong : isMemory ? words.keepsNothing : '';
  return (
    <div role="status" className="connection">
      {text === '' ? null : (
        <p className="connection-pill">
          <Icon name={reach === 'offline' ? 'offline' : 'info'} size={18} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

export function Banners() {
  return (
    <>
      <SessionEnded />
      <Offered />
      <ConnectionPill />
    </>
  );
}
