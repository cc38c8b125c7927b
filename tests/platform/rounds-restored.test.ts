/**
 * Rounds that were open in a backup: their player may know how they go on, because they were played on in the time that a restore lost. They take
 * no step any more, and their stakes go back.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { voidRestoredRounds } from '../../server/games/void-restored';
import { BONUS_INVARIANTS } from '../../server/bonuses/invariants';
import { ROUND_INVARIANTS } from '../../server/games/invariants';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { setMoneyStop } from '../../server/ledger/money-switch';
import { WATCHED_INVARIANTS } from '../../server/money-watch';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { markAsRestored } from '../../server/tools/backup/restore-backup';
import { listTransactions } from '../../src/core/contract/cashier';
import { getRound, listOpenRounds, listRounds, playAction } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { giveBonus } from '../support/bonuses';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { placeBet, readFairness } from '../support/sealed-bets';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const INVARIANTS = [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...ROUND_INVARIANTS, ...WATCHED_INVARIANTS, ...PROTECTION_INVARIANTS];

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

const readMoney = async (client: TestClient): Promise<unknown> =>
  (await ayo.pool.query(`SELECT kind, balance FROM ledger_account WHERE user_id = $1 AND balance <> 0 ORDER BY kind`, [userIdOf(client)])).rows;
const openMines = (client: TestClient) => placeBet(client, { gameId: 'mines', bet: { mines: 3 }, stake: 100 });
const step = (client: TestClient, roundId: string) =>
  client.call(playAction, { params: { ...paramsOf(client), roundId }, key: newKey(), body: { step: 0, action: { kind: 'open', cell: 0 } } });

/** Makes a player with ₦50 and ₦200 of a bonus, who opens a round for ₦100; then the database is put back as it is now. */
async function restoreWithOpenRound() {
  const username = `rounds${Math.floor(ayo.platform.now().getTime() / 1_000)}`;
  const before = await ayo.signUp({ username });
  await giveMoney(ayo.pool, userIdOf(before), kobo(50_00), ayo.platform.now(), { isPlayed: true });
  await giveBonus(ayo.platform, userIdOf(before), 200_00);
  const money = await readMoney(before);
  ayo.pass(MINUTE_MS);
  const opened = await openMines(before);
  expect([opened.status, opened.data.state]).toEqual([201, 'open']);
  await markAsRestored(ayo.pool, ayo.platform.now(), ayo.platform.now());
  ayo.pass(MINUTE_MS);
  return { client: await ayo.signIn(username), money, round: opened.data };
}

it('such a round takes no step and is not listed, and its stakes go back to where they came from, once', async () => {
  const { client, money, round } = await restoreWithOpenRound();
  const userId = userIdOf(client);
  // Its player may act before any job has run.
  expect(statusAndCode(await step(client, round.roundId))).toEqual([404, 'not-found']);
  expect((await client.call(listOpenRounds, { params: paramsOf(client) })).data.items).toEqual([]);
  expect(await readMoney(client)).not.toEqual(money);

  expect(await Promise.all([voidRestoredRounds(ayo.platform), voidRestoredRounds(ayo.platform)]).then(([a, b]) => a + b)).toBe(1);
  expect(await readMoney(client)).toEqual(money);
  expect(await voidRestoredRounds(ayo.platform)).toBe(0);

  const [wallet] = await readWallets(ayo.pool, userId);
  expect(wallet).toMatchObject({ state: 'active', balance: 200_00, progress: 0 });
  const { data } = await client.call(listTransactions, { params: paramsOf(client), query: {} });
  const entries = data.items.filter(({ reference }) => reference === round.roundId);
  expect(entries.map(({ kind, account, amount, round: of }) => ({ kind, account, amount, game: of?.gameId }))).toEqual([
    { kind: 'adjustment', account: 'bonus', amount: 50, game: 'mines' },
    { kind: 'adjustment', account: 'real', amount: 50, game: 'mines' },
    { kind: 'stake', account: 'bonus', amount: -50, game: 'mines' },
    { kind: 'stake', account: 'real', amount: -50, game: 'mines' },
  ]);
  // It is no loss, and there is no result that could be checked.
  const { rows } = await ayo.pool.query('SELECT staked, won FROM activity_day WHERE user_id = $1', [userId]);
  expect(rows).toEqual([{ staked: 50_00, won: 50_00 }]);
  expect((await client.call(listRounds, { params: paramsOf(client), query: {} })).data.items).toEqual([]);
  expect(statusAndCode(await client.call(getRound, { params: { ...paramsOf(client), roundId: round.roundId } }))).toEqual([404, 'not-found']);
  expect(statusAndCode(await step(client, round.roundId))).toEqual([404, 'not-found']);
  expect(await findViolations(ayo.pool, INVARIANTS)).toEqual([]);

  ayo.pass(MINUTE_MS);
  const next = await openMines(client);
  expect([next.status, next.data.state]).toEqual([201, 'open']);
  expect((await readFairness(client)).commit).not.toBe(round.fairness.commit);
  // A round that began after the restore is played on.
  expect((await step(client, next.data.roundId)).status).toBe(201);
  expect(await voidRestoredRounds(ayo.platform)).toBe(0);
});

it('such a round is not settled by the rule for unfinished rounds either, and waits while money is closed', async () => {
  const { client, money } = await restoreWithOpenRound();
  await setMoneyStop(ayo.platform, 'invariants', 'a test');
  expect(await voidRestoredRounds(ayo.platform)).toBe(0);
  await setMoneyStop(ayo.platform, 'invariants', null);
  ayo.pass(DAY_MS + MINUTE_MS);
  await settleAbandoned(ayo.platform);
  expect(await readMoney(client)).not.toEqual(money);
  expect(await voidRestoredRounds(ayo.platform)).toBeGreaterThan(0);
  expect(await readMoney(client)).toEqual(money);
});

it('a voided round stays so', async () => {
  for (const change of ['DELETE FROM voided_round', 'UPDATE voided_round SET voided_at = NULL', 'TRUNCATE voided_round']) {
    await expect(ayo.pool.query(change), change).rejects.toThrow();
  }
});
