import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODY_BYTES } from '../../src/core/contract/endpoint';
import { PICTURE_LENGTH, sendGuestFeedback } from '../../src/core/contract/support';
import { antiForgery } from '../../src/core/contract/anti-forgery';
import { testPlatform, TEST_CONFIG } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { MOST_COMMAS, createServer } from '../../server/http/server';
import { rawRequest, sendAndWaitForTheEnd } from '../support/raw-request';

const MEBIBYTE = 1024 * 1024;

let test: TestPlatform;
beforeAll(async () => {
  test = await testPlatform({ parts: { timeouts: { headersMs: 300, requestMs: 600 } } });
});
afterAll(() => test.close());

describe('requests beyond the limits (row 30)', () => {
  it('TRACE and methods nobody knows are answered with 405', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'SEARCH', 'PURGE']) {
      for (const path of ['/', '/api/health', '/api/v1/games']) {
        const { status, headers, problem } = await rawRequest(test.baseUrl, { method, path, headers: ['cookie', 'ayo_bind=secret-secret-secret'] });
        expect({ method, path, status, code: problem().code }).toEqual({ method, path, status: 405, code: 'method-not-allowed' });
        expect(headers['allow']).toContain('GET');
      }
    }
  });

  it('a body of one byte over 1 MB is answered with 413, and so is one of a byte over what the call takes', async () => {
    const client = test.client();
    await client.call(antiForgery, {});
    const bodyOf = (bytes: number) => `{"username":"${'x'.repeat(bytes - 30)}","password":"y"}`.padEnd(bytes, ' ');
    expect(Buffer.byteLength(bodyOf(MEBIBYTE + 1))).toBe(MEBIBYTE + 1);
    for (const bytes of [MEBIBYTE + 1, BODY_BYTES + 1]) {
      const over = await client.request('POST', '/api/v1/auth/sign-in', { body: bodyOf(bytes) });
      expect({ bytes, status: over.status, code: over.problem?.code }).toEqual({ bytes, status: 413, code: 'too-large' });
    }
    const within = await client.request('POST', '/api/v1/auth/sign-in', { body: bodyOf(BODY_BYTES) });
    expect({ status: within.status, code: within.problem?.code }).toEqual({ status: 400, code: 'validation' });
  });

  it('nobody holds up the process with a body of 90,000 members, also where a call takes a picture', async () => {
    const client = test.client();
    await client.call(antiForgery, {});
    const members = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])));
    const statuses = [];
    for (const [path, count] of [['/api/v1/auth/sign-in', 90_000], ['/api/v1/feedback', 20_000], ['/api/v1/feedback', MOST_COMMAS]] as const) {
      const { status, problem } = await client.request('POST', path, { body: members(count) });
      statuses.push([status, problem?.code, problem?.errors?.length ?? 0]);
    }
    expect(statuses).toEqual([[413, 'too-large', 0], [413, 'too-large', 0], [400, 'validation', 20]]);
    const picture = { type: 'image/png', base64: 'A'.repeat(PICTURE_LENGTH) } as const;
    const sent = await client.call(sendGuestFeedback, { body: { id: 'a-picture-of-a-guest', category: 'other', text: ','.repeat(2_000), picture } });
    // What its bytes are is looked at later.
    expect(sent.problem?.code).not.toBe('too-large');
  });

  it('headers that come drop by drop are cut off', async () => {
    const received = await sendAndWaitForTheEnd(test.baseUrl, 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body that does not come is cut off', async () => {
    const client = test.client();
    await client.call(antiForgery, {});
    const head = [
      'POST /api/v1/auth/sign-in HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 100',
      `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      `X-XSRF-TOKEN: ${client.cookies.get('XSRF-TOKEN')!}`,
    ];
    expect(await sendAndWaitForTheEnd(test.baseUrl, `${head.join('\r\n')}\r\n\r\n{`)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('headers are given 10 seconds, a whole request 30', () => {
    const app = createServer(TEST_CONFIG, { level: 'silent', stream: process.stderr });
    expect(app.server.headersTimeout).toBe(10_000);
    expect(app.server.requestTimeout).toBe(30_000);
  });

  it('headers of more than Node takes are answered with 431', async () => {
    const { status } = await rawRequest(test.baseUrl, { path: '/api/health', headers: ['x-long', 'x'.repeat(20_000)] });
    expect(status).toBe(431);
  });

  it('JSON that is broken, too deep or no JSON at all is answered with 400', async () => {
    const client = test.client();
    await client.call(antiForgery, {});
    for (const body of ['{', '{"a":1,}', 'NaN', '\u0000', '{"username":1e999', '['.repeat(10_000), `${'['.repeat(5_000)}${']'.repeat(5_000)}`]) {
      const { status } = await client.request('POST', '/api/v1/auth/sign-in', { body });
      expect({ body: body.slice(0, 10), status }).toEqual({ body: body.slice(0, 10), status: 400 });
    }
  });
});
