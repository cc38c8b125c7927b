/** Shows that the invariants of protection notice every row that somebody changed past the checks of the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { DAY_MS } from '../../src/core/time';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeStage, SESSION_HASH } from '../support/protection/stage';
import type { StagePlayer } from '../support/protection/stage';
import { violatedAfter } from '../support/violations';

const ALL = PROTECTION_INVARIANTS;

let database: TestDatabase;
let ada: StagePlayer;
beforeAll(async () => {
  database = await testDatabase();
  const stage = makeStage(database.pool);
  ada = await stage.player(10_000);
  await ada.set('stake', 'day', 500);
  await ada.set('loss', 'day', 400);
  await ada.set('deposit', 'month', 2_000);
  await ada.bet(200, 100);
  stage.pass(60_000);
  await ada.bet(300, 0);
  await stage.cashier.start(ada.userId, 1_500);
  // None of the following is a violation, because the day or the break is over.
  stage.pass(DAY_MS);
  await ada.bet(1);
  await ada.exclude('24-hours');
  stage.pass(DAY_MS);
  await ada.bet(1);
  await stage.cashier.start(ada.userId, 1_000);
  await ada.exclude('6-months');
});
afterAll(() => database.close());

const TABLES = ['player', 'activity_day', 'limit_change', 'exclusion', 'ledger_entry', 'ledger_transaction', 'deposit', 'deposit_step', 'ledger_account'];

const spoilt = (sql: string, values: readonly unknown[] = [ada.userId]): Promise<string[]> =>
  violatedAfter({ pool: database.pool, tables: TABLES, invariants: ALL }, sql, values);

const COUNTED = 'I13 the activity of every player and day is the sum of its entries';
const STAKED = 'I14 nobody staked or got a bonus between the beginning and the end of an exclusion, and no bonus runs in one';
const STARTED = 'I14 nobody started a deposit between the beginning and the end of an exclusion';
const PAST = 'I14 no stake exceeded a limit that applied at its time';
const PAID_PAST = 'I14 no deposit that was started exceeded a limit that applied at its time';
const HISTORY = 'I14 the limits of a player are the newest ones of the history, and players who have one are marked';
const NEWEST = 'I14 the protection of a player is that of the newest exclusion';

describe('what must always hold of protection', () => {
  it('holds of limits, deposits and exclusions as they were used', async () => {
    expect(await findViolations(database.pool, ALL)).toEqual([]);
  });

  it.each(['staked', 'won', 'deposited', 'withdrawn', 'rounds', 'played_ms'])('does not when %s of a day is off by one, or a day is missing', async (column) => {
    expect(await spoilt(`UPDATE activity_day SET ${column} = ${column} + 1 WHERE user_id = $1 AND day = '2026-11-21'`)).toEqual([COUNTED]);
    expect(await spoilt(`DELETE FROM activity_day WHERE user_id = $1 AND day = '2026-11-21'`)).toEqual([COUNTED]);
    expect(await spoilt(`UPDATE activity_day SET day = day + 1 WHERE user_id = $1 AND day = '2026-11-23'`)).toEqual([COUNTED]);
  });

  it('does not when an exclusion began before a stake or a deposit that is there', async () => {
    expect(await spoilt(`UPDATE exclusion SET after_entries = after_entries - 1 WHERE user_id = $1 AND length = '6-months'`)).toEqual([STAKED]);
    expect(await spoilt(`UPDATE exclusion SET after_step = 0 WHERE user_id = $1 AND length = '6-months'`)).toEqual([STARTED]);
    expect(await spoilt(`UPDATE exclusion SET until = until + interval '1 ms' WHERE user_id = $1 AND length = '24-hours'`)).toEqual([STAKED, STARTED]);
  });

  it('does not when a limit was lower by a kobo than what was staked, lost or started under it', async () => {
    const lower = (kind: string, amount: number): Promise<string[]> =>
      spoilt('WITH held AS (UPDATE player_limit SET amount = $3 WHERE user_id = $1 AND kind = $2) UPDATE limit_change SET amount = $3 WHERE user_id = $1 AND kind = $2', [ada.userId, kind, amount]);
    expect([await lower('stake', 50_000), await lower('stake', 49_999)]).toEqual([[], [PAST]]);
    // 200, and 300 after a win of 100.
    expect([await lower('loss', 40_000), await lower('loss', 39_999)]).toEqual([[], [PAST]]);
    expect([await lower('deposit', 150_000), await lower('deposit', 149_999)]).toEqual([[], [PAID_PAST]]);
  });

  it('does not when a second deposit was started beside one that could still be paid', async () => {
    expect(await spoilt(`UPDATE deposit SET closes_at = closes_at + interval '10 days' WHERE user_id = $1`)).toEqual([PAID_PAST]);
  });

  it('does not when a limit is there without its history, another than in it, or the player is not marked', async () => {
    expect(await spoilt(`UPDATE player_limit SET amount = amount + 1 WHERE user_id = $1 AND kind = 'stake'`)).toEqual([HISTORY]);
    expect(await spoilt('DELETE FROM player_limit WHERE user_id = $1')).toEqual([HISTORY]);
    expect(await spoilt('UPDATE player SET limited = false WHERE user_id = $1')).toEqual([HISTORY]);
    expect(await spoilt(
      `INSERT INTO limit_change (user_id, kind, period, what, amount, at, session_hash, after_entries, after_step) VALUES ($1, 'stake', 'month', 'set', 1, now(), '${SESSION_HASH}', 99, 99)`,
    )).toEqual([HISTORY]);
  });

  it('does not when an exclusion was ended or shortened by hand', async () => {
    expect(await spoilt(`UPDATE player SET protection = 'none' WHERE user_id = $1`)).toEqual([NEWEST]);
    expect(await spoilt(`UPDATE player SET protection_until = protection_until - interval '1 day' WHERE user_id = $1`)).toEqual([NEWEST]);
  });
});
