import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../../support/fault-proxy';
import type { FaultProxy } from '../../support/fault-proxy';
import { PORTAL_MARK } from '../../support/faults/own-answers';
import { EVERYTHING } from '../../support/faults/rules';
import type { Fault } from '../../support/faults/rules';
import { HUGE_BYTES } from '../../support/faults/spoilt-answers';

const BODY = { items: [{ type: 'Real', amount: 10, currency: 'NGN' }] };

let platform: Server;
let requests: string[];
let network: FaultProxy;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeEach(async () => {
  requests = [];
  platform = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(JSON.stringify(BODY));
  });
  await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
  network = await startFaultProxy(`http://127.0.0.1:${(platform.address() as AddressInfo).port}`);
});
afterEach(async () => {
  agent.destroy();
  await network.close();
  platform.closeAllConnections();
  platform.close();
});

/** The headers of one request, or the code of the connection's failure. */
function send(path = '/x', method = 'GET'): Promise<IncomingMessage | string> {
  return new Promise((resolve) => {
    const request = ask(new URL(path, network.url), { method, agent }, resolve);
    request.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    request.end();
  });
}

async function answerOf(path?: string, method?: string) {
  const answer = await send(path, method);
  if (typeof answer === 'string') throw new Error(answer);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() };
}

const breakAll = (fault: Fault) => network.break({ path: EVERYTHING, fault });

describe('the fault server', () => {
  it('passes everything on as it is, and notes it', async () => {
    const { text, headers } = await answerOf();
    expect(JSON.parse(text)).toEqual(BODY);
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    await answerOf('/y', 'POST');
    expect(network.requests.map(({ method, path, status, isOnKeptConnection }) => [method, path, status, isOnKeptConnection])).toEqual([
      ['GET', '/x', 200, false],
      ['POST', '/y', 200, true],
    ]);
  });

  it('breaks what a rule names, as often as it says, and nothing else', async () => {
    network.break({ method: 'POST', path: /^\/x$/, fault: 'bad-gateway', times: 1 });
    expect((await answerOf('/x')).status).toBe(200);
    expect((await answerOf('/y', 'POST')).status).toBe(200);
    expect((await answerOf('/x', 'POST')).status).toBe(502);
    expect((await answerOf('/x', 'POST')).status).toBe(200);
  });

  it.each([
    ['bad-gateway', 502, /Bad Gateway/],
    ['portal', 200, new RegExp(PORTAL_MARK)],
    ['portal-511', 511, new RegExp(PORTAL_MARK)],
    ['portal-redirect', 302, /^$/],
  ] as const)('answers by itself, and the platform hears nothing: %s', async (fault, status, text) => {
    breakAll(fault);
    const answer = await answerOf('/assets/a.js');
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    expect(requests).toEqual([]);
    expect(answer.headers.location).toBe(fault === 'portal-redirect' ? 'http://portal.invalid/sign-in' : undefined);
  });

  it('drops a request before the platform hears of it, or its answer after that', async () => {
    breakAll('drop');
    expect(await send()).toBe('ECONNRESET');
    expect(requests).toEqual([]);
    network.heal();
    breakAll('lose-answer');
    expect(await send()).toBe('ECONNRESET');
    expect(requests).toEqual(['GET /x']);
    expect(network.requests.at(-1)?.status).toBe(200);
  });

  it('holds an answer of the platform back until everything heals', async () => {
    breakAll('hold-answer');
    const answer = answerOf();
    await expect.poll(() => network.requests.at(-1)?.status).toBe(200);
    network.heal();
    expect(JSON.parse((await answer).text)).toEqual(BODY);
  });

  it('leaves a request hanging, for good or until it heals', async () => {
    breakAll('hang');
    const hanging = send();
    await expect.poll(() => network.requests.length).toBe(1);
    network.healForNew();
    let ended = false;
    void hanging.then(() => (ended = true));
    agent.maxSockets = 2;
    expect((await answerOf('/other')).status).toBe(200);
    expect(ended).toBe(false);
    network.heal();
    expect(await hanging).toBe('ECONNRESET');
    expect(requests).toEqual(['GET /other']);
  });

  it.each([
    ['truncate', '{"items":[{"type":"Real","'],
    ['wrong-schema', '{"items":"none"}'],
    ['wrong-currency', '{"items":[{"type":"Real","amount":10,"currency":"USD"}]}'],
  ] as const)('spoils the platform’s JSON: %s', async (fault, text) => {
    breakAll(fault);
    expect((await answerOf()).text).toContain(text.slice(0, 20));
    expect((await answerOf()).text).not.toBe(JSON.stringify(BODY));
    if (fault !== 'truncate') expect((await answerOf()).text).toBe(text);
  });

  it('sends 10 MB', async () => {
    breakAll('huge');
    const { text } = await answerOf();
    expect(text.length).toBeGreaterThan(HUGE_BYTES);
    expect(JSON.parse(text)).toEqual(BODY);
  });

  it('lets an answer drip: its headers at once, then one byte and not the next', async () => {
    breakAll('drip');
    const answer = await send();
    if (typeof answer === 'string') throw new Error(answer);
    const first = await new Promise<Buffer>((done) => answer.once('data', done));
    expect(first.toString()).toBe('{');
    answer.destroy();
  });

  it('refuses connections, and listens again at the same address', async () => {
    await answerOf();
    await network.refuse();
    expect(await send()).toMatch(/^ECONN(?:REFUSED|RESET)$/);
    expect(await send()).toBe('ECONNREFUSED');
    await network.listen();
    expect((await answerOf()).status).toBe(200);
  });
});
