/** The entry of the Comlink worker: hands the sync what this realm has, and exposes it. Nothing else. */
import { expose } from 'comlink';
import { countTransfers } from '../api/data-used';
import { createClient } from '../api/http';
import { createDatabase } from '../data/database';
import type { Channel, Locks } from './leader';
import { CHANNEL } from './leader';
import { createSync } from './sync';

const fetchHere: typeof fetch = (input, init) => fetch(input, init);

/** Missing outside secure contexts and in older browsers, whatever the types say. */
const { locks = null } = navigator as { readonly locks?: Locks };

countTransfers();
expose(
  createSync({
    makeClient: (token) =>
      createClient({ baseUrl: '/api', fetch: fetchHere, now: Date.now, readCookie: token, renewsToken: false }),
    db: createDatabase(),
    locks,
    openChannel: () => ('BroadcastChannel' in self ? (new BroadcastChannel(CHANNEL) as Channel) : null),
    tab: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    now: Date.now,
    random: Math.random,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  }),
);
