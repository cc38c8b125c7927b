/** Rounds of a provider's game in its frame, as the player finds them in the history. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import type { QueryOf } from '../../src/core/contract/endpoint';
import { listTransactions } from '../../src/core/contract/cashier';
import { getRound, listRounds, playRound } from '../../src/core/contract/games';
import { GAME, providerAt } from '../support/frame-provider/provider';
import { callFrom, seatNewPlayer, takeSeat } from '../support/frame-provider/seats';
import type { Seat } from '../support/frame-provider/seats';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
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

const seat = (): Promise<Seat> => seatNewPlayer(site, drums);
const seatAgain = (client: TestClient): Promise<Seat> => takeSeat(site, drums, client);

let count = 0;
const newId = (): string => `tx-${(count += 1)}`;

async function moved(name: string, body: Record<string, unknown>): Promise<void> {
  expect((await call(name, { currency: 'NGN', ...body })).status).toBe(200);
}
const debit = ({ session }: Seat, roundId: string, amount: number, transactionId = newId()) => moved('debit', { session, transactionId, roundId, amount });
const credit = ({ session }: Seat, roundId: string, amount: number) => moved('credit', { session, transactionId: newId(), roundId, amount });
const rollback = ({ session }: Seat, debitId: string) => moved('rollback', { session, transactionId: newId(), debitId });

it('a provider’s rounds stand in the player’s history among the platform’s own, with stake, win and balances, and in its totals', async () => {
  const seated = await seat();
  const { client } = seated;
  const params = paramsOf(client);
  const listed = (query: QueryOf<typeof listRounds> = {}) => client.call(listRounds, { params, query });
  await debit(seated, 'first', 100);
  await debit(seated, 'first', 50);
  const begun = await listed();
  expect(begun.data.items).toMatchObject([
    { gameId: GAME, provider: 'Drumhouse', state: 'open', stake: 150, win: 0, balanceBefore: 1_000, balanceAfter: 850, balance: 850 },
  ]);
  expect(begun.data.items[0]).not.toHaveProperty('fairness');
  await credit(seated, 'first', 0);
  const over = await listed();
  expect(over.headers.get('etag')).not.toBe(begun.headers.get('etag'));
  expect(over.data.items).toMatchObject([{ state: 'ended', stake: 150, win: 0 }]);
  site.pass(CYCLE_MS);
  const body = { stake: 20, currency: 'NGN', bet: {} } as const;
  const own = await client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, body, key: newKey() });
  expect(own.status).toBe(201);
  site.pass(CYCLE_MS);
  // The round elsewhere ended the game in the frame.
  const later = await seatAgain(client);
  await debit(later, 'third', 200);
  await credit(later, 'third', 500);
  site.pass(CYCLE_MS);
  const id = newId();
  await debit(later, 'fourth', 40, id);
  await rollback(later, id);
  const after = 850 - 20 + own.data.win;
  const all = (await listed()).data;
  const rows = all.items.map((item) => [item.provider, item.state, item.stake, item.win, item.balanceBefore, item.balanceAfter]);
  expect(rows).toEqual([
    ['Drumhouse', 'ended', 40, 40, after + 300, after + 300],
    ['Drumhouse', 'ended', 200, 500, after, after + 300],
    [undefined, 'ended', 20, own.data.win, 850, after],
    ['Drumhouse', 'ended', 150, 0, 1_000, 850],
  ]);
  expect(all.totals).toEqual({ rounds: 4, staked: 410, won: 540 + own.data.win, net: 130 + own.data.win });
  expect(all.lastVisit).toMatchObject({ rounds: 4, staked: 410, won: 540 + own.data.win });
  expect((await listed({ gameId: GAME })).data.totals).toMatchObject({ rounds: 3, staked: 390 });
  const paged: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await listed({ limit: 1, ...(cursor !== undefined && { cursor }) });
    paged.push(...data.items);
    if (data.next === null) break;
    cursor = data.next;
  }
  expect(paged).toEqual(all.items);
  const [newest] = all.items;
  expect((await client.call(getRound, { params: { ...params, roundId: newest?.roundId ?? '' } })).data).toEqual(newest);
  const { client: stranger } = await seat();
  expect((await stranger.call(listRounds, { params: paramsOf(stranger), query: {} })).data.items).toEqual([]);
  expect((await stranger.call(getRound, { params: { ...paramsOf(stranger), roundId: newest?.roundId ?? '' } })).status).toBe(404);
});

it('rounds from before their balances were stored have them from the ledger', async () => {
  const seated = await seat();
  await debit(seated, 'r1', 100);
  await debit(seated, 'r1', 100);
  await credit(seated, 'r1', 350);
  site.pass(CYCLE_MS);
  await debit(seated, 'r2', 10);
  const userId = userIdOf(seated.client);
  const countRows = async () => {
    const { rows } = await site.pool.query<{ balance_before: number; balance_after: number }>(
      'SELECT balance_before, balance_after FROM frame_round WHERE user_id = $1 ORDER BY started_at', [userId],
    );
    return rows.map(({ balance_before: before, balance_after: after }) => [before, after]);
  };
  expect(await countRows()).toEqual([[100_000, 115_000], [115_000, 114_000]]);
  await site.pool.query('UPDATE frame_round SET balance_before = NULL, balance_after = NULL, balance_version = NULL WHERE user_id = $1', [userId]);
  const sql = await readFile(new URL('../../server/db/migrations/0031_frame_history.sql', import.meta.url), 'utf8');
  const fill = /^UPDATE[^;]+;/m.exec(sql)?.[0] ?? '';
  await site.pool.query(fill);
  expect(await countRows()).toEqual([[100_000, 115_000], [115_000, 114_000]]);
});

it('stakes and wins in the transactions name the game and the start of their round, the platform’s and a provider’s', async () => {
  const seated = await seat();
  const params = paramsOf(seated.client);
  await debit(seated, 'named', 100);
  site.pass(60_000);
  await debit(seated, 'named', 50);
  await credit(seated, 'named', 180);
  const own = await seated.client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key: newKey() });
  expect(own.status).toBe(201);

  const { items } = (await seated.client.call(listTransactions, { params })).data;
  const roundsOf = (gameId: string) => items.filter(({ round }) => round?.gameId === gameId);
  expect(roundsOf(GAME).map(({ kind, amount }) => [kind, amount])).toEqual([['win', 180], ['stake', -50], ['stake', -100]]);
  // Every entry of a round has its start, so that a page that holds only later entries knows that there are earlier ones.
  expect(new Set(roundsOf(GAME).map(({ round }) => round?.startedAt))).toEqual(new Set([roundsOf(GAME).at(-1)?.at]));
  expect(roundsOf('adire-gold').at(-1)).toMatchObject({ kind: 'stake', amount: -10, reference: own.data.roundId, round: { startedAt: own.data.at } });
  expect(items.filter(({ kind }) => kind === 'deposit').map(({ round }) => round)).toEqual([undefined]);
});
