import fc from 'fast-check';
import { expect } from 'vitest';
import { EXCLUSION_LENGTHS, LIMIT_KINDS, LIMIT_PERIODS } from '../../../src/core/protection';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';
import { koboToNaira, kobo, nairaToKobo } from '../../../src/core/money';
import { DAY_MS, lagosDay, lagosDayStart } from '../../../src/core/time';
import { ProblemError } from '../../../server/http/problem';
import { loseAll } from '../bonus-model';
import { command, pass } from './command';
import type { Command } from './command';
import { pendingDeposits } from './model';
import type { Model } from './model';
import { confirmLimit, exclude, isLookDue, look, minutesAt, playAt, setLimit, setMinutes, stateAt, usedOf, waiting } from './protection-model';
import type { LimitId } from './protection-model';
import type { World } from './world';

export const kind = fc.constantFrom(...LIMIT_KINDS);
export const period = fc.constantFrom(...LIMIT_PERIODS);
/** Decimal naira; tight and wide ones, and none. */
export const AMOUNTS: Readonly<Record<LimitKind, readonly number[]>> = {
  deposit: [1_500, 25_000, 600_000],
  stake: [60, 3_000, 50_000],
  loss: [80, 2_500, 30_000],
};
interface Wish {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Which of the amounts. */
  readonly amount: number | null;
}
const wish: fc.Arbitrary<Wish> = fc.record({ kind, period, amount: fc.constantFrom(0, 1, 1, 2, 2, 2, null) });
const amountOf = (of: LimitKind, at: number | null): number | null => (at === null ? null : (AMOUNTS[of][at] ?? null));
const koboOf = (naira: number | null): number | null => (naira === null ? null : nairaToKobo(naira));
export const idOf = (of: LimitKind, a: LimitPeriod): LimitId => `${of}-${a}`;

/** Whether it was done; throws what is no conflict. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'conflict') return false;
    throw error;
  }
}

async function ask({ protection }: World, model: Model, { kind: of, period: a, amount: at }: Wish): Promise<void> {
  const amount = amountOf(of, at);
  await protection.set(of, a, amount);
  setLimit(model.protection, idOf(of, a), koboOf(amount), model.now);
}

const set = command('set limit', 4, wish, ask);

/** A yes to whatever waits (or to another amount), a moment before it may be said, when it may, or a moment after it is forgotten. */
const confirm = command(
  'confirm limit',
  5,
  fc.record({ wish, which: fc.nat({ max: 20 }), when: fc.constantFrom('now', 'early', 'from', 'from', 'forgotten', 'forgotten'), other: fc.boolean() }),
  async (world, model, { wish: wanted, which, when, other }) => {
    if (model.protection.raises.size === 0) {
      for (const amount of [1, which % 2 === 0 ? 2 : null]) await ask(world, model, { ...wanted, amount });
    }
    const raises = [...model.protection.raises];
    const [id, raise] = raises[which % Math.max(1, raises.length)] ?? [];
    if (id === undefined || raise === undefined) return;
    const to = { now: model.now, early: raise.from - 1, from: raise.from, forgotten: raise.until }[when];
    pass(world, model, Math.max(0, to - model.now));
    const [of, a] = id.split('-') as [LimitKind, LimitPeriod];
    const amount = other && which % 3 === 0 ? 77_700 : raise.amount;
    const done = await isDone(world.protection.confirm(of, a, naira(amount)));
    expect(done).toBe(confirmLimit(model.protection, id, amount, model.now));
  },
);

const drop = command('drop higher limit', 1, fc.record({ kind, period }), async ({ protection }, model, { kind: of, period: a }) => {
  await protection.drop(of, a);
  model.protection.raises.delete(idOf(of, a));
});

export const LENGTHS: readonly ExclusionLength[] = ['24-hours', '24-hours', '24-hours', '24-hours', ...EXCLUSION_LENGTHS];

/** One, or one upon the other. */
const leave = command('take a break', 1, fc.array(fc.constantFrom(...LENGTHS), { minLength: 1, maxLength: 3 }), async ({ protection }, model, lengths) => {
  for (const length of lengths) {
    await protection.exclude(length);
    exclude(model.protection, length, model.now);
    if (model.protection.state === 'excluded') model.version += loseAll(model.bonuses, 'excluded');
  }
});

/** Up to the moment at which it ends, or to the one before. */
const breakEnds = command('the break ends', 2, fc.constantFrom(-1, 0, 0), async (world, model, ms) => {
  const { until } = model.protection;
  // Not into a time in which nothing else happens any more.
  if (until === null || until - model.now > 400 * DAY_MS) return;
  pass(world, model, Math.max(0, until + ms - model.now));
});

/** To the last moment of a day in Lagos, or the first of the next one. */
const midnight = command('midnight', 2, fc.constantFrom(-1, 0, 0), async (world, model, ms) => {
  pass(world, model, Math.max(0, lagosDayStart(lagosDay(model.now)) + DAY_MS + ms - model.now));
});

const reality = command('reality check', 2, fc.constantFrom(15, 15, 30, 60), async ({ protection }, model, minutes) => {
  await protection.realityCheck(minutes);
  setMinutes(model.protection, minutes, model.now);
});

const looks = command('looks at the play', 2, fc.constant(null), async ({ protection }, model) => {
  await protection.look();
  look(model.protection, model.now);
});

export const PROTECTION_COMMANDS: readonly Command[] = [set, confirm, drop, leave, breakEnds, midnight, reality, looks];

const naira = (amount: number | null = null): number | null => (amount === null ? null : koboToNaira(kobo(amount)));

/** What the platform tells of limits, break and play is what the model has. */
export async function expectProtection({ protection }: World, model: Model, says: string): Promise<void> {
  const told = await protection.protection();
  const { protection: own, now } = model;
  const state = stateAt(own, now);
  const play = playAt(own, now);
  expect(
    {
      state: told.state,
      until: told.until,
      minutes: told.realityCheck.minutes,
      play: told.play && { startedAt: told.play.startedAt, isDue: Date.parse(told.play.dueAt) <= now },
      limits: told.limits.map(({ kind: of, period: a, amount, used, pending }) => ({
        id: idOf(of, a), amount, used, waits: pending && { amount: pending.amount, from: pending.from },
      })),
    },
    says,
  ).toEqual({
    state,
    until: state === 'none' || own.until === null ? null : new Date(own.until).toISOString(),
    minutes: minutesAt(own, now),
    play: play && { startedAt: new Date(play.startedAt).toISOString(), isDue: isLookDue(own, now) },
    limits: LIMIT_KINDS.flatMap((of) =>
      LIMIT_PERIODS.map((a) => {
        const id = idOf(of, a);
        const raise = waiting(own, id, now);
        return {
          id,
          amount: naira(own.limits.get(id) ?? null),
          used: naira(usedOf(own, of, a, now, pendingDeposits(model))),
          waits: raise && { amount: naira(raise.amount), from: new Date(raise.from).toISOString() },
        };
      }),
    ),
  });
}
