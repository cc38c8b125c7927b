import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movesMoney } from '../../src/core/contract/endpoint';
import { getProfile } from '../../src/core/contract/player';
import { AMOUNTS, bodyOf, filterCalls, headersOf, pathOf } from '../support/contract-table';
import type { TableRow } from '../support/contract-table';
import type { TestClient } from '../support/http-client';
import { newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { rawRequest } from '../support/raw-request';
import { isLong } from '../support/seeds';

/** A short run gives each call a sixth of these, each next call another sixth: all are tried, but not all with every call. */
const shareOf = (texts: readonly string[], { name }: TableRow): readonly string[] => {
  const at = filterCalls(() => true).findIndex((row) => row.name === name);
  return isLong ? texts : texts.filter((_, n) => n % 6 === at % 6);
};
const NAMES = (rows: readonly TableRow[]) => rows.map((row) => [row.name, row] as const);

let test: TestPlatform;
let ada: TestClient;
let admin: TestClient;
beforeAll(async () => {
  test = await testPlatform();
  ada = await test.signUp();
  admin = await test.signUpAdmin();
});
afterAll(() => test.close());

const clientFor = ({ endpoint }: TableRow) => (endpoint.access === 'admin' ? admin : ada);

/** The call with a body of the test's own. */
function send(row: TableRow, body: unknown, headers: Record<string, string | undefined> = {}) {
  const client = clientFor(row);
  return client.request(row.endpoint.method, pathOf(row.endpoint, { userId: client.session!.userId }), {
    body,
    headers: { ...headersOf(row), ...headers },
  });
}

const JUNK_IDS = [
  'A%2f..%2fB', 'A;B', 'A%00', 'x'.repeat(10_000), 'x'.repeat(65), '%F0%9F%8E%B0', '__proto__', 'constructor', '%zz', '%', '%c0%ae', '..',
  '%2e%2e', '.', '%20', 'A%0d%0aSet-Cookie:x', "A'--", '<b>', 'A%5cB', '%E2%80%AE', '*', ':userId', '1e400',
];

describe('what is no id, in every place of a path (row 3)', () => {
  const rows = filterCalls(({ path }) => path.includes(':'));
  /** These calls succeed for an unknown id, because a thing that was never there is as gone as they leave it. */
  const ALREADY_SO = ['removeFavourite', 'endLaunch'];
  /** The password comes before anything is looked up. */
  const PASSWORD_FIRST = ['removeAdmin', 'resetSecondFactor', 'setAdminRoles'];

  it.each(NAMES(rows))('%s is answered with 400, 403 or 404, never with 500', async (_, row) => {
    const client = clientFor(row);
    const { sessionId, userId } = client.session!;
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = [
      'x-sessionid', sessionId, 'cookie', cookie, 'x-xsrf-token', client.cookies.get('XSRF-TOKEN')!, 'content-type', 'application/json',
    ];
    const body = row.endpoint.method === 'GET' ? undefined : JSON.stringify(bodyOf(row) ?? {});
    for (const [, name = ''] of row.endpoint.path.matchAll(/:(\w+)/g)) {
      for (const junk of shareOf(JUNK_IDS, row)) {
        const path = pathOf(row.endpoint, { userId, [name]: junk });
        const own = Object.entries(headersOf(row)).flat();
        const answer = await rawRequest(test.baseUrl, { method: row.endpoint.method, path, headers: [...headers, ...own], body });
        const { status } = answer;
        // Well-formed text that is simply not an id of anybody is no junk to the other calls.
        const isWellFormed = ['__proto__', 'constructor', '1e400'].includes(junk);
        const fine = ALREADY_SO.includes(row.name) ? [403, 204] : PASSWORD_FIRST.includes(row.name) ? [403, 401] : [403];
        expect({ name, junk: junk.slice(0, 20), status }).toSatisfy(() => [400, 404, ...(isWellFormed ? fine : [])].includes(status));
        if (status !== 204) expect(answer.problem().status).toBe(status);
        expect(answer.headers['x-request-id']).toBeDefined();
      }
    }
  });

  it('does not disturb a query either', async () => {
    for (const query of ['__proto__=1', 'limit[]=1', 'limit=1&limit=2', 'cursor=%00', '%zz', '&&&===', 'x'.repeat(9_000), 'limit=__proto__', 'from=2026-13-45']) {
      for (const row of filterCalls(({ method, query: schema }) => method === 'GET' && schema !== undefined)) {
        const client = clientFor(row);
        const { status } = await client.request('GET', `${pathOf(row.endpoint, { userId: client.session!.userId })}?${query}`);
        expect({ name: row.name, query: query.slice(0, 20), status }).toSatisfy(() => [200, 400].includes(status));
      }
    }
  });
});

describe('members that a player may not set (row 5)', () => {
  const strict = filterCalls(({ body, path }) => body !== undefined && !path.endsWith('/consent'));
  it.each(NAMES(strict))('%s refuses role, balance, isAdmin and verified', async (_, row) => {
    for (const member of ['role', 'balance', 'isAdmin', 'verified']) {
      const { status, problem } = await send(row, { ...bodyOf(row), [member]: 'admin' });
      expect({ member, status, errors: problem?.errors }).toEqual({
        member, status: 400, errors: [{ field: member, message: 'There is no such field here.' }],
      });
    }
  });

  it('refuses a body that tampers with prototypes', async () => {
    for (const row of strict) {
      for (const body of ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}']) {
        expect((await send(row, body)).status, row.name).toBe(400);
      }
    }
  });
});

