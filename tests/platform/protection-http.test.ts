/** The calls of protection over HTTP: answers, tags, keys, sessions, consents and mails. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword } from '../../src/core/contract/auth';
import { listConsents, postConsent } from '../../src/core/contract/consents';
import { getBalance, getAccount, getProfile } from '../../src/core/contract/player';
import * as contract from '../../src/core/contract/protection';
import { kobo } from '../../src/core/money';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { playerOf } from '../support/protection/player';
import type { ProtectedPlayer } from '../support/protection/player';

const DAY_MS = 86_400_000;
const CYCLE_MS = 5_000;

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

interface Named extends ProtectedPlayer {
  readonly username: string;
}

async function signUp(): Promise<Named> {
  const username = `p${randomUUID().slice(0, 12)}`;
  const client = await ayo.signUp({ username, email: `${username}@player.example` });
  const userId = client.session?.userId ?? '';
  await giveMoney(ayo.pool, userId, kobo(10_000_000));
  return { ...playerOf(userId, client), username };
}

/** The money calls of a session that was quiet for half an hour ask for the password. */
const wake = (client: TestClient) =>
  client.call(confirmPassword, { params: { userId: client.session?.userId ?? '' }, body: { password: PASSWORD } });

const nonceOf = async (userId: string): Promise<unknown> =>
  (await ayo.pool.query(`SELECT nonce FROM seed_pair WHERE user_id = $1 AND state = 'active'`, [userId])).rows[0]?.nonce;

describe('the calls', () => {
  it('answer an unchanged protection with 304, and tell every change', async () => {
    const ada = await signUp();
    const params = { userId: ada.userId };
    let tag = '';
    const hasChanged = async (): Promise<boolean> => {
      const { status, headers } = await ada.client.call(contract.getProtection, { params, headers: { 'if-none-match': tag } });
      tag = headers.get('etag') ?? tag;
      return status === 200;
    };
    const changes: readonly (() => unknown)[] = [
      () => ada.client.call(contract.answerLimitsOffer, { params }),
      () => ada.set('stake', 'day', 500), () => ada.set('stake', 'day', 900), () => ada.drop('stake', 'day'), () => ada.stake(10), () => ada.deposit(500),
      () => ada.client.call(contract.setRealityCheck, { params, body: { minutes: 30 } }), () => ada.exclude('24-hours'),
      // The answer changes by time alone: when the play, the day or the break ends.
      () => ayo.pass(30 * 60_000), () => ayo.pass(13 * 3_600_000), () => ayo.pass(11 * 3_600_000),
    ];
    await hasChanged();
    for (const [index, change] of changes.entries()) {
      expect([index, await hasChanged()]).toEqual([index, false]);
      await change();
      expect([index, await hasChanged()]).toEqual([index, true]);
    }
    expect((await ada.protection()).offered).toBe(true);
  });

  it('are answered once for a key: the same again byte for byte, another body never', async () => {
    const ada = await signUp();
    const [first, other] = [newKey(), newKey()];
    const set = await ada.set('stake', 'day', 500, { key: first });
    await ada.set('stake', 'day', 300);
    expect((await ada.set('stake', 'day', 500, { key: first })).text).toBe(set.text);
    expect(await ada.limit('stake', 'day')).toMatchObject({ amount: 300, pending: null });
    for (const call of [() => ada.set('stake', 'day', 501, { key: first }), () => ada.set('stake', 'week', 500, { key: first }), () => ada.exclude('24-hours', first)]) {
      expect((await call()).problem).toMatchObject({ status: 422, code: 'key-reused' });
    }
    const excluded = await ada.exclude('24-hours', other);
    expect([excluded.status, excluded.data.state]).toEqual([201, 'cool-off']);
    ayo.pass(DAY_MS);
    // Sent again from a device that never heard the answer: it does not begin anew.
    expect((await ada.exclude('24-hours', other)).text).toBe(excluded.text);
    expect((await ada.protection()).state).toBe('none');
    expect((await ada.exclude('7-days', other)).problem?.code).toBe('key-reused');
  });

  it('refuse an invalid limit, length or interval, and those of another player', async () => {
    const [ada, bola] = [await signUp(), await signUp()];
    const send = (method: string, path: string, body: unknown) =>
      ada.client.request(method, `/api/v1/player/${ada.userId}/${path}`, { body, key: newKey() });
    await ada.protection();
    for (const [method, path, body] of [
      ['PUT', 'limits/win/day', { amount: 1, currency: 'NGN' }], ['PUT', 'limits/stake/year', { amount: 1, currency: 'NGN' }],
      ['PUT', 'limits/stake/day', { amount: 1, currency: 'USD' }], ['PUT', 'limits/stake/day', { amount: 1, currency: 'NGN', onlyLower: false }],
      ['POST', 'exclusions', { length: '1-day' }], ['POST', 'exclusions', { length: 'permanent', from: '2030-01-01' }], ['PUT', 'reality-check', { minutes: 61 }],
    ] as const) expect([path, (await send(method, path, body)).status]).toEqual([path, 400]);
    const theirs = await ada.client.call(contract.exclude, { params: { userId: bola.userId }, body: { length: 'permanent' }, key: newKey() });
    expect(theirs.status).toBe(403);
    expect((await bola.protection()).state).toBe('none');
  });
});

