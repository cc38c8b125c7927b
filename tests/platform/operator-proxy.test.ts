import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readHostedFiles } from '../../server/hosting/files';
import { registerHost } from '../../server/hosting/host';
import { registerOperatorProxy } from '../../server/hosting/operator-proxy';
import { createServer as createAppServer } from '../../server/http/server';
import { makeBuiltApp } from '../support/built-app';
import { OPERATOR_SESSION, startOperatorPlatform } from '../support/operator-platform';
import { lineSink, TEST_CONFIG } from '../support/platform';
import { testClient } from '../support/http-client';
import { rawRequest } from '../support/raw-request';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

/** A platform of the test's own, on a free port. */
async function upstream(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, server };
}

/** Starts a host in front of `platformUrl`, and returns its address. */
async function hostOf(platformUrl: string, timeoutMs?: number): Promise<string> {
  const built = await makeBuiltApp();
  const app = createAppServer(TEST_CONFIG, { level: 'silent', stream: lineSink().stream });
  await registerOperatorProxy(app, { platformUrl, ...(timeoutMs !== undefined && { timeoutMs }) });
  const files = await readHostedFiles(built.folder);
  registerHost(app, { files, config: TEST_CONFIG, version: 'test', capabilities: () => [] });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  cleanUp.push(built.remove, () => app.close());
  return url;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString();
}

