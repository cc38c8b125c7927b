import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword } from '../../src/core/contract/auth';
import { details, getDetails, patchDetails } from '../../src/core/contract/details';
import type { DetailsPatch } from '../../src/core/contract/details';
import { getAccount, getProfile } from '../../src/core/contract/player';
import { NIGERIA_STATES, STATE_CODES } from '../../src/core/nigeria-states';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const MINUTE_MS = 60_000;
const HOME = { street: '12 Broad Street', city: 'Lagos Island', state: 'LA' } as const;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const newKey = (): string => `key-${randomUUID()}`;
const read = async (client: TestClient) => (await client.call(getDetails, { params: paramsOf(client) })).data;

interface PatchOptions {
  readonly key?: string;
  readonly version?: number;
}

/** `patch` may be anything that a client could send. */
function change(client: TestClient, patch: unknown, { key = newKey(), version = 1 }: PatchOptions = {}) {
  return client.call(patchDetails, { params: paramsOf(client), body: patch as DetailsPatch, key, headers: { 'if-match': `"${version}"` } });
}

async function trailOf(client: TestClient) {
  const { rows } = await site.pool.query(
    'SELECT at, version, before, after FROM details_change WHERE user_id = $1 ORDER BY change_id', [paramsOf(client).userId],
  );
  return rows as { at: Date; version: number; before: unknown; after: unknown }[];
}