describe('a stake or deposit 1 ms after (row 24)', () => {
  it('an exclusion is refused with the reason, takes nothing and no nonce', async () => {
    const ada = await signUp();
    expect((await ada.stake(10)).status).toBe(201);
    ayo.pass(CYCLE_MS);
    await ada.exclude('6-months');
    ayo.pass(1);
    const before = [await nonceOf(ada.userId), (await ada.client.call(getBalance, { params: { userId: ada.userId } })).text];
    const [stake, deposit] = [await ada.stake(10), await ada.deposit(500)];
    for (const { problem } of [stake, deposit]) expect(problem).toMatchObject({ status: 403, code: 'self-excluded', reason: 'excluded' });
    expect([await nonceOf(ada.userId), (await ada.client.call(getBalance, { params: { userId: ada.userId } })).text]).toEqual(before);
  });

  it('a limit is used up is refused with the reason, takes nothing and no nonce', async () => {
    const ada = await signUp();
    await ada.set('stake', 'day', 15);
    await ada.set('deposit', 'day', 700);
    expect((await ada.stake(10)).status).toBe(201);
    expect((await ada.deposit(500)).status).toBe(201);
    ayo.pass(CYCLE_MS);
    const nonce = await nonceOf(ada.userId);
    const key = newKey();
    expect((await ada.stake(10, key)).problem).toMatchObject({ status: 403, code: 'limit-exceeded', reason: 'stake-day', errors: [{ field: 'stake' }] });
    expect((await ada.deposit(500)).problem).toMatchObject({ status: 403, code: 'limit-exceeded', reason: 'deposit-day', errors: [{ field: 'amount' }] });
    expect(await nonceOf(ada.userId)).toBe(nonce);
    // That is the answer to the key for good, also on the next day.
    ayo.pass(DAY_MS);
    await wake(ada.client);
    expect((await ada.stake(10, key)).problem?.code).toBe('limit-exceeded');
    expect((await ada.stake(10)).status).toBe(201);
  });
});

