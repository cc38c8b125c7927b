/**
 * Commits that no standby has, seen by other processes than the one whose call they were: nobody is told a success that a failover would lose.
 */
import { describe, expect, it, vi } from 'vitest';
import { commitDoubtOf } from '../../server/db/commit-doubt';
import { startSweep } from '../../server/sweep';
import { signIn } from '../../src/core/contract/auth';
import { closeOperation, createDeposit, getDeposit, getOperation, listTransactions } from '../../src/core/contract/cashier';
import { addFavourite } from '../../src/core/contract/favourites';
import { getFairness, listOpenRounds, listRounds, playRound } from '../../src/core/contract/games';
import { getBalance } from '../../src/core/contract/player';
import { kobo } from '../../src/core/money';
import { afterTest } from '../support/embedded';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { PASSWORD } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { joinWaitingServer, makeWaitingServer } from '../support/waiting-server';

type Send = (client: TestClient, key: string) => Promise<TestAnswer>;

const playOnce: Send = (client, key) => client.call(playRound, {
  params: { ...paramsOf(client), gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key,
});
/** The payer of a deposit that ends in .01 pays at once. */
const payIn: Send = (client, key) => client.call(createDeposit, {
  params: paramsOf(client), body: { method: 'mobile-money', amount: 500.01, currency: 'NGN' }, key,
});
const ask: Send = (client, key) => client.call(getOperation, { params: { ...paramsOf(client), key } });
const close: Send = (client, key) => client.call(closeOperation, { params: { ...paramsOf(client), key } });

/** The player's browser as another process sees it. */
function atProcess({ client }: TestPlatform, player: TestClient): TestClient {
  const browser = client();
  for (const [name, value] of player.cookies) browser.cookies.set(name, value);
  browser.session = player.session;
  return browser;
}

describe('the answer to a key that another process stored', () => {
  it('is told only once the standby has it: a call that is repeated, a question about the key, and its closing', async () => {
    const server = await makeWaitingServer();
    const first = await joinWaitingServer(server);
    const ada = await first.signUp();
    await giveMoney(server.pool, userIdOf(ada), kobo(100_000));
    const [roundKey, depositKey] = ['repeated-round-0001', 'repeated-deposit-01'];
    expect((await playOnce(ada, roundKey)).status).toBe(201);
    expect((await payIn(ada, depositKey)).status).toBe(201);
    const repeats: readonly (readonly [Send, string])[] = [[playOnce, roundKey], [payIn, depositKey], [ask, roundKey], [close, roundKey]];
    // None of these processes knows that commits wait.
    const clients = await Promise.all(repeats.map(async () => atProcess(await joinWaitingServer(server), ada)));

    await server.setStandby('nobody');
    for (const [at, [send, key]] of repeats.entries()) {
      const repeat = send(clients[at]!, key);
      await server.cancelWaits();
      expect(statusAndCode(await repeat), String(at)).toEqual([503, 'money-unavailable']);
    }
    await server.setStandby('');
    expect(statusAndCode(await ask(ada, roundKey))).toEqual([200, undefined]);
  });
});

describe('while commits wait', () => {
  it('whatever writes is refused before it takes a connection, so few processes of the server wait; reads go on', async () => {
    const server = await makeWaitingServer();
    const site = await joinWaitingServer(server);
    const ada = await site.signUp();
    const favour = () => ada.call(addFavourite, { params: { ...paramsOf(ada), gameId: 'adire-gold' } });
    const guest = site.client();
    await guest.request('GET', '/api/v1/auth/anti-forgery');
    const admin = await site.signUpAdmin();
    const pending = await ada.call(createDeposit, {
      params: paramsOf(ada), body: { method: 'card', amount: 345.08, currency: 'NGN' }, key: 'deposit-in-doubt-01',
    });
    const { depositId } = pending.data as { depositId: string };
    let runs = 0;
    const stop = startSweep(site.platform, { failureEvent: 'test.failed', intervalMs: 1, run: () => Promise.resolve((runs += 1)) });
    afterTest(stop);

    await server.setStandby('nobody');
    const first = favour();
    await server.cancelWaits();
    await first;
    expect(commitDoubtOf(site.pool)).not.toBeNull();
    const runsBefore = runs;
    const refused = await Promise.all([
      ...Array.from({ length: 40 }, favour), ...Array.from({ length: 10 }, () => guest.call(signIn, { body: { username: 'ada', password: PASSWORD } })),
    ]);
    expect(new Set(refused.map(({ status, problem, headers }) => `${status} ${String(problem?.code)} ${String(headers.get('retry-after'))}`))).toEqual(new Set(['503 unavailable 2']));
    expect(await server.countWaits()).toBe(0);
    // A session that was used notes that now and then, but not now; a deposit is not asked about, and an admin leaves no trace.
    site.pass(10 * 60_000);
    expect((await ada.call(getBalance, { params: paramsOf(ada) })).status).toBe(200);
    expect((await ada.call(getDeposit, { params: { ...paramsOf(ada), depositId } })).status).toBe(200);
    expect((await guest.request('GET', `/api/callbacks/mm/success?ref=dep-${depositId}`)).status).toBe(303);
    expect((await admin.call(getBalance, { params: paramsOf(admin) })).status).toBe(200);
    expect(await server.countWaits()).toBe(0);
    // A failover may take back what these show.
    for (const results of [listOpenRounds, listRounds, getFairness, listTransactions]) {
      expect(statusAndCode(await ada.call(results, { params: paramsOf(ada) })), results.path).toEqual([503, 'money-unavailable']);
    }
    // The canary is the one write that waits, however often it is given up.
    for (let n = 0; n < 4; n += 1) await site.platform.databaseWatch.check();
    expect(await server.countWaits()).toBe(1);
    // One run may have been under way.
    expect(runs - runsBefore).toBeLessThanOrEqual(1);

    await server.setStandby('');
    await vi.waitFor(async () => expect(await site.platform.databaseWatch.check()).toBeNull(), { timeout: 30_000, interval: 20 });
    expect((await favour()).status).toBe(204);
    await vi.waitFor(() => expect(runs - runsBefore).toBeGreaterThan(1), { timeout: 30_000, interval: 5 });
  });

  it('a statement that commits by itself raises the doubt, too, also where its role hides warnings', async () => {
    const server = await makeWaitingServer();
    await server.admin.query('ALTER ROLE ayo SET client_min_messages = error');
    const site = await joinWaitingServer(server);
    await server.setStandby('nobody');
    const write = site.pool.query(`INSERT INTO heartbeat (name, at) VALUES ('alone', now())`);
    await server.cancelWaits();
    await write;
    expect(commitDoubtOf(site.pool)).not.toBeNull();
  });
});
