/** The table of intents that players of the simulation submit: each new way to move money adds a line. */
import * as z from 'zod/mini';
import { DEPOSIT_METHODS } from '../../../src/core/contract/cashier';
import type { createDeposit } from '../../../src/core/contract/cashier';
import type { BodyOf, Endpoint } from '../../../src/core/contract/endpoint';
import type { FairnessReceipt, playRound as roundCall } from '../../../src/core/contract/games';
import type { createWithdrawal } from '../../../src/core/contract/withdrawals';
import type { IntentRecord, IntentKind } from '../../../src/core/intent';
import { nairaToKobo } from '../../../src/core/money';
import { startDeposit } from '../../../server/cashier/deposits/start-deposit';
import { requestWithdrawal } from '../../../server/cashier/withdrawals/request-withdrawal';
import { playRound } from '../../../server/games/play-round';
import type { RawAnswer } from '../../../server/http/router';
import type { Platform } from '../../../server/platform';
import { HERE, SESSION_HASH } from '../caller-places';
import { sessionOf } from '../payable-players';
import type { Random } from '../seeds';

export interface Wish {
  readonly kind: IntentKind;
  readonly weight: number;
  readonly gameId?: string;
  /** Draws the body of the request. */
  body(random: Random, player: { readonly bankAccountId: string; readonly draw: FairnessReceipt | null }): unknown;
  /** Performs the intent as the platform does, below HTTP and its guards. */
  perform(platform: Platform, intent: IntentRecord): Promise<RawAnswer>;
}

export const SITE = 'http://site.test';
const GAME = 'adire-gold';

/** A cast in place of a check, because the wish that performs a body has made it. */
const asBodyOf = <E extends Endpoint>(body: unknown) => body as BodyOf<E>;
/** The methods for which the simulated payer decides the result, and not the amount. */
const METHODS = DEPOSIT_METHODS.filter((method) => method !== 'ussd');

const deposit: Wish = {
  kind: 'deposit',
  weight: 4,
  body: (random) => ({
    method: random.pick(METHODS),
    amount: random.pick([1_000, 5_000, 5_000, 20_000.5]),
    currency: 'NGN',
    ...(random.chance(0.7) && { again: true }),
  }),
  perform: (platform, { userId, key, body }) => {
    const { method, amount, again } = asBodyOf<typeof createDeposit>(body);
    const amountKobo = nairaToKobo(amount);
    if (amountKobo === null) throw new RangeError(`not an amount: ${amount}`);
    return startDeposit(platform, { userId, key, method, amount: amountKobo, again, place: HERE, returnBase: SITE });
  },
};

const partOf = (random: Random): string => Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');

const round: Wish = {
  kind: 'round',
  weight: 5,
  gameId: GAME,
  body: (random, { draw }) => ({
    stake: random.pick([10, 200, 1_000, 1_000, 5_000]), currency: 'NGN', bet: {},
    ...(draw !== null && random.chance(0.7) && { seeds: { ...draw, ...(random.chance(0.8) && { part: partOf(random) }) } }),
  }),
  perform: (platform, { userId, key, gameId, body }) =>
    playRound(platform, { userId, key, gameId: gameId ?? '', place: HERE, sessionHash: SESSION_HASH, body: asBodyOf<typeof roundCall>(body) }),
};

const withdrawal: Wish = {
  kind: 'withdrawal',
  weight: 3,
  // Some of what is asked for was not played; who is closing the account plays no more.
  body: (random, { bankAccountId }) => ({
    bankAccountId, amount: random.pick([1_000, 1_500, 3_000]), currency: 'NGN',
    ...(random.chance(0.8) && { unplayed: random.chance(0.03) ? 'closing' : 'mistake' }),
  }),
  perform: (platform, { userId, key, body }) => {
    const { bankAccountId, amount, unplayed, endsBonuses } = asBodyOf<typeof createWithdrawal>(body);
    const amountKobo = nairaToKobo(amount);
    if (amountKobo === null) throw new RangeError(`not an amount: ${amount}`);
    const sessionHash = sessionOf(userId);
    return requestWithdrawal(platform, { userId, key, bankAccountId, amount: amountKobo, unplayed, endsBonuses, sessionHash, place: HERE });
  },
};

const shownEnds = z.array(z.object({ walletId: z.string(), version: z.number() }));

/**
 * The withdrawal of a player who was shown which bonuses it would end, and agrees: the same request, with what was shown. Null where the newest
 * intent was not refused for that.
 */
export function withAcceptedEnds(newest: IntentRecord | undefined): Record<string, unknown> | null {
  const problem = newest?.refusal?.because === 'platform' ? newest.refusal.problem : null;
  if (newest?.kind !== 'withdrawal' || problem?.code !== 'bonus-would-end') return null;
  return { ...(newest.body as Record<string, unknown>), endsBonuses: shownEnds.parse(problem.current) };
}

export const asksForUnplayed = (body: unknown): boolean => (body as Partial<BodyOf<typeof createWithdrawal>>).unplayed !== undefined;

export const WISHES: readonly Wish[] = [deposit, round, withdrawal];

export function wishOf(kind: IntentKind): Wish {
  const wish = WISHES.find((each) => each.kind === kind);
  if (wish === undefined) throw new Error(`nobody can wish for a ${kind}`);
  return wish;
}

export function drawWish(random: Random): Wish {
  const total = WISHES.reduce((sum, { weight }) => sum + weight, 0);
  let remaining = random.below(total);
  for (const wish of WISHES) {
    if (remaining < wish.weight) return wish;
    remaining -= wish.weight;
  }
  return deposit;
}
