import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS } from '../../../src/core/contract';
import * as cashier from '../../../src/core/contract/cashier';
import * as games from '../../../src/core/contract/games';
import { movesMoney } from '../../../src/core/contract/endpoint';
import type { Endpoint } from '../../../src/core/contract/endpoint';
import { QUEUEABLE_PATHS } from '../../../src/core/outbox/queueable-paths';
import type { QueueableCall } from '../../../src/core/outbox/queueable-paths';
import { OUTBOX_KINDS } from '../../../src/core/outbox/all-kinds';
import type { OutboxKind } from '../../../src/core/outbox/kind-type';
import type { OutboxKindName } from '../../../src/core/outbox/all-kinds';
import { waitingWords, words } from '../../../src/pages/shared/outbox/words';
import { leavePage } from '../bridge/support';
import { emptyBrowser } from '../data/support';
import { deviceFor, KIND_NAMES } from './drivers';
import { FIXTURES } from './fixtures';
import { problem } from './model-platform';
import type { Weather } from './model-platform';

/** As any row: the first body of a fixture is of its own kind. */
const rowOf = (name: OutboxKindName): OutboxKind => OUTBOX_KINDS[name];
/** The kind of a fixture's second body. */
const otherOf = (name: OutboxKindName): OutboxKindName => FIXTURES[name].secondKind ?? name;

const page = (status: number) => () => new Response('<!doctype html>Sign in', { status, headers: { 'content-type': 'text/html' } });
const retryLater = (seconds: number) => problem(429, 'too-many-requests', {}, { 'retry-after': String(seconds) });

const KINDS = KIND_NAMES.map((name) => ({ name, kind: rowOf(name), other: otherOf(name), ...FIXTURES[name] }));
/** Kinds of a player; the others name nobody. */
const isNobodys = ({ name }: { readonly name: OutboxKindName }) => name === 'revocation' || name === 'guest-feedback';
const OF_PLAYERS = KINDS.filter((each) => !isNobodys(each));
const OF_NOBODY = KINDS.filter(isNobodys);

beforeEach(emptyBrowser);
afterEach(leavePage);

describe('the outbox', () => {
  it('has a fixture for every kind', () => {
    expect(Object.keys(FIXTURES).toSorted()).toEqual([...KIND_NAMES].toSorted());
  });

  it('takes no money: not one call that may wait moves any', () => {
    const ofMoney = [...Object.values(cashier), ...Object.values(games)] as unknown[];
    for (const path of QUEUEABLE_PATHS) {
      const endpoints = Object.values(ENDPOINTS).filter((endpoint) => endpoint.path === path && endpoint.method !== 'GET');
      expect(endpoints, path).not.toEqual([]);
      for (const endpoint of endpoints) {
        expect(movesMoney(endpoint), `${endpoint.method} ${path} moves money`).toBe(false);
        expect(ofMoney, path).not.toContain(endpoint);
      }
    }
  });

  it('can’t even name a call that moves money', () => {
    // @ts-expect-error Not among the paths that may wait.
    const deposit: QueueableCall = { method: 'POST', path: '/v1/player/:userId/deposits' };
    // @ts-expect-error Nor is this one.
    const round: QueueableCall = { method: 'POST', path: '/v1/player/:userId/games/:gameId/rounds' };
    const paths: readonly string[] = QUEUEABLE_PATHS;
    expect(paths).not.toContain(deposit.path);
    expect(paths).not.toContain(round.path);
  });
});

