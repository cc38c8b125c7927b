/**
 * The page's side of the sync worker: starts it when somebody signs in, hands its events on, and starts it again when it
 * dies. Calls of a dead worker would hang for ever, so each has a deadline. Where no worker can be had, the page does its work.
 */
import { XSRF_COOKIE } from '../../api/http';
import { antiForgery } from '../../core/contract/anti-forgery';
import { can, hostStore } from '../../state/catalogue';
import type { SessionIds } from '../../state/local-entries';
import type { AddressedEvent, WorkerEvent, WorkerSession } from '../../worker/contract';
import { readCookie } from '../page/cookie';
import type { OnClose } from '../page/on-close';
import type { Calls } from '../platform/calls';
import type { SyncRealm } from './start-worker';

/** A call of the worker that takes longer means that the worker is dead or hangs. */
export const WORKER_CALL_DEADLINE_MS = 10_000;
/** A visible page that got no event for so long pings the worker; together with the deadline, figures move again within 20 s. */
const HEARTBEAT_MS = 8_000;
const PING_DEADLINE_MS = 4_000;
/** The pause between two restarts, because a worker that dies again at once would only cost battery. */
const RESTART_PAUSE_MS = 30_000;
/** The session check waits no longer for a token that only a consent may need. */
const TOKEN_DEADLINE_MS = 2_000;
/** After so many workers that never answered the page does the work itself, because this browser lets none start. */
const MAX_FAILED_STARTS = 2;

export interface SyncClientDeps {
  /** Starts the worker. Throws where the browser lets none start. */
  readonly startWorker: (onError: () => void) => SyncRealm;
  /** Starts the same work on the page. */
  readonly startOnPage: () => Promise<SyncRealm>;
  readonly callOpen: Calls['callOpen'];
  /** Called with each event for the session that is signed in now. */
  readonly onEvent: (event: WorkerEvent, askedAt?: number) => void;
  readonly onClose: OnClose;
}

export interface SyncClient {
  /** Checks the session and starts to poll for it. */
  readonly start: (ids: SessionIds) => void;
  /** Ends the worker's session: its polls, its lead and its sending. Answers that are still under way reach no store. */
  readonly stop: () => void;
  /** Reads balance and bonus wallet now, because money moved or the connection came back. */
  readonly pollNow: () => Promise<void>;
  /** Sends what is in the outbox now, if there is a connection. */
  readonly drainNow: () => Promise<void>;
  /** Checks the session and reads all figures now. */
  readonly recheckSession: () => Promise<void>;
  /** Tells the worker whether the page is visible. A hidden page gives up the lead at once, because if it froze no other tab would poll. */
  readonly tellVisibility: (isVisible: boolean) => void;
}

interface RunningRealm extends SyncRealm {
  /** It has answered once. */
  isAlive: boolean;
}

type Ask = (remote: SyncRealm['remote']) => unknown;

