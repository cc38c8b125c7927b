/**
 * The person's second account in the money model: it can't play, its settings change nothing for the first account, and it does
 * not see the first account's break.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { kobo, koboToNaira } from '../../../src/core/money';
import { minimumCycleMs } from '../../../src/core/play-times';
import { playRound } from '../../../server/games/play-round';
import { HERE, SESSION_HASH } from '../caller-places';
import { command, pass } from './command';
import type { Command } from './command';
import type { Model } from './model';
import { AMOUNTS, anyKind, anyPeriod } from './protection';
import { codeOf, outcomeOf } from './world';

const METHOD = 'mobile-money';
const GAME = 'adire-gold';
const CYCLE_MS = minimumCycleMs('slots');

/** The platform refuses the second account with this code, whatever limits and break the first account has. */
const REFUSAL = 'nin-in-use';

const stake = command('second account plays', 10, fc.constantFrom(10_00, 50_00, 2_000_00), async (world, model, amount) => {
  pass(world, model, CYCLE_MS);
  const { second, cashier } = world;
  const body = { stake: koboToNaira(kobo(amount)), currency: 'NGN' as const, bet: {} };
  const request = { userId: second.userId, gameId: GAME, key: world.newKey(), place: HERE, sessionHash: SESSION_HASH, body };
  const outcome = await outcomeOf(playRound(cashier.platform, request));
  expect(codeOf(outcome)).toBe(REFUSAL);
  expect(await second.protection()).toMatchObject({ state: 'none', until: null });
  recordRefusal(model, REFUSAL);
});

const payIn = command('second account pays in', 3, fc.constantFrom(1_000_00, 20_000_00), async (world, model, amount) => {
  const options = { method: METHOD, again: true } as const;
  const { status, text } = await world.cashier.tryStart(world.second.userId, koboToNaira(kobo(amount)), world.newKey(), options);
  expect(status === 201 ? null : (JSON.parse(text) as { code: string }).code).toBe(REFUSAL);
  recordRefusal(model, `deposit ${REFUSAL}`);
});

const set = command('second account sets a limit', 2, fc.record({ kind: anyKind, period: anyPeriod, amount: fc.constantFrom(1, 2, 2) }), async ({ second }, _, wish) => {
  await second.set(wish.kind, wish.period, AMOUNTS[wish.kind][wish.amount] ?? 0);
});

function recordRefusal(model: Model, what: string): void {
  model.refusals.push(`second ${what}`);
}

export const SECOND_ACCOUNT_COMMANDS: readonly Command[] = [stake, payIn, set];
