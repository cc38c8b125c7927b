import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { antiForgery } from '../../src/core/contract/anti-forgery';
import { signIn, signUp } from '../../src/core/contract/auth';
import { redact } from '../../server/http/redact';
import { bodyOf, filterCalls, headersOf, pathOf } from '../support/contract-table';
import { newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { rawRequest } from '../support/raw-request';

/** Makes values that must never be found in a log, each of them unmistakable. */
function canaries() {
  const mark = randomBytes(4).toString('hex');
  const digits = String(Number.parseInt(mark, 16)).padStart(10, '7').slice(0, 10);
  return {
    email: `canary.${mark}@player.example`,
    password: `canary ${mark} of the coal mine`,
    sessionId: Buffer.from(`canary-${mark}-session`.padEnd(32, '-')).toString('base64url'),
    binding: Buffer.from(`canary-${mark}-binding`.padEnd(32, '-')).toString('base64url'),
    nin: `1${digits}`,
    account: digits,
    phone: `+234803${digits.slice(0, 7)}`,
    lastname: `Canary${mark}`,
  };
}

const text = (value: unknown): string => JSON.stringify(value);

let test: TestPlatform;
beforeAll(async () => {
  test = await testPlatform();
});
afterAll(() => test.close());

describe('the logs (row 33)', () => {
  it('hold no e-mail, password, session id, cookie, token, phone, identity or account number, whatever the field is called', async () => {
    const canary = canaries();
    const player = test.client();
    await player.call(antiForgery, {});
    const mine = newPlayer({ email: canary.email, password: canary.password, phone: canary.phone, lastname: canary.lastname });
    const { data } = await player.call(signUp, { body: mine });
    player.session = data;
    await test.client().call(signIn, { body: { username: canary.email, password: canary.password } });
    await test.client().call(signIn, { body: { username: canary.email, password: `${canary.password}!` } });
    await test.client().call(signIn, { body: { username: canary.password, password: canary.password } });
    const hidden = [...Object.values(canary), data.sessionId, ...player.cookies.values()];

    for (const row of filterCalls(() => true)) {
      const { method } = row.endpoint;
      const headers = headersOf(row);
      const path = pathOf(row.endpoint, { userId: data.userId });
      const query = `?email=${canary.email}&nin=${canary.nin}&token=${canary.sessionId}&account=${canary.account}`;
      const body = method === 'GET' ? undefined : { ...bodyOf(row), ...canary };
      // Well-formed, with wrong secrets, in the wrong places, and under a name that no route has.
      await player.request(method, path + query, { body: bodyOf(row), headers });
      await player.request(method, path, { body, headers: { ...headers, 'x-sessionid': canary.sessionId, 'user-agent': canary.email } });
      const wrongPath = pathOf(row.endpoint, { userId: canary.nin, gameId: canary.email, key: canary.sessionId });
      await player.request(method, wrongPath, { body, headers });
      const secretHeaders = ['cookie', `ayo_bind=${canary.binding}`, 'authorization', canary.password];
      await rawRequest(test.baseUrl, { method, path: `/api/${canary.email}/${canary.nin}${query}`, headers: secretHeaders });
    }
    await rawRequest(test.baseUrl, { path: `/api/%zz${canary.email}` });
    await rawRequest(test.baseUrl, { method: 'POST', path: `/api/notifications/payments/simulator?x=${canary.email}`, body: text(canary), headers: ['content-type', 'application/json'] });
    await rawRequest(test.baseUrl, { path: `/api/mailbox?to=${canary.email}` });

    expect(test.logs.length).toBeGreaterThan(filterCalls(() => true).length * 3);
    const all = test.logs.join('\n');
    const found = hidden.filter((each) => [each, encodeURIComponent(each), Buffer.from(each).toString('base64')].some((form) => all.includes(form)));
    expect(found).toEqual([]);
  });

  it('hold none of it when the platform itself fails', async () => {
    const canary = canaries();
    const broken = await testPlatform();
    const client = await broken.signUp();
    await broken.pool.query('ALTER TABLE player DROP COLUMN lastname CASCADE');
    const answers = [
      await client.request('GET', `/api/v1/player/${client.session!.userId}/profile`),
      await broken.client().call(signUp, { body: newPlayer({ email: canary.email, password: canary.password, lastname: canary.lastname }) }),
    ];
    for (const { status, problem } of answers) {
      expect({ status, code: problem?.code, title: problem?.title }).toEqual({ status: 500, code: 'internal', title: 'Something went wrong here.' });
    }
    const failures = broken.logs.filter((line) => line.includes('"http.failed"')).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(failures.map(({ route, requestId }) => [route, requestId])).toEqual([
      ['/api/v1/player/:userId/profile', answers[0]?.headers.get('x-request-id')],
      ['/api/v1/auth/sign-up', answers[1]?.headers.get('x-request-id')],
    ]);
    expect(text(failures)).toContain('42703');
    const found = Object.values(canary).filter((each) => broken.logs.join('\n').includes(each));
    expect(found).toEqual([]);
    await broken.close();
  });

  it('are JSON, one object a line, each with its level and its time', () => {
    for (const line of test.logs) {
      const parsed = JSON.parse(line) as Record<string, unknown>;
      expect(parsed['level']).toMatch(/^(debug|info|warn|error)$/);
      expect(Date.parse(String(parsed['at']))).not.toBeNaN();
    }
  });
});

describe('redacting', () => {
  it('hides members by their name and texts by their look, and leaves the rest', () => {
    expect(
      redact({
        password: 'x', sessionId: 'y', 'set-cookie': ['z'], emailAddress: 'e', phone: 1, nin: '2', account_number: '3',
        message: 'mail to ada@example.com from +2348031234567 about 12345678901 and AB123456789012CD',
        id: 'A'.repeat(43), hash: 'ab'.repeat(32),
        userId: 'u_k7Hq', depositId: 'Zk3vB0x1Qy8mN2pL5rT7wA', status: 404, route: '/api/v1/player/:userId/balance', at: '2026-11-21T10:00:00.000Z',
        list: [{ token: 'x', keep: 'y' }],
      }),
    ).toEqual({
      password: '[hidden]', sessionId: '[hidden]', 'set-cookie': '[hidden]', emailAddress: '[hidden]', phone: '[hidden]', nin: '[hidden]',
      account_number: '[hidden]', message: 'mail to [hidden] from [hidden] about [hidden] and [hidden]', id: '[hidden]', hash: '[hidden]',
      userId: 'u_k7Hq', depositId: 'Zk3vB0x1Qy8mN2pL5rT7wA', status: 404, route: '/api/v1/player/:userId/balance', at: '2026-11-21T10:00:00.000Z',
      list: [{ token: '[hidden]', keep: 'y' }],
    });
  });

  it('keeps what finds an error, but never what a database quotes', () => {
    const error = Object.assign(new Error('invalid input syntax: "ada@example.com or her password"'), { severity: 'ERROR', code: '22P02' });
    const redacted = text(redact({ error }));
    expect(redacted).toContain('22P02');
    expect(redacted).toContain('security-logs.test.ts');
    expect(redacted).not.toContain('her password');
  });
});
