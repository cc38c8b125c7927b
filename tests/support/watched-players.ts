/** Players whose rows make a rule that watches fire, or leave it quiet, by how much of something they do. */
import { expect } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { post } from '../../server/ledger/post';
import { createDeposit } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { sendMessage } from '../../src/core/contract/support';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { HERE } from './caller-places';
import { userIdOf } from './http-client';
import { newKey } from './keys';
import { PLATFORM_START } from './platform';
import type { TestPlatform } from './platform';
import { writeRound } from './insert-rounds';
import { giveMoney, makePlayer, makeRichPlayer } from './players';
import { ask, GTBANK, paidPlayer } from './withdrawals';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const before = (ms: number): Date => new Date(PLATFORM_START - ms);

/** Each function makes a player and returns the id. */
export function createWatchedPlayers(ayo: TestPlatform) {
  const pay = (userId: string, naira: number, at: Date): Promise<void> => giveMoney(ayo.pool, userId, kobo(naira * 100), at);

  async function stake(userId: string, naira: number, at: Date): Promise<void> {
    await transaction(ayo.pool, (tx) => post(tx, {
      userId, kind: 'round', reference: `round-${newKey()}`, at, place: HERE, moves: [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(naira * 100) }],
    }));
  }

  /** Pays in ₦10,000 in each of three weeks, and this much now. */
  async function depositor(naira: number): Promise<string> {
    const userId = await makePlayer(ayo.pool);
    for (const weeks of [3, 2, 1]) await pay(userId, 10_000, before(weeks * 7 * DAY));
    await pay(userId, naira, before(HOUR));
    return userId;
  }

  async function failingDepositor(times: number): Promise<string> {
    const client = await ayo.signUp();
    const userId = userIdOf(client);
    for (let n = 0; n < times; n += 1) {
      const { data } = await client.call(createDeposit, { params: { userId }, body: { method: 'mobile-money', amount: 500, currency: 'NGN' }, key: newKey() });
      await ayo.pool.query(`UPDATE deposit SET state = 'failed' WHERE deposit_id = $1`, [data.depositId]);
      await ayo.pool.query(`INSERT INTO deposit_step (deposit_id, step, at) VALUES ($1, 'failed', $2)`, [data.depositId, ayo.platform.now()]);
    }
    return userId;
  }

  /** Asks for so many payouts of ₦2,000, and stakes a moment later. */
  async function chaser(times: number): Promise<string> {
    const player = await paidPlayer(ayo, { naira: 50_000 });
    for (let n = 0; n < times; n += 1) await ask(player, 2_000);
    await stake(player.userId, 100, new Date(ayo.platform.now().getTime() + 60_000));
    return player.userId;
  }

  /** Stakes at half past one in the night of so many days of this week. */
  async function nightPlayer(nights: number): Promise<string> {
    const userId = await makePlayer(ayo.pool);
    await pay(userId, 5_000, before(8 * DAY));
    for (let n = nights; n > 0; n -= 1) await stake(userId, 100, new Date(Date.parse('2026-11-21T00:30:00Z') - (n - 1) * DAY));
    return userId;
  }

  async function limitRaiser(times: number): Promise<string> {
    const userId = await makePlayer(ayo.pool);
    for (let n = 0; n < times; n += 1) {
      await ayo.pool.query(
        `INSERT INTO limit_change (user_id, kind, period, what, amount, at, session_hash, after_entries, after_step) VALUES ($1, 'deposit', 'week', 'asked', $2, $3, $4, 0, 0)`,
        [userId, 100_000 + n, before((n + 1) * DAY), '0'.repeat(64)],
      );
    }
    return userId;
  }

  async function longPlayer(hours: number): Promise<string> {
    const userId = await makeRichPlayer(ayo.pool);
    await stake(userId, 100, before(HOUR));
    await ayo.pool.query(`UPDATE ledger_account SET play_started_at = play_last_at - make_interval(mins => $2) WHERE account_id = 'real:' || $1`, [userId, Math.round(hours * 60)]);
    return userId;
  }

  /** Loses everything and pays in again two minutes later, so many times. */
  async function emptyDepositor(times: number): Promise<string> {
    const userId = await makePlayer(ayo.pool);
    await pay(userId, 1_000, before(3 * HOUR));
    for (let n = 0; n < times; n += 1) {
      await stake(userId, 1_000, before((170 - n * 10) * 60_000));
      await pay(userId, 1_000, before((168 - n * 10) * 60_000));
    }
    return userId;
  }

  async function writer(text: string): Promise<string> {
    const client = await ayo.signUp();
    const userId = userIdOf(client);
    await client.call(sendMessage, { params: { userId }, body: { text }, key: newKey() });
    return userId;
  }

  /** Somebody whose payout goes to this number. */
  async function payee(accountNumber: string): Promise<string> {
    const player = await paidPlayer(ayo, { naira: 20_000 });
    const body = { bankCode: GTBANK, accountNumber };
    const { data: account } = await player.client.call(addBankAccount, { params: { userId: player.userId }, body });
    await ask({ ...player, account }, 2_000);
    return player.userId;
  }

  async function slicer(times: number, naira = 49_000): Promise<string> {
    const player = await paidPlayer(ayo, { naira: 500_000 });
    for (let n = 0; n < times; n += 1) await ask(player, naira + n);
    return player.userId;
  }

  /** Pays in ₦100,000, plays ten rounds of ₦12,000 on these spots, each of which pays this much, and asks for ₦90,000. */
  async function spinner(spots: readonly string[], payNaira: number): Promise<string> {
    const player = await paidPlayer(ayo, { naira: 100_000 });
    const { userId } = player;
    const [amount, win] = [kobo(1_200_000), kobo(payNaira * 100)];
    for (let n = 0; n < 10; n += 1) {
      const at = new Date(ayo.platform.now().getTime() - HOUR);
      await writeRound(ayo.pool, { userId, gameId: 'roulette', stake: amount, win, at, bet: { bets: spots.map((spot) => ({ spot, stake: amount / spots.length })) } });
      await transaction(ayo.pool, (tx) => post(tx, {
        userId, kind: 'round', reference: `round-${newKey()}`, at, place: HERE,
        moves: [{ kind: 'stake', from: 'real', to: 'house', amount }, { kind: 'win', from: 'house', to: 'real', amount: win }],
      }));
    }
    await ask(player, 90_000);
    return userId;
  }

  async function roulettePlayer(bets: readonly { readonly spot: string; readonly stake: number }[]): Promise<string> {
    const client = await ayo.signUp();
    const userId = userIdOf(client);
    await pay(userId, 10_000, ayo.platform.now());
    const naira = bets.reduce((all, bet) => all + bet.stake, 0) / 100;
    for (let n = 0; n < 2; n += 1) {
      ayo.pass(10_000);
      const { status } = await client.call(playRound, { params: { userId, gameId: 'roulette' }, body: { stake: naira, currency: 'NGN', bet: { bets: [...bets] } }, key: newKey() });
      expect(status).toBe(201);
    }
    return userId;
  }

  /** Somebody who plays in the browser of another one, who is excluded or not. */
  async function contact(isExcluded: boolean): Promise<string> {
    const [userId, other] = [await makeRichPlayer(ayo.pool), await makePlayer(ayo.pool)];
    if (isExcluded) await ayo.pool.query(`UPDATE player SET protection = 'excluded', protection_since = $2, protection_until = NULL WHERE user_id = $1`, [other, before(DAY)]);
    await ayo.pool.query(`INSERT INTO person_hint (user_id, other_id, kind, at) VALUES ($1, $2, 'device', $3)`, [userId, other, before(HOUR)]);
    await stake(userId, 10, before(HOUR / 2));
    return userId;
  }

  return {
    pay, depositor, failingDepositor, chaser, nightPlayer, limitRaiser, longPlayer, emptyDepositor, writer, payee, slicer, spinner,
    roulettePlayer, contact,
  };
}
