/** The sync worker's own code sends what waits on a phone to the real platform, over a network that loses answers. */
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/api/http';
import { revokeByHash } from '../../src/core/contract/auth';
import { deleteConsent, listConsents, postConsent } from '../../src/core/contract/consents';
import { getProfile } from '../../src/core/contract/player';
import type { ConsentTag } from '../../src/core/contract/consents';
import type { PlayerKindName } from '../../src/core/outbox/kinds';
import { createDatabase } from '../../src/data/database';
import type { Database } from '../../src/data/database';
import { raiseEpoch } from '../../src/data/fence';
import { sha256Hex } from '../../src/data/hash';
import { addToOutbox, outboxOf } from '../../src/data/outbox';
import { postImplied } from '../../src/worker/implied-consents';
import { drainOutbox } from '../../src/worker/outbox';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const HOUR_MS = 3_600_000;
const CAPABILITIES = ['withdraw-consent', 'consent-receipts'];

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const idsOf = ({ session }: TestClient) => session ?? { userId: '', sessionId: '' };
const userOf = (client: TestClient) => ({ userId: idsOf(client).userId });
const consentsOf = async (client: TestClient) => (await client.call(getProfile, { params: userOf(client) })).data.consents;
const receiptsOf = async (client: TestClient) => (await client.call(listConsents, { params: userOf(client), query: {} })).data.items;
const historyOf = async (client: TestClient) => (await receiptsOf(client)).map(({ tagCode, status }) => `${tagCode} ${status}`);
const withdraw = (client: TestClient, tagCode: ConsentTag) => client.call(deleteConsent, { params: { ...userOf(client), tagCode } });

let phones = 0;

/** A phone whose clock is wrong by `skewMs`, with a player signed in on it. */
class Phone {
  readonly client: TestClient;
  readonly db: Database = createDatabase({ name: `phone-${(phones += 1)}` });
  skewMs: number;
  /** How many answers are lost after the platform has them ready. */
  losesAnswers = 0;
  policy: 'ask' | 'implied' = 'ask';
  #made = 0;

  constructor(client: TestClient, skewMs = 0) {
    this.client = client;
    this.skewMs = skewMs;
  }

  now = (): number => site.platform.now().getTime() + this.skewMs;

  async choose(kind: PlayerKindName, tag: ConsentTag): Promise<void> {
    await raiseEpoch(this.db, { userId: idsOf(this.client).userId });
    this.#made += 1;
    const key = `phone-key-${this.#made}-${idsOf(this.client).userId}`.slice(0, 64);
    const added = await addToOutbox(this.db, { userId: idsOf(this.client).userId, kind, body: { tag }, key, at: this.now() });
    expect(added.ok).toBe(true);
  }