it('a phone with a wrong clock raises and shortens nothing (row 25): only the platform’s time counts', async () => {
  const ada = await signUp();
  await ada.set('stake', 'day', 100);
  await ada.set('stake', 'day', 200);
  const params = { userId: ada.userId, kind: 'stake', period: 'day' } as const;
  const body = { amount: 200, currency: 'NGN' } as const;
  for (const date of ['Fri, 01 Jan 2100 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
    expect((await ada.client.call(contract.confirmLimit, { params, body, headers: { date, 'x-date': date } })).problem?.code).toBe('conflict');
  }
  await ada.exclude('30-days');
  const { until } = await ada.protection();
  expect((await ada.client.call(contract.exclude, { params: { userId: ada.userId }, body: { length: '24-hours' }, key: newKey(), headers: { date: 'Fri, 01 Jan 2100 00:00:00 GMT' } })).data.until).toBe(until);
});

it('an exclusion ends the other sessions, withdraws every consent, is confirmed by mail and shown in the account', async () => {
  const ada = await signUp();
  const params = { userId: ada.userId };
  await ada.client.call(postConsent, { params, body: { items: [{ tagCode: 'sms', status: 'Accepted' }, { tagCode: 'emailmarketing', status: 'Accepted' }] } });
  const phone = await ayo.signIn(ada.username);
  await ada.exclude('24-hours');
  expect((await phone.call(getBalance, { params })).status).toBe(200);
  const profileTag = (await ada.client.call(getProfile, { params })).headers.get('etag') ?? '';
  const { data } = await ada.exclude('1-year');
  expect((await phone.call(getBalance, { params })).problem).toMatchObject({ code: 'session-ended', reason: 'excluded' });
  expect((await ada.client.call(getBalance, { params })).status).toBe(200);
  expect((await ada.client.call(getAccount, { params })).data.protection).toBe('excluded');
  expect((await ada.client.call(getProfile, { params, headers: { 'if-none-match': profileTag } })).status).toBe(200);
  const receipts = (await ada.client.call(listConsents, { params })).data.items;
  expect(receipts.map(({ tagCode, status, channel }) => `${tagCode} ${status} ${channel}`).sort()).toEqual([
    'emailmarketing Accepted app', 'emailmarketing Withdrawn protection', 'sms Accepted app', 'sms Withdrawn protection',
  ]);
  const mails = await readMailbox(ayo.pool, `${ada.username}@player.example`);
  expect(mails.map(({ subject }) => subject).slice(0, 2)).toEqual(['You have excluded yourself from Ayo', 'Your break from Ayo has begun']);
  // A player who signs in again finds the exclusion there.
  const again = playerOf(ada.userId, await ayo.signIn(ada.username));
  expect(await again.protection()).toMatchObject({ state: 'excluded', until: data.until });
  expect((await again.stake(10)).problem?.code).toBe('self-excluded');
});

it('a consent from before an exclusion that arrives after it holds nothing, nor does one that is assumed; a new one holds', async () => {
  const ada = await signUp();
  const params = { userId: ada.userId };
  const post = async (item: { acceptedAt?: string; sentAt?: string; implied?: true }) => {
    await ada.client.call(postConsent, { params, body: { items: [{ tagCode: 'sms', status: 'Accepted', ...item }] } });
    return (await ada.client.call(getProfile, { params })).data.consents?.['sms'];
  };
  const acceptedAt = ayo.platform.now().toISOString();
  ayo.pass(60_000);
  await ada.exclude('24-hours');
  for (const passed of [60_000, 25 * 60 * 60_000]) {
    ayo.pass(passed);
    expect(await post({ acceptedAt, sentAt: ayo.platform.now().toISOString() })).toBe(false);
    expect(await post({ implied: true })).toBe(false);
  }
  expect(await post({ acceptedAt: ayo.platform.now().toISOString(), sentAt: ayo.platform.now().toISOString() })).toBe(true);
});

it('a due reality check comes with the refusal on every device, and acknowledging it on one lets the others go on', async () => {
  const ada = await signUp();
  const phone = playerOf(ada.userId, await ayo.signIn(ada.username));
  await ada.client.call(contract.setRealityCheck, { params: { userId: ada.userId }, body: { minutes: 15 } });
  await ada.stake(10);
  ayo.pass(15 * 60_000);
  const { play } = await ada.protection();
  for (const device of [ada, phone]) {
    expect((await device.stake(10)).problem).toMatchObject({ status: 403, code: 'reality-check-due', current: play });
  }
  await phone.acknowledgeCheck();
  expect((await ada.stake(10)).status).toBe(201);
});

it('every invariant of the ledger and of protection holds at the end', async () => {
  const invariants = [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS];
  expect(await findViolations(ayo.pool, invariants)).toEqual([]);
});
