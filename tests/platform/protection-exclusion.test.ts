/** Breaks and exclusions by the platform's clock: what they stop, what they leave open, that nothing shortens them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { EXCLUSION_LENGTHS, endOfExclusion, stateOfLength } from '../../src/core/protection';
import { transaction } from '../../server/db/transaction';
import { assertMayMove } from '../../server/ledger/guards';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { post } from '../../server/ledger/post';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { makeStage, naira } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';

const DAY_MS = 86_400_000;
const START = '2026-11-21T10:00:00.000Z';
const START_MS = Date.parse(START);
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const database = fileDatabase();
let stage: Stage;
let ada: StagePlayer;
beforeEach(async () => {
  stage = makeStage(database.pool);
  stage.at(START);
  ada = await stage.player();
});

const stateNow = async () => {
  const { state, since, until } = await ada.protection();
  return { state, since, until };
};
const startCode = async (): Promise<unknown> => {
  const { text } = await stage.cashier.tryStart(ada.userId, 500, `start-${ada.userId}-${stage.platform.now().getTime()}`.slice(0, 60));
  return (JSON.parse(text) as { code?: string }).code ?? 'started';
};

describe('a break or an exclusion', () => {
  it.each(EXCLUSION_LENGTHS)('of %s stops stakes, deposits and bonuses from its millisecond to its last one', async (length) => {
    const end = endOfExclusion(length, START_MS);
    const code = stateOfLength(length) === 'excluded' ? 'self-excluded' : 'cool-off';
    await ada.exclude(length);
    expect(await stateNow()).toEqual({ state: stateOfLength(length), since: START, until: iso(end) });
    for (const at of [START_MS, START_MS + 1, end === null ? START_MS + 40 * 365 * DAY_MS : end - 1]) {
      stage.at(at);
      expect((await refusalOf(ada.bet(10))).code).toBe(code);
      expect(await startCode()).toBe(code);
      const grant = transaction(database.pool, (tx) => assertMayMove(tx, ada.userId, { purposes: ['bonus'], place: HERE }, stage.platform.now()));
      expect((await refusalOf(grant)).code).toBe(code);
    }
    if (end === null) return;
    stage.at(end);
    await ada.bet(10);
    expect(await startCode()).toBe('started');
    expect(await stateNow()).toEqual({ state: 'none', since: null, until: null });
  });

  it('says until when, and that withdrawing is open', async () => {
    await ada.exclude('7-days');
    expect((await refusalOf(ada.bet(10))).extra).toMatchObject({
      reason: 'cool-off', detail: 'You are on a break. It ends on 28/11/2026, 11:00. You can still withdraw.',
    });
    await ada.exclude('permanent');
    expect((await refusalOf(ada.bet(10))).extra.detail).toBe('You have excluded yourself. You can still withdraw.');
  });

  it('is never made shorter or weaker: of two the later end and the stricter of both hold', async () => {
    await ada.exclude('30-days');
    stage.pass(DAY_MS);
    await ada.exclude('24-hours');
    expect(await stateNow()).toEqual({ state: 'cool-off', since: START, until: iso(START_MS + 30 * DAY_MS) });
    await ada.exclude('6-months');
    const half = endOfExclusion('6-months', START_MS + DAY_MS);
    expect(await stateNow()).toEqual({ state: 'excluded', since: START, until: iso(half) });
    await ada.exclude('7-days');
    expect(await stateNow()).toEqual({ state: 'excluded', since: START, until: iso(half) });
    // Near its end a break makes it longer, and it stays what it was.
    stage.at((half ?? 0) - DAY_MS);
    await ada.exclude('30-days');
    expect(await stateNow()).toEqual({ state: 'excluded', since: START, until: iso((half ?? 0) + 29 * DAY_MS) });
    await ada.exclude('permanent');
    await ada.exclude('5-years');
    expect(await stateNow()).toEqual({ state: 'excluded', since: START, until: null });
    const { rows } = await database.pool.query<{ length: string }>('SELECT length FROM exclusion WHERE user_id = $1 ORDER BY exclusion_id', [ada.userId]);
    expect(rows.map(({ length }) => length)).toEqual(['30-days', '24-hours', '6-months', '7-days', '30-days', 'permanent', '5-years']);
  });

  it('begins anew after one that is over', async () => {
    await ada.exclude('6-months');
    stage.pass(200 * DAY_MS);
    await ada.exclude('24-hours');
    expect(await stateNow()).toMatchObject({ state: 'cool-off', since: stage.platform.now().toISOString() });
  });

  it('holds to its end when the platform’s clock is set back, and can’t be shortened by it', async () => {
    await ada.exclude('7-days');
    stage.at(START_MS - 30 * DAY_MS);
    expect((await refusalOf(ada.bet(10))).code).toBe('cool-off');
    await ada.exclude('24-hours');
    expect(await stateNow()).toEqual({ state: 'cool-off', since: START, until: iso(START_MS + 7 * DAY_MS) });
    stage.at(START_MS + 7 * DAY_MS - 1);
    expect((await refusalOf(ada.bet(10))).code).toBe('cool-off');
  });

  it('is guarded by the database itself: no statement shortens one that runs, ends it, or edits its history', async () => {
    await ada.exclude('6-months');
    for (const change of [
      `protection = 'none'`, `protection = 'cool-off'`, `protection_until = '2027-01-01'`, `protection = 'none', protection_until = NULL, protection_since = NULL`,
    ]) {
      await expect(database.pool.query(`UPDATE player SET ${change} WHERE user_id = $1`, [ada.userId])).rejects.toThrow('not made shorter');
    }
    for (const sql of ['UPDATE exclusion SET until = now() WHERE user_id = $1', 'DELETE FROM exclusion WHERE user_id = $1']) {
      await expect(database.pool.query(sql, [ada.userId])).rejects.toThrow('only ever added');
    }
    await ada.set('stake', 'day', 5);
    for (const sql of ['UPDATE limit_change SET amount = 1 WHERE user_id = $1', 'DELETE FROM limit_change WHERE user_id = $1']) {
      await expect(database.pool.query(sql, [ada.userId])).rejects.toThrow('only ever added');
    }
  });

  it('leaves open what is the player’s: withdrawing, a return, the credit of what was paid before', async () => {
    const { reference } = await stage.cashier.start(ada.userId, 2_000);
    await stage.cashier.choose(reference, 'late');
    await ada.exclude('permanent');
    stage.pass(60_000);
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    expect(await stage.cashier.readReal(ada.userId)).toBe(100_200_000);
    const move = (kind: 'withdrawal' | 'withdrawal-return', amount: number) =>
      transaction(database.pool, (tx) => post(tx, {
        userId: ada.userId, kind, reference: `wd-${ada.userId}`, at: stage.platform.now(),
        moves: [kind === 'withdrawal' ? { kind, from: 'real', to: 'held', amount: naira(amount) } : { kind, from: 'held', to: 'real', amount: naira(amount) }],
      }));
    await move('withdrawal', 1_002_000);
    await move('withdrawal-return', 1_002_000);
    expect(await stage.cashier.readReal(ada.userId)).toBe(100_200_000);
  });

  it('changes no limit, and limits can be set meanwhile', async () => {
    await ada.set('stake', 'day', 100);
    await ada.exclude('24-hours');
    await ada.set('stake', 'day', 50);
    stage.pass(DAY_MS);
    expect((await refusalOf(ada.bet(51))).code).toBe('limit-exceeded');
    await ada.bet(50);
  });
});

it('a closed account is closed before all of that, and withdraws all the same', async () => {
  await ada.exclude('permanent');
  await database.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [ada.userId, stage.platform.now()]);
  expect((await refusalOf(ada.bet(10))).code).toBe('account-closed');
  expect(await startCode()).toBe('account-closed');
  await transaction(database.pool, (tx) => assertMayMove(tx, ada.userId, { purposes: ['withdraw', 'settle'], place: null }, stage.platform.now()));
});

it('every invariant of the ledger and of protection holds at the end', async () => {
  expect(await findViolations(database.pool, [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
});