export function createSyncClient({ startWorker, startOnPage, callOpen, onEvent, onClose }: SyncClientDeps): SyncClient {
  let realm: RunningRealm | null = null;
  let session: SessionIds | null = null;
  let generation = 0;
  let restartedAt = Number.NEGATIVE_INFINITY;
  let failedStarts = 0;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  /** When the worker's last event came, in ms of the page's steady clock. */
  let lastEventAt = Number.NEGATIVE_INFINITY;

  function receive({ generation: eventGeneration, event, askedAt }: AddressedEvent): void {
    lastEventAt = performance.now();
    if (eventGeneration !== generation || !session) return;
    if (event.type === 'token-refused') void renewToken();
    else onEvent(event, askedAt);
  }

  /** Starts a worker. Returns null where the browser lets none start; then the page does the work as soon as it has the code. */
  function spawn(): RunningRealm | null {
    try {
      const newRealm: RunningRealm = { ...startWorker(() => replace(newRealm)), isAlive: false };
      return newRealm;
    } catch {
      void syncHere();
      return null;
    }
  }

  /** Does the work on the page, because no worker can be had. Where the code for it can't be loaded, tries again later. */
  async function syncHere(): Promise<void> {
    const pageRealm = await startOnPage().catch(() => null);
    if (realm) return;
    if (pageRealm === null) {
      setTimeout(() => void (session && !realm && syncHere()), RESTART_PAUSE_MS);
      return;
    }
    realm = { ...pageRealm, isAlive: true };
    if (session) begin(session);
  }

  /** Ends a dead worker and starts another one: at once the first time, after a pause if it dies again. */
  function replace(dead: RunningRealm): void {
    if (realm !== dead) return;
    dead.end();
    realm = null;
    failedStarts = dead.isAlive ? 0 : failedStarts + 1;
    if (failedStarts >= MAX_FAILED_STARTS) return void syncHere();
    const waitMs = Math.max(0, restartedAt + RESTART_PAUSE_MS - performance.now());
    setTimeout(() => {
      if (!session || realm) return;
      restartedAt = performance.now();
      begin(session);
    }, waitMs);
  }

  /** Makes one call of the worker, with a deadline. A worker that does not answer is replaced. */
  async function ask(run: Ask, deadlineMs = WORKER_CALL_DEADLINE_MS): Promise<void> {
    const askedRealm = realm;
    if (!askedRealm) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), deadlineMs)));
    const work = async () => run(askedRealm.remote);
    const outcome = await Promise.race([work().then(() => 'done' as const, () => 'late' as const), timeout]);
    clearTimeout(timer);
    if (outcome === 'late') replace(askedRealm);
    else askedRealm.isAlive = true;
  }

  /**
   * Returns the token that the worker's first consent needs. Without its cookie it is fetched here, because the worker can't
   * read cookies.
   */
  async function antiForgeryToken(): Promise<string | null> {
    if (readCookie(XSRF_COOKIE) === null && can('sign-in')) await callOpen(antiForgery, { noStore: true, deadlineMs: TOKEN_DEADLINE_MS });
    return readCookie(XSRF_COOKIE);
  }

  /** Fetches another token, because the platform refused the worker's. Its cookie may have been deleted while the app was open. */
  async function renewToken(): Promise<void> {
    await callOpen(antiForgery, { noStore: true, deadlineMs: TOKEN_DEADLINE_MS });
    const token = readCookie(XSRF_COOKIE);
    await ask((remote) => remote.setAntiForgery(token));
  }

  function begin(ids: SessionIds): void {
    const { config } = hostStore.getState();
    const workerSession: WorkerSession = {
      ...ids,
      generation,
      capabilities: config?.capabilities ?? null,
      consentPolicy: config?.consentPolicy ?? 'ask',
    };
    realm ??= spawn();
    void antiForgeryToken().then(async (token) => {
      if (workerSession.generation !== generation) return;
      await ask(async (remote) => {
        await remote.setAntiForgery(token);
        await remote.start(workerSession, document.visibilityState === 'visible', receive);
      });
    });
    clearInterval(heartbeat);
    heartbeat = setInterval(() => {
      const isQuiet = performance.now() - lastEventAt >= HEARTBEAT_MS;
      if (isQuiet && document.visibilityState === 'visible') void ask((remote) => remote.ping(), PING_DEADLINE_MS);
    }, HEARTBEAT_MS);
  }

  onClose(() => {
    session = null;
    clearInterval(heartbeat);
    realm?.end();
  });

  return {
    start(ids) {
      generation += 1;
      session = ids;
      begin(ids);
    },
    stop() {
      generation += 1;
      session = null;
      clearInterval(heartbeat);
      void ask((remote) => remote.stop());
    },
    async pollNow() {
      if (session) await ask((remote) => remote.pollNow());
    },
    async drainNow() {
      if (!session) return;
      // The worker can't read the cookie, and the platform may have changed it since the last call.
      const token = readCookie(XSRF_COOKIE);
      await ask(async (remote) => {
        await remote.setAntiForgery(token);
        await remote.drain();
      });
    },
    async recheckSession() {
      if (session) await ask((remote) => remote.recheck());
    },
    tellVisibility(isVisible) {
      if (realm) void ask((remote) => remote.setVisible(isVisible));
    },
  };
}
