import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { SessionEnd } from '../../core/errors';
import { setUpdate } from '../../state/app';
import { useApp, useConnection } from '../../state/use';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { words } from '../words';

/** Few ever see it; and where its file can't be had, the page must go on without. */
const SessionEnded = lazy<ComponentType<{ end: SessionEnd }>>(() => import('./SessionEnded').catch(() => ({ default: () => null })));

function WhySignedOut() {
  const end = useApp((app) => app.sessionEnded);
  return end === null ? null : <Suspense><SessionEnded end={end} /></Suspense>;
}

/** Its chunk is there already, since the app runs; it is not part of the entry. */
async function applyNow(): Promise<void> {
  const { applyUpdate } = await import('../../bridge/service-worker');
  await applyUpdate();
}

function UpdateOffer() {
  const update = useApp((app) => app.update);
  if (update !== 'offered' && update !== 'applying') return null;
  return (
    <div className="banner" role="status">
      <p>{words.updateReady}</p>
      <div className="row">
        <Button busy={update === 'applying'} onClick={() => void applyNow()}>{words.updateNow}</Button>
        <Button variant="ghost" onClick={() => setUpdate('none')}>{words.updateLater}</Button>
      </div>
    </div>
  );
}

/** Quiet, in the corner of the eye: offline is a state, not an alarm. */
export function ConnectionPill() {
  const reach = useConnection((connection) => connection.reach);
  const storage = useApp((app) => app.storage);
  const text = reach === 'portal' ? words.portal : reach === 'offline' ? words.offlineLong : storage === 'memory' ? words.keepsNothing : '';
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
      <WhySignedOut />
      <UpdateOffer />
      <ConnectionPill />
    </>
  );
}
