/** A framed game takes stakes in an open session of its player alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { signOut } from '../../src/core/contract/auth';
import { launchGame } from '../../src/core/contract/frames';
import { changePassword } from '../../src/core/contract/passwords';
import { closeAccount, revokeOtherSessions } from '../../src/core/contract/sessions';
import { GAME, providerAt } from '../support/frame-provider/provider';
import type { CallAnswer } from '../support/frame-provider/provider';
import { callFrom, seatNewPlayer, tokenOf } from '../support/frame-provider/seats';
import type { Seat } from '../support/frame-provider/seats';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { richPlayer } from '../support/rich-players';
import { invariantsOfGivenMoney } from '../support/withdrawals';

const CYCLE_MS = 2_500;
const drums = providerAt('http://127.0.0.1:9');

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: [drums] } });
});
afterAll(async () => {
  expect(await findViolations(site.pool, invariantsOfGivenMoney())).toEqual([]);
  await site.close();
});

const call = (name: string, body: unknown) => callFrom(site, drums, name, body);
const open = async (client: TestClient): Promise<string> => {
  const { data } = await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
  return tokenOf(data.url);
};

const player = (naira = 1_000): Promise<TestClient> => richPlayer(site, naira);
const seat = (naira?: number): Promise<Seat> => seatNewPlayer(site, drums, naira);

let count = 0;
const newId = (): string => `tx-${(count += 1)}`;
const debitOf = ({ session }: Seat, roundId: string, amount: number, transactionId = newId()) => ({ session, transactionId, roundId, amount, currency: 'NGN' });
const debit = (...args: Parameters<typeof debitOf>) => call('debit', debitOf(...args));
const credit = (seated: Seat, roundId: string, amount: number) => call('credit', debitOf(seated, roundId, amount));
const rollback = ({ session }: Seat, debitId: string) => call('rollback', { session, transactionId: newId(), debitId, currency: 'NGN' });
const verdictOf = ({ status, problem }: CallAnswer): readonly unknown[] => [status, problem.code, problem.reason];

async function nameOf(client: TestClient): Promise<string> {
  const { rows } = await site.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)]);
  return rows[0]?.username ?? '';
}

it('nobody who holds the frame stakes the player’s money after the sign-out, the end of all sessions or a change of the password', async () => {
  const ends: Readonly<Record<string, (client: TestClient) => Promise<TestAnswer>>> = {
    'sign-out': (client) => client.call(signOut, {}),
    'from another device': async (client) => (await site.signIn(await nameOf(client))).call(revokeOtherSessions, { params: paramsOf(client) }),
    'a new password': async (client) => {
      const there = await site.signIn(await nameOf(client));
      return there.call(changePassword, { params: paramsOf(client), body: { current: PASSWORD, password: 'quiet mango rivers' } });
    },
  };
  for (const [name, end] of Object.entries(ends)) {
    const seated = await seat();
    await debit(seated, 'won', 100);
    site.pass(CYCLE_MS);
    const stake = newId();
    await debit(seated, 'lost', 100, stake);
    site.pass(CYCLE_MS);
    expect((await end(seated.client)).status, name).toBeLessThan(300);
    // No sweep has run yet.
    for (const round of ['new', 'lost']) expect(verdictOf(await debit(seated, round, 100)), name).toEqual([409, 'conflict', 'session-ended']);
    expect((await credit(seated, 'won', 250)).data['balance'], name).toBe(1_050);
    expect((await rollback(seated, stake)).data['balance'], name).toBe(1_150);
  }
  const client = await player();
  const token = await open(client);
  await client.call(signOut, {});
  expect(verdictOf(await call('exchange', { token, gameId: GAME }))).toEqual([400, 'token-invalid', undefined]);
});

it('a stake from before the sign-out counts, and the sign-out waits for it; a later one is refused', async () => {
  const seated = await seat();
  const [stakes] = await Promise.all([
    Promise.all(['a', 'b', 'c', 'd'].map((round) => debit(seated, round, 100))),
    seated.client.call(signOut, {}),
  ]);
  const taken = stakes.filter(({ status }) => status === 200);
  expect(taken.length).toBeLessThanOrEqual(1);
  site.pass(CYCLE_MS);
  expect(verdictOf(await debit(seated, 'e', 100))).toEqual([409, 'conflict', 'session-ended']);
  const { rows } = await site.pool.query<{ staked: number }>('SELECT coalesce(sum(staked), 0)::bigint AS staked FROM frame_round WHERE user_id = $1', [userIdOf(seated.client)]);
  expect(rows[0]?.staked).toBe(taken.length * 10_000);
});

it('an account is not closed on a win that its provider has yet to pay; one that comes after 30 days of silence is an alert', async () => {
  const seated = await seat(150);
  const { client } = seated;
  await debit(seated, 'r1', 100);
  const close = () => client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
  const detail = 'One round is not finished: finish it first.';
  expect((await close()).problem).toMatchObject({ status: 409, code: 'money-left', detail, current: { balance: 50, openRounds: 1 } });
  const returned = await seat(150);
  const stake = debitOf(returned, 'r1', 100);
  await call('debit', stake);
  expect((await rollback(returned, stake.transactionId)).status).toBe(200);
  const again = await returned.client.call(closeAccount, { params: paramsOf(returned.client), body: { password: PASSWORD } });
  expect(again.problem?.current).toMatchObject({ openRounds: 0 });
  // The session is long over by then; whoever signs in again closes the account.
  await site.pool.query(`UPDATE frame_round SET started_at = started_at - interval '30 days' WHERE user_id = $1`, [userIdOf(client)]);
  expect((await close()).status).toBe(204);
  expect((await credit(seated, 'r1', 5_000)).data['balance']).toBe(5_050);
  const lines = site.logs.map((line) => JSON.parse(line) as { event?: string }).filter(({ event }) => event === 'frame.paid-to-closed');
  expect(lines).toMatchObject([{ level: 'error', alert: true, userId: userIdOf(client) }]);
});
