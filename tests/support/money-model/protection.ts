import fc from 'fast-check';
import { expect } from 'vitest';
import { EXCLUSION_LENGTHS, LIMIT_KINDS, LIMIT_PERIODS } from '../../../src/core/protection';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';
import { koboToNaira, kobo, nairaToKobo } from '../../../src/core/money';
import { DAY_MS, lagosDay, lagosDayStart } from '../../../src/core/time';
import { ProblemError } from '../../../server/http/problem';
import { excludeAll } from '../bonus-model';
import { command, pass } from './command';
import type { Command } from './command';
import { pendingDeposits } from './model';
import type { Model } from './model';
import { confirmLimit, exclude, isCheckDue, acknowledgeCheck, minutesAt, playAt, setLimit, setMinutes, stateAt, sumUsed, pendingRaise } from './protection-model';
import type { LimitId } from './protection-model';
import type { World } from './world';

export const anyKind = fc.constantFrom(...LIMIT_KINDS);
export const anyPeriod = fc.constantFrom(...LIMIT_PERIODS);
/** Decimal naira: low and high amounts, and no limit. */
export const AMOUNTS: Readonly<Record<LimitKind, readonly number[]>> = {
  deposit: [1_500, 25_000, 600_000],
  stake: [60, 3_000, 50_000],
  loss: [80, 2_500, 30_000],
};
interface Wish {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** The index of the amount in `AMOUNTS`. */
  readonly amount: number | null;
}
const wish: fc.Arbitrary<Wish> = fc.record({ kind: anyKind, period: anyPeriod, amount: fc.constantFrom(0, 1, 1, 2, 2, 2, null) });
const amountOf = (kind: LimitKind, at: number | null): number | null => (at === null ? null : (AMOUNTS[kind][at] ?? null));
const koboOf = (naira: number | null): number | null => (naira === null ? null : nairaToKobo(naira));
export const idOf = (kind: LimitKind, period: LimitPeriod): LimitId => `${kind}-${period}`;

/** Returns false for a conflict and throws any other error. */
async function hasSucceeded(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'conflict') return false;
    throw error;
  }
}

async function ask({ protection }: World, model: Model, { kind, period, amount: at }: Wish): Promise<void> {
  const amount = amountOf(kind, at);
  await protection.set(kind, period, amount);
  setLimit(model.protection, idOf(kind, period), koboOf(amount), model.now);
}

const set = command('set limit', 4, wish, ask);

/** Confirms the waiting raise (or another amount): a moment too early, in time, or a moment too late. */
const confirm = command(
  'confirm limit',
  5,
  fc.record({ wish, index: fc.nat({ max: 20 }), when: fc.constantFrom('now', 'early', 'from', 'from', 'forgotten', 'forgotten'), other: fc.boolean() }),
  async (world, model, { wish: drawnWish, index, when, other }) => {
    if (model.protection.raises.size === 0) {
      for (const amount of [1, index % 2 === 0 ? 2 : null]) await ask(world, model, { ...drawnWish, amount });
    }
    const raises = [...model.protection.raises];
    const [id, raise] = raises[index % Math.max(1, raises.length)] ?? [];
    if (id === undefined || raise === undefined) return;
    const to = { now: model.now, early: raise.from - 1, from: raise.from, forgotten: raise.until }[when];
    pass(world, model, Math.max(0, to - model.now));
    const [kind, period] = id.split('-') as [LimitKind, LimitPeriod];
    const amount = other && index % 3 === 0 ? 77_700 : raise.amount;
    const hasConfirmed = await hasSucceeded(world.protection.confirm(kind, period, naira(amount)));
    expect(hasConfirmed).toBe(confirmLimit(model.protection, id, amount, model.now));
  },
);

const drop = command('drop higher limit', 1, fc.record({ kind: anyKind, period: anyPeriod }), async ({ protection }, model, { kind, period }) => {
  await protection.drop(kind, period);
  model.protection.raises.delete(idOf(kind, period));
});

export const LENGTHS: readonly ExclusionLength[] = ['24-hours', '24-hours', '24-hours', '24-hours', ...EXCLUSION_LENGTHS];

/** Starts one break, or several in a row. */
const takeBreaks = command('take a break', 1, fc.array(fc.constantFrom(...LENGTHS), { minLength: 1, maxLength: 3 }), async ({ protection }, model, lengths) => {
  for (const length of lengths) {
    await protection.exclude(length);
    exclude(model.protection, length, model.now);
    if (model.protection.state !== 'excluded') continue;
    const { postings, converted } = excludeAll(model.bonuses);
    model.version += postings;
    model.real += converted;
  }
});

/** Advances the clock to the moment at which the break ends, or to a millisecond before it. */
const breakEnds = command('the break ends', 2, fc.constantFrom(-1, 0, 0), async (world, model, ms) => {
  const { until } = model.protection;
  // The clock must not advance so far that nothing else of the run can happen.
  if (until === null || until - model.now > 400 * DAY_MS) return;
  pass(world, model, Math.max(0, until + ms - model.now));
});

/** Advances the clock to the last millisecond of a day in Lagos, or to the first of the next day. */
const midnight = command('midnight', 2, fc.constantFrom(-1, 0, 0), async (world, model, ms) => {
  pass(world, model, Math.max(0, lagosDayStart(lagosDay(model.now)) + DAY_MS + ms - model.now));
});

const reality = command('reality check', 2, fc.constantFrom(15, 15, 30, 60), async ({ protection }, model, minutes) => {
  await protection.realityCheck(minutes);
  setMinutes(model.protection, minutes, model.now);
});

const acknowledge = command('looks at the play', 2, fc.constant(null), async ({ protection }, model) => {
  await protection.acknowledgeCheck();
  acknowledgeCheck(model.protection, model.now);
});

export const PROTECTION_COMMANDS: readonly Command[] = [set, confirm, drop, takeBreaks, breakEnds, midnight, reality, acknowledge];

const naira = (amount: number | null = null): number | null => (amount === null ? null : koboToNaira(kobo(amount)));

/** Expects the limits, the break and the play that the platform shows to equal the model's. */
export async function expectProtection({ protection }: World, model: Model, says: string): Promise<void> {
  const answer = await protection.protection();
  const { protection: modelState, now } = model;
  const state = stateAt(modelState, now);
  const play = playAt(modelState, now);
  expect(
    {
      state: answer.state,
      until: answer.until,
      minutes: answer.realityCheck.minutes,
      play: answer.play && { startedAt: answer.play.startedAt, isDue: Date.parse(answer.play.dueAt) <= now },
      limits: answer.limits.map(({ kind, period, amount, used, pending }) => ({
        id: idOf(kind, period), amount, used, waits: pending && { amount: pending.amount, from: pending.from },
      })),
    },
    says,
  ).toEqual({
    state,
    until: state === 'none' || modelState.until === null ? null : new Date(modelState.until).toISOString(),
    minutes: minutesAt(modelState, now),
    play: play && { startedAt: new Date(play.startedAt).toISOString(), isDue: isCheckDue(modelState, now) },
    limits: LIMIT_KINDS.flatMap((kind) =>
      LIMIT_PERIODS.map((period) => {
        const id = idOf(kind, period);
        const raise = pendingRaise(modelState, id, now);
        return {
          id,
          amount: naira(modelState.limits.get(id) ?? null),
          used: naira(sumUsed(modelState, kind, period, now, pendingDeposits(model))),
          waits: raise && { amount: naira(raise.amount), from: new Date(raise.from).toISOString() },
        };
      }),
    ),
  });
}