  #deps() {
    const fetchHere: typeof fetch = async (input, init) => {
      if (!this.client.cookies.has('XSRF-TOKEN')) await this.client.request('GET', '/api/v1/auth/anti-forgery');
      const headers = new Headers(init?.headers);
      headers.set('cookie', [...this.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      headers.set('x-xsrf-token', this.client.cookies.get('XSRF-TOKEN') ?? '');
      const answer = await fetch(`${site.baseUrl}${input as string}`, { ...init, headers });
      if (this.losesAnswers === 0) return answer;
      this.losesAnswers -= 1;
      await answer.text();
      throw new TypeError('the connection broke');
    };
    return {
      client: createClient({ baseUrl: '/api', fetch: fetchHere, now: this.now }),
      db: this.db,
      locks: null,
      session: { ...idsOf(this.client), generation: 1, capabilities: CAPABILITIES, consentPolicy: this.policy },
      consents: null,
      wall: this.now,
      now: this.now,
      signal: new AbortController().signal,
    };
  }

  send = () => drainOutbox(this.#deps());
  assume = async () => postImplied({ ...this.#deps(), consents: await consentsOf(this.client) });
  waiting = () => outboxOf(this.db, idsOf(this.client).userId);
}

/** Two phones of one player. */
async function twoPhones(skews: readonly [number, number] = [0, 0]) {
  const client = await site.signUp();
  return [new Phone(client, skews[0]), new Phone(client, skews[1])] as const;
}

describe('A-26: a consent that waited on a phone', () => {
  it('is recorded once, and so is its later withdrawal, although every answer is lost once', async () => {
    const phone = new Phone(await site.signUp());
    await phone.choose('give-consent', 'sms');
    phone.losesAnswers = 1;
    expect((await phone.send()).stopReason).toBe('later');
    expect((await phone.send()).stopReason).toBeNull();
    await phone.choose('withdraw-consent', 'sms');
    phone.losesAnswers = 1;
    await phone.send();
    await phone.send();
    expect(await historyOf(phone.client)).toEqual(['sms Withdrawn', 'sms Accepted']);
    expect(await phone.waiting()).toEqual([]);
  });

  it('given twice, on two phones, is one consent', async () => {
    const [one, two] = await twoPhones();
    await one.choose('give-consent', 'sms');
    await two.choose('give-consent', 'sms');
    await one.send();
    await two.send();
    expect(await historyOf(one.client)).toEqual(['sms Accepted']);
  });

  it('belongs to the player who gave it, so another player on the phone does not send it', async () => {
    const phone = new Phone(await site.signUp());
    await phone.choose('give-consent', 'sms');
    const other = await site.signUp();
    const session = idsOf(phone.client);
    phone.client.session = other.session;
    expect(await phone.send()).toMatchObject({ sent: [], refused: [] });
    expect(await historyOf(other)).toEqual([]);
    phone.client.session = session;
    const forged = await phone.client.request('POST', `/api/v1/player/${idsOf(other).userId}/consent`, {
      body: { items: [{ tagCode: 'sms', status: 'Accepted' }] },
    });
    expect(forged.status).toBe(403);
  });

  it.each([
    ['right clocks', 0, 0],
    ['a phone a day behind', -24 * HOUR_MS, 0],
    ['a phone a day ahead', 24 * HOUR_MS, 0],
    ['two wrong phones', 5 * HOUR_MS, -7 * HOUR_MS],
  ])('does not beat a withdrawal on another device in the meantime (%s)', async (_, skew, otherSkew) => {
    const [late, other] = await twoPhones([skew, otherSkew]);
    await other.choose('give-consent', 'sms');
    await other.send();
    await late.choose('give-consent', 'sms');
    site.pass(HOUR_MS);
    await other.choose('withdraw-consent', 'sms');
    await other.send();
    site.pass(HOUR_MS);
    await late.send();
    expect(await consentsOf(late.client)).toMatchObject({ sms: false });
    expect(await late.waiting()).toEqual([]);
  });

  it.each([
    ['right clocks', 0],
    ['a phone a day behind', -24 * HOUR_MS],
    ['a phone a day ahead', 24 * HOUR_MS],
  ])('given after the withdrawal counts, however long it waited (%s)', async (_, skew) => {
    const phone = new Phone(await site.signUp({ consents: ['sms'] }), skew);
    await withdraw(phone.client, 'sms');
    site.pass(HOUR_MS);
    await phone.choose('give-consent', 'sms');
    site.pass(72 * HOUR_MS);
    await phone.send();
    expect(await consentsOf(phone.client)).toMatchObject({ sms: true });
    const [newest] = await receiptsOf(phone.client);
    expect(Date.parse(newest?.at ?? '')).toBe(site.platform.now().getTime() - 72 * HOUR_MS);
  });

  it('on a phone whose clock was set back meanwhile holds against no withdrawal', async () => {
    const phone = new Phone(await site.signUp({ consents: ['sms'] }), 0);
    await phone.choose('give-consent', 'sms');
    await phone.choose('give-consent', 'emailmarketing');
    site.pass(HOUR_MS);
    await withdraw(phone.client, 'sms');
    phone.skewMs = -48 * HOUR_MS;
    site.pass(HOUR_MS);
    await phone.send();
    expect(await consentsOf(phone.client)).toMatchObject({ sms: false, emailmarketing: true });
  });

  it('on a phone that was on its factory date is not older than the account', async () => {
    const phone = new Phone(await site.signUp(), -56 * 365 * 24 * HOUR_MS);
    await phone.choose('give-consent', 'sms');
    phone.skewMs = 0;
    await phone.send();
    const [receipt] = await receiptsOf(phone.client);
    expect(Date.parse(receipt?.at ?? '')).toBeGreaterThan(site.platform.now().getTime() - 30 * 24 * HOUR_MS);
  });

  it('is never assumed by the policy against a withdrawal, not even one made on another phone', async () => {
    const [assuming, other] = await twoPhones();
    await other.choose('give-consent', 'sms');
    await other.send();
    await other.choose('withdraw-consent', 'sms');
    await other.send();
    site.pass(HOUR_MS);
    assuming.policy = 'implied';
    expect(await assuming.assume()).toBe(true);
    expect(await consentsOf(assuming.client)).toEqual({
      acceptNewsEmail: true, acceptSMSOffers: true, emailmarketing: true, sms: false, '3rdparty': true, smaaneemail: true,
    });
  });

  it('given by the player is the proof, also where the policy had assumed it', async () => {
    const phone = new Phone(await site.signUp());
    phone.policy = 'implied';
    await phone.assume();
    await phone.choose('give-consent', 'sms');
    await phone.send();
    await phone.assume();
    const ofSms = (await receiptsOf(phone.client)).filter(({ tagCode }) => tagCode === 'sms');
    expect(ofSms.map(({ channel }) => channel)).toEqual(['app', 'implied']);
  });
});

describe('the receipts', () => {
  it('tell tag, time, wording and what was done, newest first, page by page, and nobody else’s', async () => {
    const client = await site.signUp({ consents: ['sms'] });
    const at = site.platform.now().toISOString();
    site.pass(1_000);
    await withdraw(client, 'sms');
    for (const tagCode of ['emailmarketing', '3rdparty'] as const) {
      await client.call(postConsent, { params: userOf(client), body: { items: [{ tagCode, status: 'Accepted' }] } });
    }
    const page = async (cursor?: string) => (await client.call(listConsents, { params: userOf(client), query: { limit: 3, cursor } })).data;
    const first = await page();
    expect(first.items.map(({ tagCode, status }) => `${tagCode} ${status}`)).toEqual([
      '3rdparty Accepted', 'emailmarketing Accepted', 'sms Withdrawn',
    ]);
    const second = await page(first.next ?? '');
    expect(second).toEqual({
      items: [{ receiptId: expect.any(String), tagCode: 'sms', status: 'Accepted', at, wordingVersion: '2026-11', channel: 'sign-up' }],
      next: null,
    });
    const other = await site.signUp();
    expect(await receiptsOf(other)).toEqual([]);
    expect((await other.request('GET', `/api/v1/player/${idsOf(client).userId}/consents`)).status).toBe(403);
  });

  it('refuse a malformed cursor', async () => {
    const client = await site.signUp();
    const path = `/api/v1/player/${idsOf(client).userId}/consents`;
    expect((await client.request('GET', `${path}?cursor=abc`)).status).toBe(400);
    expect((await client.request('GET', `${path}?cursor=${'9'.repeat(40)}`)).status).toBe(400);
  });
});

describe('a sign-out that waited', () => {
  it('ends its session once, however often it is sent, and no other', async () => {
    const client = await site.signUp();
    const username = (await client.call(getProfile, { params: userOf(client) })).data.username;
    const other = await site.signIn(username);
    const hash = sha256Hex(idsOf(client).sessionId);
    const guest = site.client();
    const rows = async () =>
      (await site.pool.query<{ ended_at: Date }>('SELECT ended_at FROM session WHERE session_hash = $1', [hash])).rows;
    expect((await guest.call(revokeByHash, { body: { hash } })).status).toBe(204);
    const ended = await rows();
    site.pass(HOUR_MS);
    expect((await guest.call(revokeByHash, { body: { hash } })).status).toBe(204);
    expect(await rows()).toEqual(ended);
    expect((await client.request('GET', `/api/v1/player/${userOf(client).userId}/profile`)).status).toBe(401);
    expect((await other.call(getProfile, { params: userOf(other) })).status).toBe(200);
  });
});