describe('the own details', () => {
  it('are those of the sign-up, without an address, and get 304 until they change', async () => {
    const client = await site.signUp({ firstname: 'Ngozi', lastname: 'Eze', phone: '0803 123-4567' });
    const first = await client.call(getDetails, { params: paramsOf(client) });
    expect(first.data).toEqual({ firstname: 'Ngozi', lastname: 'Eze', phone: '+2348031234567', address: null, version: 1 });
    const ask = () =>
      client.call(getDetails, { params: paramsOf(client), headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect((await ask()).status).toBe(304);
    await change(client, { address: HOME });
    const changed = await ask();
    expect([changed.status, changed.headers.get('etag'), changed.data.address]).toEqual([200, '"2"', HOME]);
  });

  it('can be read with the session id alone, and not changed with it', async () => {
    const owner = await site.signUp();
    const thief = site.client();
    thief.session = owner.session;
    expect((await thief.call(getDetails, { params: paramsOf(owner) })).status).toBe(200);
    const refused = await change(thief, { phone: '08099999999' });
    expect([refused.status, refused.problem?.code]).toEqual([401, 'binding-missing']);
    expect((await read(owner)).version).toBe(1);
  });
});

describe('changing them', () => {
  it('keeps what is left out, writes numbers as E.164, and is in profile and account at once', async () => {
    const client = await site.signUp({ lastname: 'Obi' });
    const etag = (await client.call(getProfile, { params: paramsOf(client) })).headers.get('etag') ?? '';
    const answer = await change(client, { firstname: '  Adaeze ', phone: '+234 701 234 5678', address: HOME });
    expect(answer.status).toBe(200);
    expect(details.parse(answer.data)).toEqual({ firstname: 'Adaeze', lastname: 'Obi', phone: '+2347012345678', address: HOME, version: 2 });
    expect(await read(client)).toEqual(answer.data);
    const profile = await client.call(getProfile, { params: paramsOf(client), headers: { 'if-none-match': etag } });
    expect([profile.status, profile.data.firstname]).toEqual([200, 'Adaeze']);
    expect((await client.call(getAccount, { params: paramsOf(client) })).data.phone).toBe('+2347012345678');
  });

  it('takes an address away with null', async () => {
    const client = await site.signUp();
    await change(client, { address: HOME });
    expect((await change(client, { address: null }, { version: 2 })).data.address).toBeNull();
  });

  it('raises no version and leaves no trail where nothing differs', async () => {
    const client = await site.signUp({ firstname: 'Ada', phone: '08031234567' });
    for (const same of [{}, { firstname: 'Ada' }, { phone: '0803 123 4567' }, { address: null }]) {
      expect((await change(client, same)).data.version).toBe(1);
    }
    expect(await trailOf(client)).toEqual([]);
  });

  it('is written down with when, which version, and from what to what, of the members that changed', async () => {
    const client = await site.signUp({ firstname: 'Ada' });
    await change(client, { firstname: 'Ngozi', lastname: 'Obi', address: HOME });
    await change(client, { address: { ...HOME, city: 'Ikeja' } }, { version: 2 });
    const [first, second] = await trailOf(client);
    expect(first).toEqual({
      at: site.platform.now(), version: 2, before: { firstname: 'Ada', address: null }, after: { firstname: 'Ngozi', address: HOME },
    });
    expect(second).toMatchObject({ version: 3, before: { address: HOME }, after: { address: { city: 'Ikeja' } } });
    await expect(site.pool.query('UPDATE details_change SET at = now()')).rejects.toThrow('not allowed');
    await expect(site.pool.query('DELETE FROM details_change')).rejects.toThrow('not allowed');
  });

  it('leaves nothing of a person in the logs', async () => {
    const client = await site.signUp();
    const street = '77 Canarystreet';
    await change(client, { firstname: 'Canaryname', phone: '08177777777', address: { ...HOME, street } });
    await change(client, { firstname: 'Canaryname', address: { ...HOME, street, state: 'Canarystate' } }, { version: 2 });
    await change(client, { firstname: 'Canaryname2' }, { version: 1 });
    const found = ['Canary', '8177777777', 'Broad Street'].filter((each) => site.logs.join('\n').includes(each));
    expect(found).toEqual([]);
  });

  it('is limited to 60 an hour, and a change over the limit can be sent again later under its key', async () => {
    const client = await site.signUp();
    for (let version = 1; version <= 60; version += 1) {
      expect((await change(client, { firstname: `Ada${version}` }, { version })).status).toBe(200);
    }
    const key = newKey();
    const over = await change(client, { firstname: 'Once more' }, { key, version: 61 });
    expect([over.status, over.problem?.code]).toEqual([429, 'too-many-requests']);
    site.pass(60 * MINUTE_MS + 1);
    expect((await change(client, { lastname: 'Fresh' }, { version: 61 })).problem?.code).toBeUndefined();
    expect((await change(client, { firstname: 'Once more' }, { key, version: 61 })).problem?.code).toBe('version-conflict');
  });
});

describe('the version of the details', () => {
  it('is refused with the current details when it is not the newest, and nothing changes', async () => {
    const client = await site.signUp();
    const now = (await change(client, { firstname: 'Quick', address: HOME })).data;
    const late = await change(client, { firstname: 'Late' });
    expect([late.status, late.problem?.code, late.problem?.current]).toEqual([412, 'version-conflict', now]);
    expect(await read(client)).toEqual(now);
  });

  it('does not rise with consents: they are no details', async () => {
    const client = await site.signUp();
    await client.request('POST', `/api/v1/player/${paramsOf(client).userId}/consent`, { body: { items: [{ tagCode: 'sms', status: 'Accepted' }] } });
    expect((await read(client)).version).toBe(1);
  });

  it('must be named', async () => {
    const client = await site.signUp();
    for (const header of [undefined, '1', 'W/"1"', '*', '"x"', '"1", "2"']) {
      const answer = await client.call(patchDetails, {
        params: paramsOf(client), body: { firstname: 'X' }, key: newKey(), headers: { 'if-match': header },
      });
      expect({ header, status: answer.status, code: answer.problem?.code }).toEqual({ header, status: 400, code: 'bad-request' });
    }
  });

  it('lets exactly one of many changes at the same moment through', async () => {
    const client = await site.signUp();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => change(client, { firstname: `Ada ${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
    expect(await trailOf(client)).toHaveLength(1);
  });
});

describe('the same change arriving again (the first answer was lost)', () => {
  it('has one effect and the same answer, byte for byte, also after later changes', async () => {
    const client = await site.signUp();
    const key = newKey();
    const first = await change(client, { firstname: 'Once', address: HOME }, { key });
    await change(client, { firstname: 'Later' }, { version: 2 });
    const again = await change(client, { firstname: 'Once', address: HOME }, { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await read(client)).firstname).toBe('Later');
    expect(await trailOf(client)).toHaveLength(2);
  });

  it('is refused again where it was refused, with the same words', async () => {
    const client = await site.signUp();
    const key = newKey();
    const first = await change(client, { firstname: 'Late' }, { key, version: 7 });
    const again = await change(client, { firstname: 'Late' }, { key, version: 7 });
    expect([first.status, again.status, again.text]).toEqual([412, 412, first.text]);
  });

  it('many times at once has one effect', async () => {
    const client = await site.signUp();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 16 }, () => change(client, { firstname: 'Once' }, { key })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(answers.filter(({ status }) => status === 409).every(({ problem }) => problem?.code === 'key-running')).toBe(true);
    expect((await change(client, { firstname: 'Once' }, { key })).data.version).toBe(2);
    expect(await trailOf(client)).toHaveLength(1);
  });

  it('is refused when its body or its version differs', async () => {
    const client = await site.signUp();
    const key = newKey();
    await change(client, { firstname: 'One' }, { key });
    const body = await change(client, { firstname: 'Two' }, { key });
    const version = await change(client, { firstname: 'One' }, { key, version: 2 });
    expect([body.status, body.problem?.code, version.problem?.code]).toEqual([422, 'key-reused', 'key-reused']);
  });

  it('is independent of another player’s change under the same key', async () => {
    const [ada, bola] = [await site.signUp(), await site.signUp()];
    const key = newKey();
    await change(ada, { firstname: 'Ada' }, { key });
    expect((await change(bola, { firstname: 'Bola' }, { key })).data.firstname).toBe('Bola');
  });
});

describe('half an hour without an action of the player', () => {
  it('asks for the password before another phone, and for nothing else', async () => {
    const client = await site.signUp({ phone: '08031234567' });
    site.pass(31 * MINUTE_MS);
    expect((await change(client, { address: HOME, phone: '08031234567' })).status).toBe(200);
    const key = newKey();
    const stale = await change(client, { phone: '08055555555' }, { key, version: 2 });
    expect([stale.status, stale.problem?.code]).toEqual([401, 'password-needed']);
    expect((await read(client)).phone).toBe('+2348031234567');
    // Changing an address does not prove who holds the phone.
    expect((await change(client, { phone: '08055555555' }, { key, version: 2 })).problem?.code).toBe('password-needed');
    await client.call(confirmPassword, { params: paramsOf(client), body: { password: PASSWORD } });
    expect((await change(client, { phone: '08055555555' }, { key, version: 2 })).data.phone).toBe('+2348055555555');
  });

  it('does not stand in the way of an answer that was lost before', async () => {
    const client = await site.signUp();
    const key = newKey();
    const first = await change(client, { phone: '08055555555' }, { key });
    site.pass(31 * MINUTE_MS);
    expect((await change(client, { phone: '08055555555' }, { key })).text).toBe(first.text);
  });
});

describe('a verified identity', () => {
  it('keeps its names, with words at the field; phone and address may change', async () => {
    const client = await site.signUp({ firstname: 'Ada', lastname: 'Obi' });
    await site.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [paramsOf(client).userId]);
    const refused = await change(client, { firstname: 'Ada', lastname: 'Eze', address: HOME });
    expect([refused.status, refused.problem?.code, refused.problem?.errors?.map(({ field }) => field)]).toEqual([403, 'name-verified', ['lastname']]);
    expect(refused.problem?.detail).toMatch(/write to \S+@\S+/);
    expect((await read(client)).address).toBeNull();
    expect((await change(client, { firstname: 'Ada', lastname: 'Obi', phone: '09011111111', address: HOME })).status).toBe(200);
  });
});

describe('bad details', () => {
  it.each<[unknown, readonly string[]]>([
    [{ role: 'admin' }, ['role']],
    [{ balance: 1e9, isAdmin: true }, ['balance', 'isAdmin']],
    [{ verified: true, verification: 'verified' }, ['verified', 'verification']],
    [{ email: 'new@example.com' }, ['email']],
    [{ firstname: '   ' }, ['firstname']],
    [{ lastname: 'x'.repeat(81) }, ['lastname']],
    [{ firstname: null }, ['firstname']],
    [{ phone: '12345' }, ['phone']],
    [{ phone: '+447911123456' }, ['phone']],
    [{ phone: null }, ['phone']],
    [{ address: { street: '1 Road', city: 'Kano' } }, ['address.state']],
    [{ address: { ...HOME, state: 'XX' } }, ['address.state']],
    [{ address: { ...HOME, state: 'Lagos' } }, ['address.state']],
    [{ address: { street: '', city: ' ', state: 'KN' } }, ['address.street', 'address.city']],
    [{ address: { ...HOME, street: 'x'.repeat(121) } }, ['address.street']],
    [{ address: { ...HOME, city: 'a\u0000b' } }, ['address.city']],
    [{ address: { ...HOME, street: 'two\nlines' } }, ['address.street']],
    [{ address: { ...HOME, postcode: '100001' } }, ['address.postcode']],
    [{ address: 'Lagos' }, ['address']],
  ])('%j is refused at %j', async (patch, fields) => {
    const client = await site.signUp();
    const answer = await change(client, patch);
    expect([answer.status, answer.problem?.code, answer.problem?.errors?.map(({ field }) => field)]).toEqual([400, 'validation', fields]);
    expect((await read(client)).version).toBe(1);
  });

  it('SQL and HTML in an address are stored as text', async () => {
    const client = await site.signUp();
    const street = `'; DROP TABLE player; -- <script>alert(1)</script>`;
    expect((await change(client, { address: { ...HOME, street } })).data.address?.street).toBe(street);
  });
});

describe('the states', () => {
  it('are the 36 and the Federal Capital Territory, each with its code', () => {
    expect(STATE_CODES).toHaveLength(37);
    expect(new Set(Object.values(NIGERIA_STATES)).size).toBe(37);
    expect(STATE_CODES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(Object.values(NIGERIA_STATES)).toEqual(Object.values(NIGERIA_STATES).toSorted());
  });
});