describe('the host in front of an operator’s own platform', () => {
  it('passes on nothing larger than 1 MB and nothing that says it is plain text', async () => {
    let requestCount = 0;
    const { url } = await upstream((_request, response) => {
      requestCount += 1;
      response.end('{}');
    });
    const site = await hostOf(url);
    const post = (body: string, type: string) => fetch(`${site}/api/x`, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('x'.repeat(1024 * 1024 + 1), 'application/json')).status).toBe(413);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect(requestCount).toBe(0);
    expect((await post('{}', 'application/json')).status).toBe(200);
  });

  it('passes the four given calls on, with the session id, and their answers back', async () => {
    const operator = await startOperatorPlatform();
    cleanUp.push(operator.close);
    const client = testClient(await hostOf(operator.url));
    client.session = { ...OPERATOR_SESSION };
    const path = `/api/v1/player/${OPERATOR_SESSION.userId}`;
    expect((await client.request('GET', `${path}/profile`)).data).toMatchObject({ username: 'chidi_o' });
    expect((await client.request('GET', `${path}/balance`)).data).toMatchObject({ items: { 2: { type: 'Real', amount: 4321.5 } } });
    expect((await client.request('GET', `${path}/bonusWallet`)).text).toContain('9007199254740993123');
    const body = { items: [{ tagCode: 'sms', status: 'Accepted' }] };
    expect((await client.request('POST', `${path}/consent`, { body })).status).toBe(200);
    expect(operator.calls.map(({ method, path: askedPath }) => `${method} ${askedPath}`)).toEqual([
      'GET /v1/player/7766554433/profile', 'GET /v1/player/7766554433/balance', 'GET /v1/player/7766554433/bonusWallet',
      'POST /v1/player/7766554433/consent',
    ]);
    expect(operator.calls.at(-1)).toMatchObject({ sessionId: OPERATOR_SESSION.sessionId, body });
    operator.endSessions();
    expect((await client.request('GET', `${path}/profile`)).status).toBe(401);
  });

  it('passes headers, cookies, queries and bodies on both ways, and sets itself between', async () => {
    const requests: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
    const { url } = await upstream((request, response) => {
      void textOf(request).then((body) => {
        requests.push({ url: request.url, headers: request.headers, body });
        response.writeHead(201, [
          ['content-type', 'application/json'], ['etag', '"7"'], ['x-balance-version', '9'], ['access-control-allow-origin', '*'],
          ['set-cookie', 'XSRF-TOKEN=abc; Path=/; Domain=operator.example; Secure'], ['set-cookie', 'other=1; HttpOnly'],
        ].flat());
        response.end('{"ok":true}');
      });
    });
    const host = await hostOf(`${url}/platform`);
    const answer = await rawRequest(host, {
      method: 'POST', path: '/api/v1/things/a%2Fb?x=1&y=%20',
      headers: ['content-type', 'application/json', 'cookie', 'a=1; b=2', 'x-sessionid', 's', 'x-xsrf-token', 't', 'idempotency-key', 'k', 'if-match', '"3"'],
      body: '{"a" : 1}',
    });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('{"ok":true}');
    expect(answer.headers).toMatchObject({ etag: '"7"', 'x-balance-version': '9', 'x-request-id': expect.stringMatching(/./) });
    expect(answer.headers['set-cookie']).toEqual(['XSRF-TOKEN=abc; Path=/; Secure', 'other=1; HttpOnly']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      url: '/platform/v1/things/a%2Fb?x=1&y=%20',
      body: '{"a" : 1}',
      headers: {
        cookie: 'a=1; b=2', 'x-sessionid': 's', 'x-xsrf-token': 't', 'idempotency-key': 'k', 'if-match': '"3"',
        'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': new URL(host).host, host: new URL(url).host,
      },
    });
  });

  it('passes on nothing that belongs to the connection, and no word but its own about where a call comes from', async () => {
    const requests: IncomingMessage['headers'][] = [];
    const { url } = await upstream((request, response) => {
      requests.push(request.headers);
      response.end('{}');
    });
    const { status } = await rawRequest(await hostOf(url), {
      path: '/api/v1/games',
      headers: [
        'keep-alive', 'timeout=5', 'connection', 'x-of-this-hop', 'x-of-this-hop', '1', 'te', 'trailers', 'proxy-connection', 'keep-alive',
        'proxy-authorization', 'Basic eA==', 'forwarded', 'for=6.6.6.6', 'x-real-ip', '6.6.6.6', 'x-forwarded-for', '6.6.6.6', 'x-kept', '1',
      ],
    });
    expect(status).toBe(200);
    const names = Object.keys(requests[0] ?? {});
    const dropped = ['keep-alive', 'x-of-this-hop', 'te', 'proxy-connection', 'proxy-authorization', 'forwarded', 'x-real-ip'];
    expect(names.filter((name) => dropped.includes(name))).toEqual([]);
    expect(requests[0]).toMatchObject({ 'x-kept': '1', 'x-forwarded-for': '127.0.0.1' });
  });

  it('passes back nothing that belongs to the connection or speaks for the whole site', async () => {
    const foreign = {
      'keep-alive': 'timeout=9', connection: 'keep-alive, x-of-this-hop', 'x-of-this-hop': '1', 'proxy-authenticate': 'Basic',
      'strict-transport-security': 'max-age=1', 'alt-svc': 'h3=":443"', 'clear-site-data': '"*"',
    };
    const { url } = await upstream((_request, response) => void response.writeHead(200, { ...foreign, 'x-kept': '1' }).end('{}'));
    const { status, headers } = await rawRequest(await hostOf(url), { path: '/api/v1/games' });
    expect({ status, kept: headers['x-kept'] }).toEqual({ status: 200, kept: '1' });
    const dropped = ['x-of-this-hop', 'proxy-authenticate', 'strict-transport-security', 'alt-svc', 'clear-site-data'];
    expect(Object.keys(headers).filter((name) => dropped.includes(name))).toEqual([]);
    expect(headers['keep-alive']).not.toBe('timeout=9');
  });

  it('passes an empty 204, a 304 and a redirect back as they are', async () => {
    const { url } = await upstream((request, response) => {
      if (request.url === '/gone') response.writeHead(204).end();
      else if (request.url === '/same') response.writeHead(304, { etag: '"1"' }).end();
      else response.writeHead(303, { location: '/deposit' }).end();
    });
    const host = await hostOf(url);
    expect((await rawRequest(host, { path: '/api/gone', method: 'DELETE' })).status).toBe(204);
    expect(await rawRequest(host, { path: '/api/same', headers: ['if-none-match', '"1"'] })).toMatchObject({ status: 304, headers: { etag: '"1"' } });
    expect(await rawRequest(host, { path: '/api/back' })).toMatchObject({ status: 303, headers: { location: '/deposit' } });
  });

  it('answers 504 when the platform takes too long, and 502 when it can’t be reached or breaks off', async () => {
    const { url } = await upstream((request) => {
      if (request.url === '/break') request.socket.destroy();
    });
    const host = await hostOf(url, 200);
    const late = await rawRequest(host, { path: '/api/slow' });
    expect(late.status).toBe(504);
    expect(late.problem()).toMatchObject({ status: 504, code: 'unavailable', requestId: late.headers['x-request-id'] });
    const broken = await rawRequest(await hostOf(url), { path: '/api/break' });
    expect({ status: broken.status, code: broken.problem().code }).toEqual({ status: 502, code: 'unavailable' });
    const nobody = await hostOf('http://127.0.0.1:1');
    const refused = await rawRequest(nobody, { path: '/api/health' });
    expect({ status: refused.status, code: refused.problem().code }).toEqual({ status: 502, code: 'unavailable' });
    expect(refused.text).not.toContain('ECONNREFUSED');
  });

  it('never sends a call twice', async () => {
    let calls = 0;
    const { url } = await upstream((request, response) => {
      calls += 1;
      if (request.url === '/busy') response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' }).end('{}');
      else request.socket.destroy();
    });
    const host = await hostOf(url);
    for (const method of ['GET', 'POST']) {
      for (const path of ['/api/busy', '/api/broken']) await rawRequest(host, { method, path });
    }
    expect(calls).toBe(4);
  });

  it('lets no other site in: no preflight, nothing that a foreign page made the browser send', async () => {
    let calls = 0;
    const { url } = await upstream((_request, response) => {
      calls += 1;
      response.end();
    });
    const host = await hostOf(url);
    const preflight = await rawRequest(host, { method: 'OPTIONS', path: '/api/v1/games', headers: ['origin', 'https://evil.example'] });
    expect(preflight.status).toBe(404);
    expect((await rawRequest(host, { method: 'POST', path: '/api/v1/x', headers: ['sec-fetch-site', 'cross-site'] })).status).toBe(403);
    expect(calls).toBe(0);
  });

  it('still serves the app', async () => {
    const host = await hostOf('http://127.0.0.1:1');
    expect((await rawRequest(host, { path: '/profile' })).text).toContain('<title>My profile – Ayo</title>');
    expect(JSON.parse((await rawRequest(host, { path: '/config.json' })).text)).toMatchObject({ capabilities: [] });
  });
});