describe.each(KINDS)('a $name', ({ name, kind, other, bodies: [first, second], replacement }) => {
  it('is a call of the contract, and a row of its own', () => {
    const isIt = ({ method, path }: Endpoint) => method === kind.call.method && path === kind.call.path;
    expect(Object.values(ENDPOINTS).filter(isIt)).toHaveLength(1);
    expect(kind.body.safeParse(first).success).toBe(true);
    expect(kind.body.safeParse({ odd: true }).success).toBe(false);
    expect(kind.slot(first)).not.toBe(rowOf(other).slot(second));
  });

  it('survives a restart of the worker and the page', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    device.restart();
    expect(await device.waiting()).toEqual([first]);
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
    expect(await device.waiting()).toEqual([]);
  });

  it('is sent in order, and has one effect although the answer was lost after receipt', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.weather = ['lost'];
    await device.send();
    expect(device.platform.requests).toHaveLength(1);
    expect(await device.waiting()).toEqual([first, second]);
    device.restart();
    await device.send();
    const [lost, again, next] = device.platform.requests;
    expect([again?.key, again?.path]).toEqual([lost?.key, lost?.path]);
    expect(JSON.stringify([next?.path, next?.body])).not.toBe(JSON.stringify([lost?.path, lost?.body]));
    expect(device.platform.requests).toHaveLength(3);
    expect(device.platform.effects).toHaveLength(2);
    expect(await device.waiting()).toEqual([]);
  });

  it('is sent once, however often the outbox is looked at', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    for (let n = 0; n < 5; n += 1) await device.send();
    expect(device.platform.requests).toHaveLength(1);
  });

  it('is not lost when the network fails half-way', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.weather = ['fine', 'cut'];
    await device.send();
    expect(await device.waiting()).toEqual([second]);
    await device.send();
    expect(device.platform.effects).toHaveLength(2);
  });

  it('waits, with all behind it, while a captive portal answers everything', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.portal = page(200);
    await device.send();
    expect(await device.waiting()).toEqual([first, second]);
    device.platform.portal = null;
    vi.setSystemTime(Date.now() + 10 * 60_000);
    await device.send();
    expect(device.platform.effects).toHaveLength(2);
  });

  /** Lets the platform answer the first item so that it has to wait, and expects the next one to go out and the first after `waitMs`. */
  async function expectOneToWait(answer: Weather, waitMs: number): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'] });
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.weather = [answer];
    await device.send();
    const isHeldBack = kind.ordered === true && other === name;
    expect(await device.waiting()).toEqual(isHeldBack ? [first, second] : [first]);
    // The next poll, in another tab.
    vi.setSystemTime(Date.now() + 9_000);
    device.restart();
    await device.send();
    expect(device.platform.requests).toHaveLength(isHeldBack ? 1 : 2);
    vi.setSystemTime(Date.now() + waitMs);
    await device.send();
    expect(await device.waiting()).toEqual([]);
    expect(device.platform.effects).toHaveLength(2);
  }

  if (name !== 'revocation') it.each([
    ['a page of a firewall (403)', page(403)],
    ['a page (200)', page(200)],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/x' } })],
    ['“too early” (425)', problem(425, 'too-early')],
    ['a success too long to read', () => new Response('x'.repeat(300 * 1024))],
  ])('that alone gets %s does not eat the player’s data with every poll, nor hold up what is behind it', async (_, answer) => {
    await expectOneToWait(answer, 60 * 60_000);
  });

  it('goes out at once with a new token where the old one has expired, and waits a while where the new one is refused, too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const device = await deviceFor(name);
    const refused = problem(403, 'anti-forgery');
    await device.add(first);
    device.platform.weather = [refused];
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
    await device.add(second, other);
    device.platform.weather = [refused, refused];
    await device.send();
    expect(await device.waiting()).toEqual([second]);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await device.send();
    expect(device.platform.effects).toHaveLength(2);
  });

  // Small and urgent: it is asked with every look.
  if (name === 'revocation') it.each([problem(503, 'unavailable'), problem(429, 'too-many-requests')])('waits while the platform fails', async (answer) => {
    const device = await deviceFor(name);
    await device.add(first);
    device.platform.weather = [answer];
    await device.send();
    expect(await device.waiting()).toEqual([first]);
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
  });

  else it.each([
    ['fails at it', problem(503, 'unavailable'), 10_000],
    ['is busy for an hour', retryLater(3600), 5 * 60_000],
    ['asks for more than a timer can wait for', retryLater(2_147_484), 5 * 60_000],
  ])('that the platform can’t take (it %s) costs no data again and again, and what is behind it goes out', async (_, answer, urgentMs) => {
    await expectOneToWait(answer, (kind.priority ?? 1) <= 0 ? urgentMs : 60 * 60_000);
  });

  it.each([
    ['200 and plain text', () => new Response('OK')],
    ['200 and JSON of its own', () => (name === 'give-consent' ? new Response('blocked') : Response.json({ status: 'blocked' }))],
    ['404 and plain text, as during a deploy', () => new Response('default backend - 404', { status: 404, headers: { 'content-type': 'text/plain' } })],
    ['403 and JSON of its own', () => Response.json({ message: 'Forbidden' }, { status: 403 })],
    ['401 and plain text', () => new Response('Unauthorized', { status: 401 })],
    ['410 and nothing', () => new Response(null, { status: 410 })],
  ])('that a gateway answers (%s) is neither sent nor refused: it waits, and goes out later', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const device = await deviceFor(name);
    await device.add(first);
    device.platform.weather = [answer];
    expect(await device.send()).toEqual([]);
    expect(await device.waiting()).toEqual([first]);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
    expect(await device.waiting()).toEqual([]);
  });

  if (name !== 'revocation') it('whose connection is cut each time, and no other’s, pauses after the second time and blocks nothing behind it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.weather = ['stopped', ...(JSON.stringify(first).length > 30_000 ? [] : ['stopped' as const])];
    const uploads = device.platform.weather.length;
    for (let n = 0; n < uploads; n += 1) await device.send();
    const isHeldBack = kind.ordered === true && other === name;
    expect(await device.waiting()).toEqual(isHeldBack ? [first, second] : [first]);
    const [waiting] = await device.items();
    expect(waiting?.putOff?.waitMs).toBeGreaterThanOrEqual(10_000);
    vi.setSystemTime(Date.now() + 9_000);
    await device.send();
    expect(await device.waiting()).toEqual(isHeldBack ? [first, second] : [first]);
    vi.setSystemTime(Date.now() + 60 * 60_000);
    await device.send();
    expect(device.platform.effects).toHaveLength(2);
  });

  it('that is refused holds up nothing behind it', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.weather = [problem(422, 'validation')];
    const refused = await device.send();
    expect(refused).toEqual(kind.onRefusal === 'forget' ? [] : [first]);
    expect(device.platform.effects).toHaveLength(1);
    expect(await device.waiting()).toEqual([]);
    await device.send();
    expect(device.platform.requests).toHaveLength(2);
  });

  it('is replaced by a later choice about the same thing', async () => {
    if (replacement === null) return;
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    await device.add(replacement);
    expect(await device.waiting()).toHaveLength(2);
    await device.send();
    expect(device.platform.requests).toHaveLength(2);
  });
});

