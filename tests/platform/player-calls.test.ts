import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteConsent, postConsent } from '../../src/core/contract/consents';
import { BALANCE_VERSION_HEADER, getAccount, getBalance, getBonusWallet, getProfile } from '../../src/core/contract/player';
import type { ConsentTag } from '../../src/core/contract/consents';
import { kobo } from '../../src/core/money';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';

let site: TestPlatform;

beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  await site.close();
});

const profileOf = async (client: TestClient) => (await client.call(getProfile, { params: paramsOf(client) })).data;
const accept = (client: TestClient, tagCode: ConsentTag, acceptedAt?: Date) =>
  client.call(postConsent, {
    params: paramsOf(client),
    body: { items: [{ tagCode, status: 'Accepted', ...(acceptedAt && { acceptedAt: acceptedAt.toISOString() }) }] },
  });
/** A client that is no browser: the session id and nothing else. */
function bare(client: TestClient): TestClient {
  const plain = site.client();
  plain.session = client.session;
  return plain;
}

describe('the profile', () => {
  it('has exactly the members of the given contract', async () => {
    const player = newPlayer({ firstname: 'Ngozi', lastname: 'Eze', consents: ['3rdparty'] });
    const client = await site.signUp(player);
    expect(await profileOf(client)).toEqual({
      username: player.username,
      firstname: 'Ngozi',
      lastname: 'Eze',
      email: player.email,
      consents: {
        acceptNewsEmail: false, acceptSMSOffers: false, emailmarketing: false, sms: false, '3rdparty': true, smaaneemail: false,
      },
    });
  });
});

describe('the balance', () => {
  it('of a player without money is 0 naira and has a version', async () => {
    const client = await site.signUp();
    const answer = await client.call(getBalance, { params: paramsOf(client) });
    expect(answer.data).toEqual({
      items: [{ type: 'Held', amount: 0, currency: 'NGN' }, { type: 'Real', amount: 0, currency: 'NGN' }],
    });
    expect(answer.headers.get(BALANCE_VERSION_HEADER)).toBe('0');
  });

  it('is answered with 304 until money moves, and its version rises with it', async () => {
    const client = await site.signUp();
    const { userId } = paramsOf(client);
    const ask = (etag?: string | null) =>
      client.call(getBalance, { params: { userId }, headers: { 'if-none-match': etag ?? undefined } });
    await giveMoney(site.pool, userId, kobo(123_456));
    const first = await ask();
    expect(first.data.items).toContainEqual({ type: 'Real', amount: 1_234.56, currency: 'NGN' });
    const again = await ask(first.headers.get('etag'));
    expect([again.status, again.text, again.headers.get(BALANCE_VERSION_HEADER)]).toEqual([304, '', '1']);
    await giveMoney(site.pool, userId, kobo(1));
    const changed = await ask(first.headers.get('etag'));
    expect([changed.status, changed.headers.get(BALANCE_VERSION_HEADER)]).toEqual([200, '2']);
  });
});

describe('the bonus wallet', () => {
  it('is empty for a player without bonuses', async () => {
    const client = await site.signUp();
    expect((await client.call(getBonusWallet, { params: paramsOf(client) })).data).toEqual({ items: [] });
  });
});

describe('the four given calls', () => {
  it('work with the session id alone', async () => {
    const client = bare(await site.signUp());
    const { userId } = paramsOf(client);
    const statuses = [];
    for (const name of ['profile', 'balance', 'bonusWallet']) {
      statuses.push((await client.request('GET', `/api/v1/player/${userId}/${name}`)).status);
    }
    const body = { items: [{ tagCode: 'sms', status: 'Accepted' }] };
    statuses.push((await client.request('POST', `/api/v1/player/${userId}/consent`, { body })).status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await profileOf(client)).consents).toMatchObject({ sms: true });
  });

  it.each(['profile', 'balance', 'bonusWallet', 'account'])('answer 304 for %s when nothing changed', async (name) => {
    const client = await site.signUp();
    const path = `/api/v1/player/${paramsOf(client).userId}/${name}`;
    const { headers } = await client.request('GET', path);
    const again = await client.request('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, headers.get('etag')]);
  });
});

describe('consents', () => {
  it('given are in the profile at once, and withdrawing is one call', async () => {
    const client = await site.signUp();
    const { headers } = await client.call(getProfile, { params: paramsOf(client) });
    expect((await accept(client, 'emailmarketing')).status).toBe(200);
    const etag = headers.get('etag') ?? '';
    const changed = await client.call(getProfile, { params: paramsOf(client), headers: { 'if-none-match': etag } });
    expect(changed.data.consents).toMatchObject({ emailmarketing: true });
    expect((await client.call(deleteConsent, { params: { ...paramsOf(client), tagCode: 'emailmarketing' } })).status).toBe(204);
    expect((await profileOf(client)).consents).toMatchObject({ emailmarketing: false });
  });

  it('given before a withdrawal and delivered after it are not taken up', async () => {
    const client = await site.signUp();
    const given = site.platform.now();
    site.pass(60_000);
    await client.call(deleteConsent, { params: { ...paramsOf(client), tagCode: 'sms' } });
    site.pass(60_000);
    const late = await accept(client, 'sms', given);
    expect(late.data).toEqual({ items: [{ tagCode: 'sms', status: 'Withdrawn' }] });
    expect((await profileOf(client)).consents).toMatchObject({ sms: false });
    await accept(client, 'sms');
    expect((await profileOf(client)).consents).toMatchObject({ sms: true });
  });

  it('with a time in the future count as given now: a phone’s wrong clock can’t outrun a withdrawal', async () => {
    const client = await site.signUp();
    await accept(client, 'sms', new Date(site.platform.now().getTime() + 86_400_000));
    site.pass(1_000);
    await client.call(deleteConsent, { params: { ...paramsOf(client), tagCode: 'sms' } });
    expect((await profileOf(client)).consents).toMatchObject({ sms: false });
  });

  it.each([
    { items: [] }, { items: [{ tagCode: 'unknown', status: 'Accepted' }] }, { items: [{ tagCode: 'sms', status: 'Denied' }] }, {},
    { items: [{ tagCode: '__proto__', status: 'Accepted' }] },
  ])('refuse %o', async (body) => {
    const client = await site.signUp();
    const answer = await client.request('POST', `/api/v1/player/${paramsOf(client).userId}/consent`, { body });
    expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
  });
});

describe('the account', () => {
  it('names role, activation and what protection forbids, which runs out by the platform’s clock', async () => {
    const client = await site.signUp({ phone: '08031234567' });
    const { userId } = paramsOf(client);
    const account = async () => (await client.call(getAccount, { params: { userId } })).data;
    expect(await account()).toMatchObject({ userId, role: 'player', emailActivated: true, phone: '+2348031234567', language: 'en-NG' });
    const until = new Date(site.platform.now().getTime() + 1_000);
    await site.pool.query(`UPDATE player SET protection = 'cool-off', protection_until = $2 WHERE user_id = $1`, [userId, until]);
    expect((await account()).protection).toBe('cool-off');
    site.pass(1_000);
    expect((await account()).protection).toBe('none');
  });
});
