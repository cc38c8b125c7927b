import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/core/contract';
import { confirmPassword, signOut } from '../../src/core/contract/auth';
import { movesMoney, needsFreshSession } from '../../src/core/contract/endpoint';
import { getBalance, getProfile } from '../../src/core/contract/player';
import type { Problem } from '../../src/core/contract/problem';
import { bodyOf, filterCalls, hasUserId, headersOf, pathOf } from '../support/contract-table';
import type { TableRow } from '../support/contract-table';
import type { TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { rawRequest } from '../support/raw-request';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const GUARDED = filterCalls(({ access }) => access !== 'public');
const NAMES = (rows: readonly TableRow[]) => rows.map((row) => [row.name, row] as const);

let test: TestPlatform;
let ada: TestClient;
let bola: TestClient;
beforeAll(async () => {
  test = await testPlatform();
  ada = await test.signUp();
  bola = await test.signUp();
});
afterAll(() => test.close());

/** The call as `client` would make it, for the player `userId`. */
async function callAs(client: TestClient, row: TableRow, userId: string, headers: Record<string, string | undefined> = {}) {
  const { status, problem } = await client.request(row.endpoint.method, pathOf(row.endpoint, { userId }), {
    body: bodyOf(row),
    headers: { ...headersOf(row), ...headers },
  });
  const { requestId: _requestId, ...rest }: Partial<Problem> = problem ?? {};
  return { status, problem: rest };
}

describe('the contract itself', () => {
  it('guards every call that names a player, and every call for admins', () => {
    const open = Object.values(ENDPOINTS).filter(({ access, path }) => path.includes(':userId') && access === 'public');
    expect(open.map(({ path }) => path)).toEqual([]);
    const notForAdmins = Object.values(ENDPOINTS).filter(({ access, path }) => path.startsWith('/v1/admin') !== (access === 'admin'));
    expect(notForAdmins.map(({ path }) => path)).toEqual([]);
  });

  it('lets a session id alone change nothing but what the given calls do', () => {
    const changing = filterCalls(({ method, access }) => method !== 'GET' && access === 'session');
    expect(changing.map(({ name }) => name)).toEqual(['postConsent']);
  });

  it('asks for the cookie wherever money moves', () => {
    // An admin's call asks for the cookie as well, and for the role.
    const weak = filterCalls(({ idempotent, access }) => idempotent === true && access !== 'bound' && access !== 'admin');
    expect(weak.map(({ name }) => name)).toEqual([]);
  });
});

describe('another player’s path with one’s own session (row 1)', () => {
  it.each(NAMES(filterCalls(hasUserId)))('%s is answered with 403, the same for a player who exists and one who doesn’t', async (_, row) => {
    const existing = await callAs(ada, row, bola.session!.userId);
    expect(existing.status).toBe(403);
    expect(existing.problem).toEqual({ type: 'about:blank', title: 'You don’t have access to this.', status: 403, code: 'forbidden' });
    expect(await callAs(ada, row, 'nobody-has-this-id-0000')).toEqual(existing);
  });
});

describe('what is no open session (row 2)', () => {
  it.each(NAMES(GUARDED))('%s is answered with 401 for no, a malformed, a case-changed, a doubled and an array id', async (_, row) => {
    const { sessionId, userId } = ada.session!;
    const changedCase = sessionId.replace(/[a-z]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
    const ids = [undefined, '', 'x', changedCase, `${sessionId},${sessionId}`, `["${sessionId}"]`, ` ${sessionId}=`, `${sessionId}${sessionId}`];
    for (const id of ids) {
      const { status, problem } = await callAs(ada, row, userId, { 'x-sessionid': id });
      expect({ id, status, code: problem.code }).toEqual({ id, status: 401, code: 'unauthorised' });
    }
  });

  it.each(NAMES(GUARDED))('%s does not take two headers, nor an id in the query or in the body', async (_, row) => {
    const { sessionId, userId } = ada.session!;
    const path = pathOf(row.endpoint, { userId });
    const { method } = row.endpoint;
    const json = ['content-type', 'application/json'];
    const doubled = await rawRequest(test.baseUrl, { method, path, headers: ['x-sessionid', sessionId, 'x-sessionid', sessionId] });
    expect(doubled.status).toBe(401);
    const inQuery = await rawRequest(test.baseUrl, { method, path: `${path}?x-sessionid=${sessionId}&sessionId=${sessionId}&X-SessionId[]=${sessionId}` });
    expect(inQuery.status).toBe(401);
    if (method === 'GET') return;
    const body = JSON.stringify({ sessionId, 'x-sessionid': sessionId });
    expect((await rawRequest(test.baseUrl, { method, path, headers: json, body })).status).toBe(401);
  });

  it('is a session that was ended, and the player is told why', async () => {
    const client = await test.signUp();
    const { session } = client;
    await client.call(signOut, {});
    for (const row of GUARDED) {
      const { status, problem } = await callAs(client, row, session!.userId);
      expect({ name: row.name, status, ...problem }).toMatchObject({ name: row.name, status: 401, code: 'session-ended', reason: 'signed-out' });
    }
  });

  it('is a session that has run out', async () => {
    const other = await testPlatform({ database: test.database });
    const client = await other.signUp();
    other.pass(30 * DAY_MS - 1);
    expect((await client.call(getProfile, { params: { userId: client.session!.userId } })).status).toBe(200);
    other.pass(1);
    for (const row of GUARDED) {
      const { status, problem } = await callAs(client, row, client.session!.userId);
      expect({ name: row.name, status, ...problem }).toMatchObject({ name: row.name, status: 401, code: 'session-ended', reason: 'expired' });
    }
    await other.close();
  });
});

describe('admin calls (row 4)', () => {
  it.each(NAMES(filterCalls(({ access }) => access === 'admin')))('%s is answered with 403 to a player and 401 to a guest', async (_, row) => {
    expect(await callAs(ada, row, '')).toMatchObject({ status: 403, problem: { code: 'forbidden' } });
    expect(await callAs(test.client(), row, '')).toMatchObject({ status: 401, problem: { code: 'unauthorised' } });
  });
});

describe('a stolen session id (row 6)', () => {
  it.each(NAMES(filterCalls(({ access }) => access === 'bound' || access === 'admin')))(
    '%s is answered with 401 without the cookie, and with another player’s',
    async (_, row) => {
      const owner = row.endpoint.access === 'admin' ? await test.signUpAdmin() : ada;
      const thief = test.client();
      thief.session = owner.session;
      expect(await callAs(thief, row, owner.session!.userId)).toMatchObject({ status: 401, problem: { code: 'binding-missing' } });
      const insider = await test.signUp();
      insider.session = owner.session;
      expect(await callAs(insider, row, owner.session!.userId)).toMatchObject({ status: 401, problem: { code: 'binding-missing' } });
    },
  );
});

describe('a session that nobody used for half an hour (row 7)', () => {
  it('may still read and start a deposit, but money going out and play ask for the password, however often it was polled', async () => {
    const other = await testPlatform({ database: test.database });
    const client = await other.signUp();
    const { userId } = client.session!;
    const money = filterCalls((endpoint) => endpoint.access !== 'admin' && movesMoney(endpoint) && needsFreshSession(endpoint));
    expect(money.length).toBeGreaterThan(1);
    for (let minute = 0; minute < 30; minute += 1) {
      other.pass(MINUTE_MS);
      expect((await client.call(getBalance, { params: { userId } })).status).toBe(200);
    }
    for (const row of money) expect((await callAs(client, row, userId)).problem.code, row.name).not.toBe('password-needed');
    other.pass(31 * MINUTE_MS);
    const paysIn = filterCalls((endpoint) => movesMoney(endpoint) && !needsFreshSession(endpoint));
    expect(paysIn.map(({ name }) => name)).toEqual(['createDeposit']);
    for (const row of paysIn) expect((await callAs(client, row, userId)).problem.code, row.name).not.toBe('password-needed');
    for (const row of money) expect(await callAs(client, row, userId)).toMatchObject({ status: 401, problem: { code: 'password-needed' } });
    expect((await client.call(confirmPassword, { params: { userId }, body: { password: PASSWORD } })).status).toBe(204);
    for (const row of money) expect((await callAs(client, row, userId)).problem.code, row.name).not.toBe('password-needed');
    await other.close();
  });
});
