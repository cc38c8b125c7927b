/** Random postings of every kind over some days, for tests of reports. */
import type { Pool } from 'pg';
import { transaction } from '../../server/db/transaction';
import { openAccount } from '../../server/ledger/accounts';
import { checkNextPart, storeMark } from '../../server/ledger/checkpoint';
import { post } from '../../server/ledger/post';
import type { Posting } from '../../server/ledger/post';
import type { Platform } from '../../server/platform';
import { kobo } from '../../src/core/money';
import { HOUR_MS } from '../../src/core/time';
import { HERE } from './caller-places';
import { makePlayer } from './players';
import type { Random } from './seeds';

export async function postAt(pool: Pool, posting: Posting): Promise<void> {
  await transaction(pool, (tx) => post(tx, posting));
}

interface Player {
  readonly userId: string;
  readonly walletId: string;
}

/** Each of these leaves the player with money, because they begin with much of it. */
function postingsOf({ userId, walletId }: Player, reference: string, at: Date, random: Random): Posting[] {
  const amount = kobo(100 + random.below(50_000));
  const common = { userId, reference, at };
  const bonus = { bonus: walletId };
  return random.pick<() => Posting[]>([
    () => [{ ...common, kind: 'deposit', moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount }] }],
    () => [{
      ...common, kind: 'round', place: HERE,
      moves: [{ kind: 'stake', from: 'real', to: 'house', amount }, { kind: 'win', from: 'house', to: 'real', amount: kobo(random.below(2 * amount)) }],
    }],
    () => [{ ...common, kind: 'round', place: HERE, moves: [{ kind: 'stake', from: 'bonus-cost', to: 'house', amount }] }],
    () => [{ ...common, kind: 'round-void', moves: [{ kind: 'adjustment', from: 'house', to: 'real', amount }] }],
    () => [
      { ...common, kind: 'withdrawal', moves: [{ kind: 'withdrawal', from: 'real', to: 'held', amount }] },
      random.chance(0.7)
        ? { ...common, kind: 'payout', moves: [{ kind: 'withdrawal', from: 'held', to: 'gateway', amount }] }
        : { ...common, kind: 'withdrawal-return', moves: [{ kind: 'withdrawal-return', from: 'held', to: 'real', amount }] },
    ],
    () => [{ ...common, kind: 'adjustment', moves: [{ kind: 'withdrawal-return', from: 'gateway', to: 'real', amount }] }],
    () => [{ ...common, kind: 'adjustment', moves: [{ kind: 'adjustment', from: 'real', to: 'gateway', amount }] }],
    () => [
      { ...common, kind: 'deposit-hold', moves: [{ kind: 'deposit-held', from: 'gateway', to: 'suspense', amount }] },
      ...(random.chance(0.5) ? [{ ...common, kind: 'deposit-return', moves: [{ kind: 'deposit-returned', from: 'suspense', to: 'gateway', amount }] } as const] : []),
    ],
    () => [
      { ...common, kind: 'bonus-credit', moves: [{ kind: 'bonus', from: 'bonus-cost', to: bonus, amount }] },
      { ...common, kind: 'bonus-end', moves: [{ kind: 'bonus', from: bonus, to: 'bonus-cost', amount: kobo(1 + random.below(amount)) }] },
    ],
    () => [{ ...common, kind: 'adjustment', moves: [{ kind: 'adjustment', from: 'house:adjustments', to: 'real', amount }] }],
    () => [{ ...common, kind: 'adjustment', moves: [{ kind: 'adjustment', from: 'real', to: 'house:adjustments', amount }] }],
  ])();
}

interface RandomSpan {
  readonly from: Date;
  readonly days: number;
  readonly count: number;
}

/** Posts so many at random moments from `from` on, most in order, some of a few minutes before, as processes with other clocks write them. */
export async function addRandomPostings(pool: Pool, random: Random, { from, days, count }: RandomSpan): Promise<void> {
  const players: Player[] = [];
  for (const walletId of ['w1', 'w2', 'w3']) {
    const userId = await makePlayer(pool);
    await transaction(pool, async (tx) => {
      for (const ref of ['real', 'held', 'suspense', { bonus: walletId }] as const) await openAccount(tx, userId, ref);
    });
    await postAt(pool, { userId, kind: 'deposit', reference: `first-${userId}`, at: from, moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(100_000_000) }] });
    players.push({ userId, walletId });
  }
  const stepMs = Math.floor((days * 24 * HOUR_MS) / count);
  for (let n = 0; n < count; n += 1) {
    const atMs = from.getTime() + n * stepMs - (random.chance(0.2) ? random.below(20 * 60_000) : 0);
    for (const posting of postingsOf(random.pick(players), `random-${n}`, new Date(Math.max(atMs, from.getTime())), random)) await postAt(pool, posting);
  }
}

/** Moves the checkpoint of the ledger to its end, without the rules about what the transactions belong to, because these belong to nothing. */
export async function moveCheckpoint(platform: Platform): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    const mark = await storeMark(platform.pool);
    const outcome = mark === null ? 'busy' : await checkNextPart(platform, mark);
    if (outcome === 'done') return;
    if (outcome === 'violated') throw new Error('the ledger of the stage is wrong');
  }
  throw new Error('the checkpoint does not come to its end');
}