describe.each(OF_PLAYERS)('a $name is the player’s', ({ name, other, bodies: [first, second] }) => {
  it('has words for the list of what waits', () => {
    const nameOf = (gameId: string) => `the game ${gameId}`;
    expect(waitingWords(name, first, nameOf)).toMatch(/\w{3}/);
    expect(waitingWords(name, first, nameOf)).not.toBe(words.other);
    expect(waitingWords(name, first, nameOf)).not.toBe(waitingWords(other, second, nameOf));
  });

  it('and is sent with the session and nobody else’s', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.handOver();
    await device.send();
    expect(device.platform.requests).toEqual([]);
    expect(await device.waiting()).toEqual([]);
  });

  it('and nothing of it is sent or left after a sign-out', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.signOut();
    await device.send();
    expect(device.platform.requests).toEqual([]);
    await expect(device.add(second, other)).rejects.toThrow('not-stored');
  });

  it('and waits for a new session when this one is over', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.add(second, other);
    device.platform.weather = [problem(401, 'session-ended', { reason: 'revoked' })];
    expect(await device.send()).toEqual([]);
    expect(device.platform.requests).toHaveLength(1);
    expect(await device.waiting()).toEqual([first, second]);
  });
});

describe.each(OF_NOBODY)('a $name is nobody’s', ({ name, bodies: [first] }) => {
  it('and goes out after a sign-out and under another player, with no session at all', async () => {
    const device = await deviceFor(name);
    await device.add(first);
    await device.signOut();
    await device.handOver();
    await device.send();
    expect(device.platform.requests).toMatchObject([{ sessionId: null, body: first }]);
  });
});
