/**
 * The only file that knows the Comlink worker: starts it when somebody signs in, brings its events into the stores, and
 * starts it again when it dies. Calls of a dead worker would hang for ever, so each has a deadline. Where no worker can be
 * had, the page does its work.
 */
import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import { antiForgery } from '../../core/contract/anti-forgery';
import { can, hostStore } from '../../state/catalogue';
import workerAddress from '../../worker/sync.worker.ts?worker&url';
import type { AddressedEvent, SyncWorkerCalls, WorkerSession } from '../../worker/contract';
import { readCookie } from '../page/cookie';
import { callOpen } from '../platform/platform';
import { receiveEvent } from './receive-event';
import { trustedWorkerUrl } from '../page/trusted-urls';
import type { SessionIds } from '../../state/local-entries';
import { XSRF_COOKIE } from '../../api/http';

/** A call of the worker that takes longer means that the worker is dead or hangs. */
export const WORKER_CALL_DEADLINE_MS = 10_000;
/** A visible page that heard nothing for so long asks for a sign of life; with the deadline figures move again within 20 s. */
const HEARTBEAT_MS = 8_000;
const PING_DEADLINE_MS = 4_000;
/** Between two restarts: what dies again at once would only cost battery. */
const RESTART_PAUSE_MS = 30_000;
/** The session check does not wait longer for a token that only a consent may need. */
const TOKEN_DEADLINE_MS = 2_000;

interface Running {
  readonly remote: Remote<SyncWorkerCalls>;
  readonly end: () => void;
  /** It has answered once. */
  isAlive: boolean;
}

/** So many workers that never answered: this browser lets none start, and the page does the work itself. */
const MAX_STILLBORN = 2;

let running: Running | null = null;
let session: SessionIds | null = null;
let generation = 0;
let restartedAt = Number.NEGATIVE_INFINITY;
let stillborn = 0;
let heartbeat: ReturnType<typeof setInterval> | undefined;
/** The last event of the worker, ms of the page's steady clock. */
let heardAt = Number.NEGATIVE_INFINITY;

function onEvent({ generation: of, event }: AddressedEvent): void {
  heardAt = performance.now();
  if (of === generation && session) receiveEvent(event);
}

/** Null where the browser lets no worker start: the page takes over as soon as it has the code. */
function spawn(): Running | null {
  try {
    const worker = new Worker(trustedWorkerUrl(workerAddress), { type: 'module', name: 'sync' });
    const started: Running = { remote: wrap<SyncWorkerCalls>(worker), end: () => worker.terminate(), isAlive: false };
    worker.addEventListener('error', () => replace(started));
    return started;
  } catch {
    void syncHere();
    return null;
  }
}

/** No worker to be had: the same work on the page. */
async function syncHere(): Promise<void> {
  const { syncOfThisRealm } = await import('../../worker/realm');
  if (running) return;
  const here = syncOfThisRealm();
  // What Comlink adds are promises, and whoever calls waits for either.
  running = { remote: here as unknown as Remote<SyncWorkerCalls>, end: () => here.stop(), isAlive: true };
  if (session) begin(session);
}

/** Ends a worker that is of no use any more and starts another in its place: at once, but not again and again. */
function replace(dead: Running): void {
  if (running !== dead) return;
  dead.end();
  running = null;
  stillborn = dead.isAlive ? 0 : stillborn + 1;
  if (stillborn >= MAX_STILLBORN) return void syncHere();
  const waitMs = Math.max(0, restartedAt + RESTART_PAUSE_MS - performance.now());
  setTimeout(() => {
    if (!session || running) return;
    restartedAt = performance.now();
    begin(session);
  }, waitMs);
}

/** One call with a deadline; false when the worker did not answer, which replaces it. */
async function ask(run: (remote: Remote<SyncWorkerCalls>) => Promise<unknown>, deadlineMs: number): Promise<boolean> {
  const asked = running;
  if (!asked) return false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), deadlineMs)));
  const work = async () => run(asked.remote);
  const outcome = await Promise.race([work().then(() => 'done' as const, () => 'late' as const), late]);
  clearTimeout(timer);
  if (outcome === 'late') replace(asked);
  else asked.isAlive = true;
  return outcome === 'done';
}

const call = (run: (remote: Remote<SyncWorkerCalls>) => Promise<unknown>) => ask(run, WORKER_CALL_DEADLINE_MS);

/** The token that the worker's first consent needs; without the cookie it is fetched here, where it can be read. */
async function antiForgeryToken(): Promise<string | null> {
  if (readCookie(XSRF_COOKIE) === null && can('sign-in')) await callOpen(antiForgery, { noStore: true, deadlineMs: TOKEN_DEADLINE_MS });
  return readCookie(XSRF_COOKIE);
}

function begin(ids: SessionIds): void {
  const { config } = hostStore.getState();
  const told: WorkerSession = {
    ...ids,
    generation,
    capabilities: config?.capabilities ?? null,
    consentPolicy: config?.consentPolicy ?? 'ask',
  };
  running ??= spawn();
  void antiForgeryToken().then(async (token) => {
    if (told.generation !== generation) return;
    await call(async (remote) => {
      await remote.setAntiForgery(token);
      await remote.start(told, document.visibilityState === 'visible', proxy(onEvent));
    });
  });
  clearInterval(heartbeat);
  heartbeat = setInterval(() => {
    const isQuiet = performance.now() - heardAt >= HEARTBEAT_MS;
    if (isQuiet && document.visibilityState === 'visible') void ask((remote) => remote.ping(), PING_DEADLINE_MS);
  }, HEARTBEAT_MS);
}

/** Checks the session and starts to poll for it. */
export function startSync(ids: SessionIds): void {
  generation += 1;
  session = ids;
  begin(ids);
}

/** The balance timer stops, and nothing that is still under way reaches a store. */
export function stopSync(): void {
  generation += 1;
  session = null;
  clearInterval(heartbeat);
  void call((remote) => remote.stop());
}

/** Balance and bonus wallet now: money moved, or the connection came back. */
export async function pollNow(): Promise<void> {
  if (session) await call((remote) => remote.pollNow());
}

/** Something was put into the outbox: it goes out now, if there is a connection. */
export async function drainNow(): Promise<void> {
  if (!session) return;
  // Renewed here: the worker can't read the cookie, and a platform may have changed it since.
  const token = readCookie(XSRF_COOKIE);
  await call(async (remote) => {
    await remote.setAntiForgery(token);
    await remote.drain();
  });
}

/** The session and all figures now: the page comes back from the back/forward cache. */
export async function recheckSession(): Promise<void> {
  if (session) await call((remote) => remote.recheck());
}

/** Hidden pages give up the lead at once: a frozen one would starve the others. */
export function tellVisibility(isVisible: boolean): void {
  if (running) void call((remote) => remote.setVisible(isVisible));
}

