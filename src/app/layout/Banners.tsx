import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import { useFigureAge } from '../../bridge/figures/use-figure-age';
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

/** Shows that there is no connection. It is quiet, because being offline is a state and not an alarm. */
function ConnectionPill() {
  const reach = useConnection((connection) => connection.reach);
  const isMemory = useApp((app) => app.storage === 'memory' || !app.isSessionStored);
  const age = useFigureAge('balance');
  const text = reach === 'portal' ? words.portal : reach === 'offline' ? words.offlineLong(age) : isMemory ? words.keepsNothing : '';
  return (
    <div role="status">
      {text === '' ? null : (
        <p className="status-line connection-pill">
          <Icon name={reach === 'offline' ? 'offline' : 'info'} size={18} />
          {text}
        </p>
      )}
    </div>
  );
}

/** Tells the style sheet how high the status is, so that the page makes room by a transform, which is no shift of the layout. */
function followHeight(element: HTMLElement | null): () => void {
  if (element === null) return () => undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (element.offsetHeight === 0) style.removeProperty('--status');
    else style.setProperty('--status', `${element.offsetHeight}px`);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** The one place for status, directly below the top bar: why somebody was signed out, offers of the service worker, the connection. */
export function Banners() {
  return (
    <div className="status" ref={followHeight}>
      <WhySignedOut />
      <UpdateOffers />
      <ConnectionPill />
    </div>
  );
}
