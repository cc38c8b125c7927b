/**
 * Makes the sync with the means of this realm: of the Comlink worker, or of a page that can't have one. Such a page does the
 * work on its main thread, which is worse than a worker and better than figures that stand still.
 */
import { createClient } from '../api/http';
import { createClock } from '../core/clock';
import { keepClockSkew, readClockSkew } from '../data/clock-skew';
import { createDatabase } from '../data/database';
import type { SyncWorkerCalls } from './contract';
import type { Locks } from './leader';
import { CHANNEL } from './leader';
import { createSync } from './sync';

const fetchHere: typeof fetch = (input, init) => fetch(input, init);
/** Counts ms from the epoch, so that a page can compare them with its own. */
const steady = () => performance.timeOrigin + performance.now();

/** The browser's locks. They are missing outside secure contexts and in older browsers, whatever the types say. */
const locksHere = ({ locks }: { readonly locks?: Locks } = navigator): Locks | null => locks ?? null;

export function syncOfThisRealm(): SyncWorkerCalls {
  const db = createDatabase();
  const { now, notePlatformTime: onPlatformTime, hasPlatformTime, applyStoredSkew } = createClock({
    wall: Date.now,
    steady,
    onSkew: (skewMs) => void keepClockSkew(db, skewMs, Date.now()),
  });
  void readClockSkew(db, Date.now()).then((skewMs) => skewMs !== 0 && applyStoredSkew(skewMs));
  return createSync({
    makeClient: (token, renewToken) =>
      createClient({ baseUrl: '/api', fetch: fetchHere, now, onPlatformTime, readCookie: token, renewToken }),
    db,
    locks: locksHere(),
    openChannel: () => ('BroadcastChannel' in self ? new BroadcastChannel(CHANNEL) : null),
    tab: String(Math.random()),
    now,
    isPhoneTime: () => !hasPlatformTime(),
    wall: Date.now,
    steady,
    random: Math.random,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
}
