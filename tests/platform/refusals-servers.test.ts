/** Calls that are no player's: a game provider's, a gateway's, a download. A refused one changes nothing, either. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readValidSecrets } from '../../server/gateways/payment/simulator/notifications/secrets';
import { launchGame } from '../../src/core/contract/frames';
import { exclude } from '../../src/core/contract/protection';
import { requestArchive } from '../../src/core/contract/sessions';
import { filterCalls } from '../support/contract-table';
import { callPlatform, GAME, providerAt } from '../support/frame-provider/provider';
import type { SendOptions } from '../support/frame-provider/provider';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, paramsOf, richPlayer } from '../support/refusals/people';
import { differences, readState } from '../support/refusals/state';

const drums = providerAt('http://127.0.0.1:9');

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: [drums] } });
});
afterAll(() => site.close());

interface Answered {
  readonly status: number;
  readonly text: string;
}
type Ask = () => Promise<Answered>;

const at = (): number => site.platform.now().getTime();
const call = (name: string, body: unknown, more: Partial<SendOptions> = {}): Promise<Answered> =>
  callPlatform(site.baseUrl, drums, name, body, { at: at(), ...more });
const raw = (method: string, path: string, body?: string): Promise<Answered> => site.client().request(method, path, { body });
/** A form of the simulator’s pages. */
const form = (path: string, body: string): Promise<Answered> =>
  site.client().request('POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

interface Seat {
  readonly client: TestClient;
  readonly session: string;
  readonly token: string;
}

/** Somebody whose game runs in a frame. */
async function seat(naira = 1_000): Promise<Seat> {
  const client = await richPlayer(site, naira);
  const { data } = await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
  const token = new URL(data.url).hash.replace('#token=', '');
  await call('exchange', { token, gameId: GAME });
  return { client, session: data.launchId, token };
}

let ids = 0;
const newId = (): string => `tx-${(ids += 1)}`;
const money = (session: string, amount: number, more: Readonly<Record<string, unknown>> = {}) => ({
  session, transactionId: newId(), roundId: 'r1', amount, currency: 'NGN', ...more,
});

const EXCHANGE = '/api/providers/drumhouse/exchange';
const BALANCE = '/api/providers/drumhouse/balance';
const DEBIT = '/api/providers/drumhouse/debit';
const CREDIT = '/api/providers/drumhouse/credit';
const ROLLBACK = '/api/providers/drumhouse/rollback';
const NOTIFIED = '/api/notifications/payments/simulator';
const CHECKOUT = '/api/simulator/checkout/:reference';
const BANK = '/api/simulator/bank';
const ARCHIVE = '/api/v1/archives/:token';

/** Route, when, status, and what is asked after everything was made ready. */
const REFUSED: readonly (readonly [string, string, number, () => Promise<Ask>])[] = [
  [EXCHANGE, 'of a token of nobody', 400, async () => () => call('exchange', { token: 'x'.repeat(43), gameId: GAME })],
  [EXCHANGE, 'of a token that was taken', 400, async () => {
    const { token } = await seat();
    return () => call('exchange', { token, gameId: GAME });
  }],
  [EXCHANGE, 'for another game: its own can still take it', 400, async () => {
    const client = await richPlayer(site);
    const { data } = await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
    return () => call('exchange', { token: new URL(data.url).hash.replace('#token=', ''), gameId: 'other-drum' });
  }],
  [BALANCE, 'of no session', 404, async () => () => call('balance', { session: 'nobody' })],
  [DEBIT, 'that nobody signed', 401, async () => {
    const { session } = await seat();
    return () => call('debit', money(session, 100), { header: '' });
  }],
  [DEBIT, 'of no session', 404, async () => () => call('debit', money('nobody', 100))],
  [DEBIT, 'of more than there is', 422, async () => {
    const { session } = await seat(50);
    return () => call('debit', money(session, 100));
  }],
  [DEBIT, 'of too much', 422, async () => {
    const { session } = await seat(100_000);
    return () => call('debit', money(session, 50_000));
  }],
  [DEBIT, 'on a break', 403, async () => {
    const { session, client } = await seat();
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return () => call('debit', money(session, 100));
  }],
  [DEBIT, 'after the game was left', 409, async () => {
    const { session, client } = await seat();
    await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
    return () => call('debit', money(session, 100));
  }],
  [DEBIT, 'of a round that is settled', 409, async () => {
    const { session } = await seat();
    await call('debit', money(session, 100));
    await call('credit', money(session, 0));
    return () => call('debit', money(session, 100));
  }],
  [DEBIT, 'under an id of somebody else', 409, async () => {
    const [ada, obi] = [await seat(), await seat()];
    const transactionId = newId();
    await call('debit', money(ada.session, 100, { transactionId }));
    return () => call('debit', money(obi.session, 100, { transactionId }));
  }],
  [CREDIT, 'of a round without a stake', 404, async () => {
    const { session } = await seat();
    return () => call('credit', money(session, 100));
  }],
  [CREDIT, 'of more than the game can pay', 400, async () => {
    const { session } = await seat();
    await call('debit', money(session, 10));
    return () => call('credit', money(session, 1_000_000));
  }],
  [CREDIT, 'of a round whose stake was given back', 409, async () => {
    const { session } = await seat();
    const transactionId = newId();
    await call('debit', money(session, 100, { transactionId }));
    await call('rollback', { session, transactionId: newId(), debitId: transactionId, currency: 'NGN' });
    return () => call('credit', money(session, 50));
  }],
  [ROLLBACK, 'of a round that is settled', 409, async () => {
    const { session } = await seat();
    const transactionId = newId();
    await call('debit', money(session, 100, { transactionId }));
    await call('credit', money(session, 0));
    return () => call('rollback', { session, transactionId: newId(), debitId: transactionId, currency: 'NGN' });
  }],
  [NOTIFIED, 'that nobody signed', 401, async () => {
    // The first who needs the secrets that the gateway signs with makes them, so we make them before the call.
    await readValidSecrets(site.platform);
    return () => raw('POST', NOTIFIED, '{"reference":"dep-1","event":"payment.updated"}');
  }],
  [CHECKOUT, 'from no form of ours', 403, async () => () => form(CHECKOUT.replace(':reference', 'dep-of-nobody'), 'outcome=success')],
  [BANK, 'from no form of ours', 403, async () => () => form(BANK, '')],
  [ARCHIVE, 'of nobody', 400, async () => () => raw('GET', ARCHIVE.replace(':token', 'x'.repeat(43)))],
  [ARCHIVE, 'in another browser: in its own it still works', 401, async () => {
    const client = await site.signUp();
    const { data } = await client.call(requestArchive, { params: paramsOf(client) });
    return () => raw('GET', data.url.startsWith('/api') ? data.url : `/api${data.url}`);
  }],
  [ARCHIVE, 'that is too old', 400, async () => {
    const client = await site.signUp();
    const { data } = await client.call(requestArchive, { params: paramsOf(client) });
    site.pass(6 * 60_000);
    return () => client.request('GET', data.url.startsWith('/api') ? data.url : `/api${data.url}`);
  }],
];

describe('nobody gains anything by being refused', () => {
  it.each(REFUSED)('%s: %s', async (_route, _when, status, arrange) => {
    const ask = await arrange();
    const before = await readState(site.pool);
    for (let n = 0; n < 2; n += 1) {
      const answer = await ask();
      expect(answer.status, answer.text).toBe(status);
      expect(differences(before, await readState(site.pool))).toEqual([]);
    }
  });

  it('has a row for every route of servers and pages that does something', () => {
    const ofContract = new Set(filterCalls(() => true).map(({ endpoint }) => `/api${endpoint.path}`));
    // The callbacks are left out: a browser that comes back from a payment page gets a page, or hears that it can't post there.
    const writing = site.routes
      .map((route) => route.split(' '))
      .filter(([method = '', url = '']) => method === 'POST' && !ofContract.has(url) && !url.startsWith('/api/callbacks/'))
      .map(([, url]) => url);
    const rows = new Set<string>(REFUSED.map(([route]) => route));
    expect(writing.filter((url) => !rows.has(url ?? ''))).toEqual([]);
  });
});
