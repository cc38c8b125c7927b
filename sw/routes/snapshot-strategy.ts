/**
 * Answers from the network first, and with the stored snapshot when the network does not answer in time. Snapshots are in
 * IndexedDB and not in the cache, because there each has an owner, an age and a shape, and is deleted in one transaction
 * with everything else of its player.
 */
import { Strategy } from 'workbox-strategies/Strategy';
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler';
import { startDeadline } from '../../src/api/deadline';
import type { Deadline } from '../../src/api/deadline';
import { READ_DEADLINE_MS, SNAPSHOT_DEADLINE_MS } from '../../src/api/deadlines';
import { NETWORK_FAILURE_HEADER, SAVED_AT_HEADER } from '../../src/api/stored-answer';
import { BELIEVABLE_SKEW_MS } from '../../src/core/clock';
import { BALANCE_VERSION_HEADER } from '../../src/core/contract/headers';
import { readClockSkew } from '../../src/data/clock-skew';
import type { Database } from '../../src/data/database';
import { readFence } from '../../src/data/fence-entry';
import { PUBLIC_USER } from '../../src/data/schema';
import type { Snapshot } from '../../src/data/schema';
import { dropKind, dropUser, getSnapshot, putSnapshot, renewSnapshot } from '../../src/data/snapshots';
import { storableOf } from './storable';
import type { Storable } from './storable';
import { outcomeOf, passedHeaders } from './outcome';
import type { Outcome } from './outcome';

/**
 * We look the snapshot up before the request is sent, because the request carries its tag. The request waits no longer than this,
 * because the database may hang. A lookup that is only slow (on a phone that has just started the service worker) is still used
 * afterwards, to store the answer, or to take the place of a missing one.
 */
const LOOKUP_PATIENCE_MS = 500;

/**
 * The device's snapshot, and the epoch in which it was looked up. Without an epoch nothing may be stored. A late lookup does no
 * harm: its epoch belongs to the player of the request, and the write checks it again.
 */
interface Lookup {
  readonly snapshot: Snapshot | null;
  readonly epoch: number | null;
}

const NO_LOOKUP: Lookup = { snapshot: null, epoch: null };

