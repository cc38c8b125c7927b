/** The reality check, the play that it looks at, and time played. */
import { beforeEach, describe, expect, it } from 'vitest';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START = '2026-11-21T10:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();

const database = fileDatabase();
let stage: Stage;
let ada: StagePlayer;
beforeEach(async () => {
  stage = makeStage(database.pool);
  stage.at(START);
  ada = await stage.player();
});

/** Stakes ₦10 every 20 minutes. */
async function playFor(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 20) {
    await ada.bet(10, at === 0 ? 25 : 0);
    stage.pass(20 * MINUTE_MS);
  }
}

const balanceOf = async (): Promise<number> => stage.cashier.readReal(ada.userId);

describe('the reality check', () => {
  it('stops play after 60 minutes, not 1 ms before, with the figures, and takes nothing', async () => {
    await playFor(60);
    stage.pass(-1);
    await ada.bet(10);
    stage.pass(1);
    const before = await balanceOf();
    expect((await refusalOf(ada.bet(10))).toBody()).toMatchObject({
      status: 403, code: 'reality-check-due',
      current: { startedAt: START, dueAt: after(60 * MINUTE_MS), staked: 40, won: 25, rounds: 4 },
    });
    expect(await balanceOf()).toBe(before);
    expect((await ada.protection()).play).toEqual({ startedAt: START, dueAt: after(60 * MINUTE_MS), staked: 40, won: 25, rounds: 4 });
  });

  it('lets play go on once the player has looked, until the next one; the play stays one', async () => {
    await playFor(60);
    stage.pass(5 * MINUTE_MS);
    await ada.acknowledgeCheck();
    expect((await ada.protection()).play).toMatchObject({ startedAt: START, dueAt: after(125 * MINUTE_MS), staked: 30 });
    await playFor(60);
    expect((await refusalOf(ada.bet(10))).code).toBe('reality-check-due');
  });

  it('can’t be acknowledged in advance: before its last minute nothing changes', async () => {
    await playFor(60);
    stage.pass(-MINUTE_MS - 1);
    await ada.acknowledgeCheck();
    expect((await ada.protection()).play?.dueAt).toBe(after(60 * MINUTE_MS));
    stage.pass(1);
    await ada.acknowledgeCheck();
    expect((await ada.protection()).play?.dueAt).toBe(after(119 * MINUTE_MS));
  });

  it('is asked of nobody who does not play: 30 minutes without a stake end the play', async () => {
    await playFor(60);
    // 40 minutes after the last stake.
    stage.pass(20 * MINUTE_MS);
    expect((await ada.protection()).play).toBeNull();
    await ada.acknowledgeCheck();
    const began = stage.platform.now().toISOString();
    await ada.bet(10);
    expect((await ada.protection()).play).toMatchObject({ startedAt: began, staked: 10, rounds: 1 });
  });

  it('comes sooner at once and later after 24 hours by itself; the newest wish counts', async () => {
    await playFor(20);
    await ada.realityCheck(15);
    expect((await ada.protection()).realityCheck).toEqual({ minutes: 15, pending: null });
    expect((await refusalOf(ada.bet(10))).code).toBe('reality-check-due');

    await ada.realityCheck(45);
    const from = stage.platform.now().getTime() + DAY_MS;
    expect((await ada.protection()).realityCheck).toEqual({ minutes: 15, pending: { minutes: 45, from: new Date(from).toISOString() } });
    stage.at(from - 1);
    expect((await ada.protection()).realityCheck.minutes).toBe(15);
    stage.pass(1);
    expect((await ada.protection()).realityCheck).toEqual({ minutes: 45, pending: null });

    await ada.realityCheck(60);
    await ada.realityCheck(30);
    stage.pass(2 * DAY_MS);
    expect((await ada.protection()).realityCheck).toEqual({ minutes: 30, pending: null });
    await ada.realityCheck(60);
    await ada.realityCheck(30);
    stage.pass(2 * DAY_MS);
    expect((await ada.protection()).realityCheck).toEqual({ minutes: 30, pending: null });
  });

  it('comes no later when the platform’s clock is set back', async () => {
    await playFor(40);
    stage.at('2026-11-20T10:00:00.000Z');
    await ada.bet(10);
    // 20 minutes were between the two stakes before; 40 are left.
    stage.pass(20 * MINUTE_MS);
    await ada.bet(10);
    stage.pass(20 * MINUTE_MS - 1);
    await ada.bet(10);
    stage.pass(1);
    expect((await refusalOf(ada.bet(10))).code).toBe('reality-check-due');
  });

  it('does not stop withdrawing, wins or a deposit', async () => {
    await playFor(60);
    await stage.cashier.start(ada.userId, 500);
    expect((await refusalOf(ada.bet(10))).code).toBe('reality-check-due');
  });

  it('is one for all devices: of two looks at once one is written down', async () => {
    await playFor(60);
    await Promise.all([ada.acknowledgeCheck(), ada.acknowledgeCheck()]);
    const { rows } = await database.pool.query<{ detail: unknown }>(`SELECT detail FROM protection_event WHERE user_id = $1 AND what = 'reality-check-seen'`, [ada.userId]);
    expect(rows).toEqual([{ detail: { startedAt: START, dueAt: after(60 * MINUTE_MS), staked: 30, won: 25, rounds: 3 } }]);
  });
});

describe('time played', () => {
  it('is summed for the day, the week, the month and all time, split at midnight in Lagos', async () => {
    // Sunday, 29 November, 23:50 in Lagos.
    stage.at('2026-11-29T22:50:00.000Z');
    await ada.bet(10);
    stage.pass(15 * MINUTE_MS);
    await ada.bet(10);
    expect((await ada.protection()).played).toEqual({ day: 5 * MINUTE_MS, week: 5 * MINUTE_MS, month: 15 * MINUTE_MS, ever: 15 * MINUTE_MS });
    stage.pass(30 * MINUTE_MS);
    await ada.bet(10);
    stage.pass(1_234);
    await ada.bet(10);
    expect((await ada.protection()).played).toMatchObject({ day: 5 * MINUTE_MS + 1_234, ever: 15 * MINUTE_MS + 1_234 });
    stage.pass(2 * DAY_MS);
    expect((await ada.protection()).played).toMatchObject({ day: 0, week: 5 * MINUTE_MS + 1_234, month: 0, ever: 15 * MINUTE_MS + 1_234 });
  });
});

it('every invariant of the ledger holds at the end', async () => {
  expect(await findViolations(database.pool, LEDGER_INVARIANTS)).toEqual([]);
});
