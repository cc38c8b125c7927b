/** One game at a time: a frame of another provider and the platform's own games don't run beside each other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepFrames } from '../../server/frames/sweep-launches';
import { minimumCycleMs } from '../../src/core/play-times';
import { findViolations } from '../../server/ledger/invariants';
import { getLaunch, launchGame } from '../../src/core/contract/frames';
import { playRound } from '../../src/core/contract/games';
import { GAME, providerAt } from '../support/frame-provider/provider';
import type { CallAnswer } from '../support/frame-provider/provider';
import { callFrom, takeSeat } from '../support/frame-provider/seats';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, paramsOf, richPlayer } from '../support/refusals/people';
import { invariantsOfGivenMoney } from '../support/withdrawals';

const CYCLE_MS = minimumCycleMs('slots');
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
const open = (client: TestClient) => client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });

const sessionOf = async (client: TestClient): Promise<string> => (await takeSeat(site, drums, client)).session;

let count = 0;
const money = (name: 'debit' | 'credit') => (session: string, roundId: string, amount: number) =>
  call(name, { session, transactionId: `tx-${(count += 1)}`, roundId, amount, currency: 'NGN' });
const [debit, credit] = [money('debit'), money('credit')];
const verdictOf = ({ status, problem }: CallAnswer): readonly unknown[] => [status, problem.code, problem.reason];
const playHere = (client: TestClient, gameId = 'adire-gold', bet = {}) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake: 100, currency: 'NGN', bet }, key: newKey() });

it('a round here ends the game in the frame, whose last win is paid all the same', async () => {
  const client = await richPlayer(site);
  const session = await sessionOf(client);
  await debit(session, 'framed', 10);
  site.pass(CYCLE_MS);
  expect((await playHere(client)).status).toBe(201);
  site.pass(CYCLE_MS);
  expect(verdictOf(await debit(session, 'elsewhere', 10))).toEqual([409, 'conflict', 'session-ended']);
  expect((await credit(session, 'framed', 25)).status).toBe(200);
  await sweepFrames(site.platform, async () => new Response(null, { status: 204 }));
  const { data } = await client.call(getLaunch, { params: { ...paramsOf(client), launchId: session } });
  expect(data).toMatchObject({ state: 'ended', endReason: 'replaced', staked: 10, won: 25 });
});

it('no frame opens beside a round here that is not finished', async () => {
  const client = await richPlayer(site);
  const { data } = await playHere(client, 'mines', { mines: 3 });
  expect(data.state).toBe('open');
  const { status, problem } = await open(client);
  expect([status, problem?.code, problem?.current]).toEqual([409, 'round-open', { gameId: 'mines', roundId: data.roundId }]);
});

it('a framed round does not begin beside a round here that began at the same moment', async () => {
  const client = await richPlayer(site);
  const session = await sessionOf(client);
  expect((await playHere(client, 'mines', { mines: 3 })).data.state).toBe('open');
  expect(verdictOf(await debit(session, 'beside', 10))).toEqual([409, 'round-open', undefined]);
});

it('the shortest cycle is the player’s: no round of a frame begins with one that is played here, nor the other way round', async () => {
  const client = await richPlayer(site);
  for (let n = 0; n < 8; n += 1) {
    const session = await sessionOf(client);
    const [framed, own] = await Promise.all([debit(session, `both-${n}`, 10), playHere(client)]);
    expect([framed.status, own.status].toSorted()).toEqual([framed.status === 429 ? 201 : 200, 429]);
    const again = [await debit(session, `again-${n}`, 10), await playHere(client)];
    expect(again.map(({ problem }) => problem?.code)).toEqual(['cycle-too-short', 'cycle-too-short']);
    site.pass(CYCLE_MS);
  }
});
