import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { SessionEnd } from '../../core/errors';
import { useApp, useConnection } from '../../state/use';
import { Icon } from '../../ui/icons';
import { words } from '../words';

/** Few players ever see it, so it is loaded late. Where it can't be loaded, the page works without it. */
const SessionEnded = lazy<ComponentType<{ end: SessionEnd }>>(() => import('./SessionEnded').catch(() => ({ default: () => null })));

function WhySignedOut() {
  const end = useApp((app) => app.sessionEnd);
  return end === null ? null : <Suspense><SessionEnded end={end} /></Suspense>;
}

/** The service worker's offers are loaded late. A version whose chunk is gone from the host offers nothing. */
const Offers = lazy(() => import('./Offers').catch(() => ({ default: () => null })));

function UpdateOffers() {
  const update = useApp((app) => app.update);
  return update === 'none' ? null : <Suspense><Offers update={update} /></Suspense>;
}

/** Shows that there is no connection. It is quiet and stands at the edge, because being offline is a state and not an alarm. */
export function ConnectionPill() {
  const reach = useConnection((connection) => connection.reach);
  const isMemory = useApp((app) => app.storage === 'memory' || !app.isSessionStored);
  const text = reach === 'portal' ? words.portal : reach === 'offline' ? words.offlineLong : isMemory ? words.keepsNothing : '';
  return (
    <div role="status" className="connection">
      {text === '' ? null : (
        <p className="connection-pill">
          <Icon name={reach === 'offline' ? 'offline' : 'info'} size={14} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

export function Banners() {
  return (
    <>
      <WhySignedOut />
      <UpdateOffers />
      <ConnectionPill />
    </>
  );
}
