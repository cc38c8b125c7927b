/**
 * Commits that no standby has, seen by other processes than the one whose call they were: nobody is told a success that a failover would lose.
 */
import { describe, expect, it } from 'vitest';
import { closeOperation, createDeposit, getOperation } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
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
