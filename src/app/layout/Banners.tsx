import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { SessionEnd } from '../../core/errors';
import { useApp, useConnection } from '../../state/use';
import { Icon } from '../../ui/icons';
import { words } from '../words';

/** Few ever see it; and where its file can't be had, the page must go on without. */
const SessionEnded = lazy<ComponentType<{ end: SessionEnd }>>(() => import('./SessionEnded').catch(() => ({ default: () => null })));

function WhySignedOut() {
  const end = useApp((app) => app.sessionEnded);
  return end === null ? null : <Suspense><SessionEnded end={end} /></Suspense>;
}

/** The service worker's offers are a chunk of their own; a version whose file of it is gone offers nothing. */
const Offers = lazy(() => import('./Offers').catch(() => ({ default: () => null })));

function UpdateOffers() {
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
