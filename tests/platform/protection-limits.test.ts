/** Limits on stakes and losses, with the platform's clock in hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../src/core/protection';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { parsePlaces } from '../../server/place/place-file';
import type { CallerPlace } from '../../server/place/rules';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { refusalOf } from '../support/money';
import { makeStage } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';

const DAY_MS = 86_400_000;
/** A Saturday, 11:00 in Lagos. */
const START = '2026-11-21T10:00:00.000Z';
const iso = (ms: number): string => new Date(ms).toISOString();

const database = fileDatabase();
let stage: Stage;
beforeEach(() => {
  stage = makeStage(database.pool);
  stage.at(START);
});

describe('a limit', () => {
  it('does not exist at first: the answer has all nine without an amount', async () => {
    const ada = await stage.player();
    await ada.bet(900_000);
    const { limits } = await ada.protection();
    expect(limits.map(({ kind, period }) => `${kind} ${period}`)).toEqual(LIMIT_KINDS.flatMap((kind) => LIMIT_PERIODS.map((period) => `${kind} ${period}`)));
    for (const limit of limits) expect(limit).toMatchObject({ amount: null, ceiling: null, left: null, pending: null });
    expect(limits.map(({ used }) => used)).toEqual([0, 0, 0, ...Array<number>(6).fill(900_000)]);
  });

  it('that was set answers the question about limits, so that nobody is asked who has some', async () => {
    const ada = await stage.player();
    expect((await ada.protection()).offered).toBe(false);
    await ada.set('stake', 'day', 100);
    expect((await ada.protection()).offered).toBe(true);
  });

  it('applies at once when it is lower, also below the used amount, and its refusal says which limit it is, what is left and until when', async () => {
    const ada = await stage.player();
    await ada.set('stake', 'day', 100);
    await ada.bet(60);
    expect((await refusalOf(ada.bet(40.01))).toBody()).toMatchObject({
      code: 'limit-exceeded', status: 403, reason: 'stake-day',
      detail: 'Your daily stake limit is ₦100.00: ₦40.00 is left until 22/11/2026, 00:00.',
      errors: [{ field: 'stake', message: 'Your daily stake limit is ₦100.00: ₦40.00 is left until 22/11/2026, 00:00.' }],
    });
    await ada.bet(40);
    await ada.set('stake', 'day', 50);
    expect(await ada.limit('stake', 'day')).toMatchObject({ amount: 50, used: 100, left: 0, resetsAt: '2026-11-21T23:00:00.000Z' });
    expect((await refusalOf(ada.bet(1))).extra.detail).toBe('Your daily stake limit is ₦50.00: nothing is left until 22/11/2026, 00:00.');
  });

  it('waits 24 hours and then for a confirmation when it is higher or removed: 1 ms earlier it is refused', async () => {
    const ada = await stage.player();
    await ada.set('stake', 'day', 100);
    for (const [wanted, more] of [[200, 150], [null, 250]] as const) {
      await ada.set('stake', 'day', wanted);
      const askedAtMs = stage.platform.now().getTime();
      expect((await ada.limit('stake', 'day')).pending).toEqual({
        amount: wanted, askedAt: iso(askedAtMs), from: iso(askedAtMs + DAY_MS), until: iso(askedAtMs + 8 * DAY_MS),
      });
      stage.at(askedAtMs + DAY_MS - 1);
      expect((await refusalOf(ada.confirm('stake', 'day', wanted))).code).toBe('conflict');
      expect((await refusalOf(ada.bet(more))).code).toBe('limit-exceeded');
      stage.at(askedAtMs + DAY_MS);
      // No limit rises by itself.
      expect((await refusalOf(ada.bet(more))).code).toBe('limit-exceeded');
      expect((await refusalOf(ada.confirm('stake', 'day', 300))).extra.detail).toBe('The limit that you can confirm has another amount.');
      await ada.confirm('stake', 'day', wanted);
      expect(await ada.limit('stake', 'day')).toMatchObject({ amount: wanted, pending: null });
      await ada.bet(more);
      // The answer was lost, so it is sent again.
      await ada.confirm('stake', 'day', wanted);
      stage.pass(DAY_MS);
    }
  });

  it('expires after seven days of waiting, to the millisecond, or when it is dropped', async () => {
    const ada = await stage.player();
    await ada.set('loss', 'week', 100);
    await ada.set('loss', 'week', 200);
    stage.pass(8 * DAY_MS - 1);
    expect((await ada.limit('loss', 'week')).pending).not.toBeNull();
    stage.pass(1);
    expect((await ada.limit('loss', 'week')).pending).toBeNull();
    expect((await refusalOf(ada.confirm('loss', 'week', 200))).code).toBe('conflict');

    await ada.set('loss', 'week', 300);
    await ada.drop('loss', 'week');
    await ada.drop('loss', 'week');
    stage.pass(DAY_MS);
    expect((await refusalOf(ada.confirm('loss', 'week', 300))).code).toBe('conflict');
    expect((await ada.limit('loss', 'week')).amount).toBe(100);
  });

  it('asked for anew waits anew, and a lower one takes back what waited', async () => {
    const ada = await stage.player();
    await ada.set('stake', 'month', 100);
    await ada.set('stake', 'month', 200);
    stage.pass(DAY_MS - 1);
    // The same request again does not start a new wait; another amount does.
    await ada.set('stake', 'month', 200);
    expect((await ada.limit('stake', 'month')).pending).toMatchObject({ amount: 200, askedAt: START });
    await ada.set('stake', 'month', 150);
    stage.pass(1);
    expect((await refusalOf(ada.confirm('stake', 'month', 150))).code).toBe('conflict');
    await ada.set('stake', 'month', 90);
    expect(await ada.limit('stake', 'month')).toMatchObject({ amount: 90, pending: null });
    await ada.set('stake', 'month', 95);
    await ada.set('stake', 'month', 90);
    expect(await ada.limit('stake', 'month')).toMatchObject({ amount: 90, pending: null });
  });

  it('with onlyLower is lowered or stays: a wish that waited on a device raises nothing', async () => {
    const ada = await stage.player();
    await ada.set('stake', 'day', 100, true);
    await ada.set('stake', 'day', 200);
    for (const wanted of [300, 100, null]) await ada.set('stake', 'day', wanted, true);
    expect(await ada.limit('stake', 'day')).toMatchObject({ amount: 100, pending: { amount: 200 } });
    await ada.set('stake', 'day', 80, true);
    expect(await ada.limit('stake', 'day')).toMatchObject({ amount: 80, pending: null });
  });

  it('is one of nine, and the one with the least left applies', async () => {
    const ada = await stage.player();
    await ada.set('stake', 'day', 500);
    await ada.set('stake', 'week', 300);
    await ada.set('loss', 'month', 200);
    expect((await refusalOf(ada.bet(250))).extra.reason).toBe('loss-month');
    await ada.bet(200, 200);
    expect((await refusalOf(ada.bet(101))).extra.reason).toBe('stake-week');
    await ada.bet(100, 0);
    // Two limits have nothing left, and the refusal names the one that lasts longer.
    await ada.set('stake', 'day', 300);
    expect((await refusalOf(ada.bet(1))).extra.reason).toBe('stake-week');
  });

  it('applies beside that of the place, and the lower of the two decides what is left', async () => {
    const read = parsePlaces(JSON.stringify({
      default: { served: true, minimumAge: 18, licence: '', ceilings: { stake: { day: 400 } }, realityCheckMinutes: 45 }, states: {},
    }));
    if ('errors' in read) throw new Error(read.errors.join());
    const place: CallerPlace = { ...HERE, book: read.book };
    stage = makeStage(database.pool, { place });
    const ada = await stage.player();
    expect(await ada.limit('stake', 'day')).toMatchObject({ amount: null, ceiling: 400, left: 400 });
    expect((await refusalOf(ada.bet(400.01))).toBody()).toMatchObject({ code: 'limit-exceeded', detail: 'The daily stake limit is ₦400.00: ₦400.00 is left until 22/11/2026, 00:00.' });
    await ada.set('stake', 'day', 1_000);
    await ada.bet(350);
    expect(await ada.limit('stake', 'day')).toMatchObject({ amount: 1_000, ceiling: 400, used: 350, left: 50 });
    expect((await refusalOf(ada.bet(51))).extra.detail).toContain('The daily');
    await ada.set('stake', 'day', 360);
    expect((await refusalOf(ada.bet(11))).extra.detail).toContain('Your daily stake limit is ₦360.00: ₦10.00 is left');
    expect((await ada.protection()).realityCheck.minutes).toBe(45);
  });
});