interface SnapshotRequest extends Storable {
  readonly request: Request;
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

function liveResponse(snapshot: Snapshot): Response {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (snapshot.etag !== null) headers.set('etag', snapshot.etag);
  if (snapshot.balanceVersion !== null) headers.set(BALANCE_VERSION_HEADER, String(snapshot.balanceVersion));
  return new Response(JSON.stringify(snapshot.data), { headers });
}

function storedResponse(snapshot: Snapshot, because: string, retryAfter: string | null): Response {
  const response = liveResponse(snapshot);
  response.headers.set(SAVED_AT_HEADER, String(snapshot.savedAt));
  response.headers.set(NETWORK_FAILURE_HEADER, because);
  if (retryAfter !== null) response.headers.set('retry-after', retryAfter);
  return response;
}

function passedResponse(response: Response, text: string | null): Response {
  const { status, statusText } = response;
  if (text === null) return response;
  // A response with status 204 may not have a body, not even an empty text.
  return new Response(text || null, { status, statusText, headers: passedHeaders(response.headers) });
}

export class SnapshotStrategy extends Strategy {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    super();
    this.#db = db;
    this.#now = now;
  }

  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const storable = storableOf(new URL(request.url));
    if (!storable) return handler.fetch(request);
    const snapshotRequest: SnapshotRequest = { ...storable, request };
    const lookupInProgress = this.#lookUp(storable);
    const earlyLookup = await Promise.race([lookupInProgress, after(LOOKUP_PATIENCE_MS)]);
    const deadline = startDeadline(READ_DEADLINE_MS, request.signal);
    const network = this.#fetch(snapshotRequest, earlyLookup, handler, deadline);
    try {
      const inTime = await Promise.race([network, after(SNAPSHOT_DEADLINE_MS)]);
      const lookup = await lookupInProgress;
      if (inTime === null && lookup.snapshot) {
        deadline.end();
        return storedResponse(lookup.snapshot, 'timeout', null);
      }
      const outcome = inTime ?? (await network);
      // If the snapshot was found too late, the request carried the page's tag, so a 304 says nothing about the snapshot.
      const basis = outcome.type === 'unchanged' ? (earlyLookup ?? NO_LOOKUP) : lookup;
      return await this.#answer(snapshotRequest, outcome, basis, handler);
    } finally {
      deadline.clear();
    }
  }

  async #lookUp({ userId, kind, shape }: Storable): Promise<Lookup> {
    const fence = userId === PUBLIC_USER ? { epoch: 0, userId } : await readFence(this.#db);
    // Where somebody else is signed in, or nobody, the answer goes to the page and is not stored.
    if (fence?.userId !== userId) return NO_LOOKUP;
    return { snapshot: await getSnapshot(this.#db, userId, kind, shape), epoch: fence.epoch };
  }

  /** Never rejects, because a connection that fails is an outcome, too. */
  async #fetch(snapshotRequest: SnapshotRequest, lookup: Lookup | null, handler: StrategyHandler, deadline: Deadline): Promise<Outcome> {
    const headers = new Headers(snapshotRequest.request.headers);
    if (lookup?.snapshot?.etag) headers.set('if-none-match', lookup.snapshot.etag);
    // Nothing is stored yet, and a 304 would bring nothing to store, so the tag of the page is not sent.
    else if (lookup && lookup.epoch !== null) headers.delete('if-none-match');
    const request = new Request(snapshotRequest.request, { headers, signal: deadline.signal });
    try {
      const outcome = handler.fetch(request).then((response) => outcomeOf(response, snapshotRequest));
      return await Promise.race([outcome, deadline.ended]);
    } catch {
      const because = deadline.endedBy() === 'timeout' ? 'timeout' : 'network';
      return { type: 'failed', because, response: null, text: null };
    }
  }

  async #answer(snapshotRequest: SnapshotRequest, outcome: Outcome, lookup: Lookup, handler: StrategyHandler): Promise<Response> {
    const { snapshot, epoch } = lookup;
    if (outcome.type === 'fresh') {
      if (epoch !== null) void handler.waitUntil(this.#keep(snapshotRequest, outcome, epoch));
      return passedResponse(outcome.response, outcome.text);
    }
    if (outcome.type === 'unchanged') return this.#unchanged(snapshotRequest, outcome.response, lookup, handler);
    if (outcome.type === 'refused') {
      // The snapshots are deleted before the page gets the refusal, so that it can't read them afterwards.
      if (snapshotRequest.userId !== PUBLIC_USER) await this.#drop(snapshotRequest, outcome);
      return passedResponse(outcome.response, outcome.text);
    }
    if (outcome.type === 'failed' && snapshot) {
      return storedResponse(snapshot, outcome.because, outcome.response?.headers.get('retry-after') ?? null);
    }
    return outcome.response ? passedResponse(outcome.response, outcome.text) : Response.error();
  }

  /**
   * Deletes what a refusal takes away: all snapshots of the player where the session is over, or the profile is refused. Any other
   * figure may be refused for reasons of its own (some platforms answer 401 where there is no bonus), so only its snapshot is deleted.
   */
  async #drop({ userId, kind }: SnapshotRequest, { response: { status } }: Outcome & { type: 'refused' }): Promise<void> {
    const isPlayerRefused = status === 401 ? kind !== 'bonusWallet' : kind === 'profile';
    await (isPlayerRefused ? dropUser(this.#db, userId) : dropKind(this.#db, { userId, kind }));
  }

  async #keep({ userId, kind, shape }: SnapshotRequest, { response, data }: Outcome & { type: 'fresh' }, epoch: number): Promise<boolean> {
    const version = response.headers.get(BALANCE_VERSION_HEADER);
    const snapshot = {
      userId,
      kind,
      ...(await this.#timesOf(response)),
      etag: response.headers.get('etag'),
      balanceVersion: version !== null && /^\d{1,15}$/.test(version) ? Number(version) : null,
      data,
    };
    return putSnapshot(this.#db, snapshot, epoch, shape);
  }

  /**
   * Dates an answer by the platform's clock and by the phone's. Every age is computed from this, and the phone's clock may be wrong. A time that
   * is far from the phone's is believed only where the app has found, from several answers, that the phone is wrong.
   */
  async #timesOf(response: Response): Promise<{ savedAt: number; wallAt: number }> {
    const wallAt = this.#now();
    const platformMs = Date.parse(response.headers.get('date') ?? '');
    const isNear = (at: number) => Math.abs(platformMs - at) <= BELIEVABLE_SKEW_MS;
    if (isNear(wallAt)) return { savedAt: platformMs, wallAt };
    const correctedAt = wallAt + (await readClockSkew(this.#db, wallAt));
    return { savedAt: isNear(correctedAt) ? platformMs : correctedAt, wallAt };
  }

  #unchanged(snapshotRequest: SnapshotRequest, response: Response, { snapshot, epoch }: Lookup, handler: StrategyHandler): Response {
    if (!snapshot?.etag || epoch === null) return response;
    const { userId, kind } = snapshotRequest;
    const { etag } = snapshot;
    const renew = async () => renewSnapshot(this.#db, { userId, kind, etag, ...(await this.#timesOf(response)) }, epoch);
    void handler.waitUntil(renew());
    // A page that sent no tag, or an older one, needs the body.
    return snapshotRequest.request.headers.get('if-none-match') === snapshot.etag ? response : liveResponse(snapshot);
  }
}
