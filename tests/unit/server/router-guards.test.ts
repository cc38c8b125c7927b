/** What the router does before a call is in work: whose turn it takes, and whether its guards still hold once its body is there. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { recordCommitDoubt } from '../../../server/db/commit-doubt';
import { LANES } from '../../../server/http/call-gate';
import { BINDING_COOKIE } from '../../../server/http/cookies';
import { makeRouter } from '../../../server/http/endpoint-router';
import { answerError } from '../../../server/http/errors';
import type { EndedSession, Guards, SessionRecord } from '../../../server/http/guards';
import { createPlaces, standardBook } from '../../../server/place/places';
import { secretHash } from '../../../server/secrets';
import type { AdminRole } from '../../../src/core/admin-roles';
import { endpoint } from '../../../src/core/contract/endpoint';
import type { Endpoint } from '../../../src/core/contract/endpoint';

const START = Date.parse('2026-11-27T12:00:00Z');
const ADDRESS = '102.89.1.1';
const BINDING = 'binding-of-the-browser';
const newSessionId = (): string => randomBytes(32).toString('base64url');
/** More turns of promises than any call takes. */
const settle = async (): Promise<void> => {
  for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

const answer = z.object({});
const readThing = endpoint({ method: 'GET', path: '/thing', access: 'session', answer });
const changeThing = endpoint({ method: 'POST', path: '/thing', access: 'session', body: z.optional(z.object({})), answer });
const orderThings = endpoint({ method: 'PUT', path: '/things', access: 'admin', roles: ['games'], body: z.object({}), answer });

let nowMs = START;
let roles: readonly AdminRole[] = [];
/** Finds sessions as the test says. */
let find: (sessionId: string) => Promise<SessionRecord | EndedSession | null>;
const seenIds = new Map<string, string>();
beforeEach(() => {
  nowMs = START;
  roles = ['games'];
  seenIds.clear();
});

const sessionOf = (userId: string, role: SessionRecord['role'] = 'player'): SessionRecord => ({
  userId, role, sessionHash: secretHash(userId), bindingHash: secretHash(BINDING), lastActionAt: new Date(START), factorAt: new Date(START),
  versions: { balance: 0, bonuses: 0 },
});

function makeSite() {
  const app = Fastify();
  app.setErrorHandler(answerError);
  const pool = new pg.Pool();
  const guards: Guards = {
    sessions: { find: (id) => find(id), findKept: () => null, findSeen: (id) => seenIds.get(id) ?? null, touch: () => Promise.resolve() },
    admins: { recordUse: () => Promise.resolve(), readStanding: () => Promise.resolve({ roles, isPasswordDue: false, hasFactor: true }) },
    antiForgery: { check: () => Promise.resolve(), issueForSession: () => undefined, issueForGuest: () => undefined, renew: () => undefined },
  };
  const places = createPlaces({ allowedCountries: [], countryHeader: undefined, regionHeader: undefined, trustProxy: [] }, standardBook());
  const platform = { now: () => new Date(nowMs), places, pool };
  const router = makeRouter(app, platform, guards, { answers: 'exact', longestWaitMs: 60_000 });
  let handled = 0;
  const handle = async () => {
    handled += 1;
    return {};
  };
  // Awaited here, because the call begins only with that.
  const call = async (method: Endpoint['method'], url: string, sessionId: string, payload?: Readable) => await app.inject({
    method, url: `/api${url}`, remoteAddress: ADDRESS, cookies: { [BINDING_COOKIE]: BINDING },
    headers: { 'x-sessionid': sessionId, ...(payload && { 'content-type': 'application/json', 'content-length': '2' }) }, ...(payload && { payload }),
  });
  return { app, pool, router, call, handle, handled: () => handled };
}

describe('a stranger who invents session ids', () => {
  it.each([
    ['reads', readThing, LANES.read.ofSubject], ['changes', changeThing, LANES.check.ofSubject],
  ] as const)('takes the turns of one address with %s, and none of a player behind the same address', async (_, thing, ofSubject) => {
    const { router, call, handle } = makeSite();
    router.on(thing, handle);
    const [ada, waiting] = [newSessionId(), [] as (() => void)[]];
    seenIds.set(ada, 'ada');
    const looked: string[] = [];
    find = (id) => {
      looked.push(id);
      return id === ada ? Promise.resolve(sessionOf('ada')) : new Promise((resolve) => waiting.push(() => resolve(null)));
    };
    const flood = Array.from({ length: 20 }, () => call(thing.method, thing.path, newSessionId()));
    await settle();
    expect(looked).toHaveLength(ofSubject);
    const own = call(thing.method, thing.path, ada);
    await settle();
    // Where the flood has all places, subjects take turns.
    for (let n = 0; n < 2 && !looked.includes(ada); n += 1) {
      waiting.shift()?.();
      await settle();
    }
    expect((await own).statusCode).toBe(200);
    expect(looked.indexOf(ada)).toBeLessThanOrEqual(ofSubject + 1);
    find = () => Promise.resolve(null);
    waiting.forEach((end) => end());
    expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });
});

describe('a body that comes late', () => {
  /** Sends headers, lets `meanwhile` happen once the guards have run, and sends the body. */
  async function callLate(site: ReturnType<typeof makeSite>, method: 'POST' | 'PUT', url: string, meanwhile: () => void) {
    const body = new Readable({ read: () => undefined });
    const answered = site.call(method, url, newSessionId(), body);
    await settle();
    meanwhile();
    body.push('{}');
    body.push(null);
    const { statusCode, body: text } = await answered;
    return [statusCode, (JSON.parse(text) as { code?: string }).code];
  }

  it('nobody moves money in a session that has ended, by sending the headers before', async () => {
    const site = makeSite();
    site.router.on(changeThing, site.handle);
    let finds = 0;
    find = () => {
      finds += 1;
      return Promise.resolve(sessionOf('ada'));
    };
    expect(await callLate(site, 'POST', '/thing', () => (nowMs += 900))).toEqual([200, undefined]);
    expect([finds, site.handled()]).toEqual([1, 1]);
    expect(await callLate(site, 'POST', '/thing', () => {
      nowMs += 12_000;
      find = () => Promise.resolve({ ended: { reason: 'password-changed', at: new Date(nowMs), from: '' } });
    })).toEqual([401, 'session-ended']);
    expect(site.handled()).toBe(1);
  });

  it('nobody uses a role that was taken, by sending the headers before', async () => {
    const site = makeSite();
    site.router.on(orderThings, site.handle);
    find = () => Promise.resolve(sessionOf('ngozi', 'admin'));
    const demote = (): void => {
      nowMs += 1_500;
      roles = [];
    };
    expect(await callLate(site, 'PUT', '/things', () => undefined)).toEqual([200, undefined]);
    expect(await callLate(site, 'PUT', '/things', demote)).toEqual([403, 'forbidden']);
    expect(site.handled()).toBe(1);
  });
});

describe('while commits are in doubt', () => {
  it('nobody is shown a result that a failover may take back, also where the doubt comes up during the call', async () => {
    const site = makeSite();
    find = () => Promise.resolve(sessionOf('ada'));
    const other = endpoint({ method: 'GET', path: '/other', access: 'session', answer });
    let meanwhile = (): void => undefined;
    site.router.on(readThing, async () => {
      meanwhile();
      return site.handle();
    }, { isConfirmed: true });
    site.router.on(other, site.handle);
    const read = async () => {
      const { statusCode, headers, body } = await site.call('GET', '/thing', newSessionId());
      return [statusCode, (JSON.parse(body) as { code?: string }).code, headers['retry-after']];
    };
    expect(await read()).toEqual([200, undefined, undefined]);
    meanwhile = () => recordCommitDoubt(site.pool);
    expect(await read()).toEqual([503, 'money-unavailable', '2']);
    expect(await read()).toEqual([503, 'money-unavailable', '2']);
    expect(site.handled()).toBe(2);
    expect((await site.call('GET', '/other', newSessionId())).statusCode).toBe(200);
  });
});

describe('a route outside the contract', () => {
  it('waits in the lane that it names, where a flood from one address has two places', async () => {
    const { app, router } = makeSite();
    const ends: (() => void)[] = [];
    app.get('/page', { config: { lane: 'stranger' } }, () => new Promise((resolve) => ends.push(() => resolve({}))));
    app.get('/another-page', async () => ({}));
    const flood = Array.from({ length: 5 }, async () => await app.inject('/page'));
    await settle();
    expect(ends).toHaveLength(LANES.stranger.ofSubject);
    await vi.waitUntil(() => {
      ends.forEach((end) => end());
      return ends.length === 5;
    });
    expect((await Promise.all(flood)).map(({ statusCode }) => statusCode)).toEqual(Array<number>(5).fill(200));
    expect(router.withoutLane).toEqual(['GET /another-page', 'HEAD /another-page']);
  });
});