describe('a loss', () => {
  it('is stakes less wins: a win makes room, a stake counts whole before it is made', async () => {
    const ada = await stage.player();
    await ada.set('loss', 'day', 100);
    expect((await refusalOf(ada.bet(101, 500))).extra.reason).toBe('loss-day');
    await ada.bet(100, 30);
    expect(await ada.limit('loss', 'day')).toMatchObject({ used: 70, left: 30 });
    expect((await refusalOf(ada.bet(31))).code).toBe('limit-exceeded');
    await ada.bet(30, 250);
    expect(await ada.limit('loss', 'day')).toMatchObject({ used: -150, left: 250 });
    await ada.bet(250);
    expect(await ada.limit('loss', 'day')).toMatchObject({ used: 100, left: 0 });
  });
});

describe('a period', () => {
  it.each([
    ['day', '2026-11-21T22:59:59.999Z'],
    ['week', '2026-11-22T22:59:59.999Z'],
    ['month', '2026-11-30T22:59:59.999Z'],
    ['month', '2028-02-29T22:59:59.999Z'],
    ['month', '2026-12-31T22:59:59.999Z'],
  ] as const)('of a %s ends at %s: 1 ms later all of it is there again', async (period, last) => {
    stage.at(last);
    const ada = await stage.player();
    await ada.set('stake', period, 100);
    await ada.bet(100);
    expect((await refusalOf(ada.bet(0.01))).code).toBe('limit-exceeded');
    stage.pass(1);
    expect(await ada.limit('stake', period)).toMatchObject({ used: 0, left: 100 });
    await ada.bet(100);
  });

  it('counts what was done while the platform’s clock was ahead', async () => {
    const ada = await stage.player();
    await ada.set('stake', 'day', 100);
    stage.pass(3 * DAY_MS);
    await ada.bet(80);
    stage.at(START);
    expect((await refusalOf(ada.bet(21))).code).toBe('limit-exceeded');
  });
});

it('every invariant of the ledger and of protection holds at the end', async () => {
  expect(await findViolations(database.pool, [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
});
