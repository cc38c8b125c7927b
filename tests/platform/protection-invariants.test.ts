/** Whether what must always hold of protection is noticed when it does not: each row is spoilt by hand, below every check. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeStage, SESSION_HASH } from '../support/protection/stage';
import type { StagePlayer } from '../support/protection/stage';

const ALL = PROTECTION_INVARIANTS;
const DAY_MS = 86_400_000;

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
  // What is let in again by time, or by a higher limit, is none.
  stage.pass(DAY_MS);
  await ada.bet(1);
  await ada.exclude('24-hours');
  stage.pass(DAY_MS);
  await ada.bet(1);
  await stage.cashier.start(ada.userId, 1_000);
  await ada.exclude('6-months');
});
afterAll(() => database.close());

/** Runs SQL past the triggers, says what is violated then, and takes it back. */
async function spoilt(sql: string, values: readonly unknown[] = [ada.userId]): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    for (const table of ['player', 'activity_day', 'limit_change', 'exclusion', 'ledger_entry', 'ledger_transaction', 'deposit', 'deposit_step', 'ledger_account']) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    }
    await client.query(sql, [...values]);
    const found: string[] = [];
    for (const { id, rule, violations } of ALL) {
      if ((await client.query(violations)).rowCount !== 0) found.push(`${id} ${rule}`);
    }
    return found.map((each) => each.slice(0, 40));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const COUNTED = 'I13 what limits are looked at with is wh';
const STAKED = 'I14 nobody staked or was given a bonus a';
const STARTED = 'I14 nobody started a deposit after an ex';
const PAST = 'I14 no stake went past a limit as it sto';
const PAID_PAST = 'I14 no deposit was started past a limit ';
const HISTORY = 'I14 the limits that hold are those of th';
const NEWEST = 'I14 what forbids play is what the newest';

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