describe('the key of a money call, and of every other that takes one (row 20)', () => {
  const keyed = filterCalls(({ idempotent }) => idempotent === true);
  it.each(NAMES(keyed))('%s is answered with 400 when it is missing, too short, too long or odd', async (_, row) => {
    for (const key of [undefined, '', 'x'.repeat(15), 'x'.repeat(65), 'with a space in it', 'ключ-ключ-ключ-ключ', '../../../etc/passwd', "'; DROP TABLE x--"]) {
      // Header values are bytes: what can't be one is sent as UTF-8.
      const header = key === undefined ? undefined : Buffer.from(key, 'utf8').toString('latin1');
      const { status, problem } = await send(row, bodyOf(row), { 'idempotency-key': header });
      expect({ key, status, code: problem?.code }).toEqual({ key, status: 400, code: 'key-missing' });
    }
  });
});

describe('amounts (row 22)', () => {
  const rows = filterCalls(({ body }) => body !== undefined).filter((row) => AMOUNTS.some((name) => name in (bodyOf(row) ?? {})));
  const WRONG = ['0', '-1', '0.001', '"100"', '1e21', 'NaN', 'null', '9007199254740992', '[100]', '{}', 'true', '""', '1e400', '-0', '0.1e-5', 'Infinity'];

  /** These calls name no amount, because the platform knows by itself how much they move. */
  const WITHOUT_AMOUNT = ['forfeitBonus', 'claimPromotion', 'playAction', 'chooseForDeposit', 'confirmCorrection'];

  it('is about every call that moves money, but for those that name no amount', () => {
    const named = filterCalls(movesMoney).map(({ name }) => name).filter((name) => !WITHOUT_AMOUNT.includes(name));
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  });

  it.each(NAMES(rows))('%s is answered with 400 for anything but a number of naira above zero in whole kobo', async (_, row) => {
    const body = bodyOf(row)!;
    const member = AMOUNTS.find((name) => name in body)!;
    // A limit may be null, which means that there is none.
    const takesNull = row.name === 'setLimit' || row.name === 'confirmLimit';
    for (const wrong of WRONG.filter((each) => each !== 'null' || !takesNull)) {
      const text = JSON.stringify({ ...body, [member]: '@' }).replace('"@"', wrong);
      const { status, problem } = await send(row, text);
      expect({ wrong, status, code: problem?.code }).toSatisfy(
        () => status === 400 && ['validation', 'bad-request'].includes(problem?.code ?? ''),
      );
    }
    const { [member]: _left, ...without } = body;
    expect((await send(row, without)).problem?.errors).toEqual([{ field: member, message: 'This is needed.' }]);
  });
});

describe('SQL and HTML in every text (row 26)', () => {
  const NASTY = [
    "'; DROP TABLE player; --", "' OR '1'='1", '$1', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '{{7*7}}', '${7*7}',
    '\u0000', 'a\u0000b', '\ud800', '\u202e', '💸'.repeat(10), 'x'.repeat(5_000), '%s%n', '\\', '"', '\n\r',
  ];

  it.each(NAMES(filterCalls(({ body }) => body !== undefined)))('%s keeps it as text or refuses it, and never fails', async (_, row) => {
    for (const [member, value] of Object.entries(bodyOf(row)!)) {
      if (typeof value !== 'string') continue;
      for (const nasty of shareOf(NASTY, row)) {
        const { status, text } = await send(row, { ...bodyOf(row), [member]: nasty });
        expect({ member, nasty: nasty.slice(0, 30), status, text: status >= 500 ? text : '' }).toSatisfy(() => status < 500);
      }
    }
    expect((await ada.call(getProfile, { params: { userId: ada.session!.userId } })).status).toBe(200);
  });

  it('gives a name back as it was typed, as JSON that no browser takes for a page', async () => {
    for (const name of NASTY) {
      // As fast as one address may open accounts.
      test.pass(15_000);
      const client = test.client();
      await client.request('GET', '/api/v1/auth/anti-forgery');
      const opened = await client.request('POST', '/api/v1/auth/sign-up', { body: newPlayer({ firstname: name }) });
      if (opened.status === 400) continue;
      const { sessionId, userId } = opened.data as { sessionId: string; userId: string };
      client.session = { sessionId, userId };
      const { data, headers } = await client.call(getProfile, { params: { userId } });
      // Half a character can't be kept: UTF-8 has none.
      expect(data.firstname).toBe(Buffer.from(name.trim()).toString());
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
