/** Everything at the same moment, over 16 connections to a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { approveWithdrawal, refuseWithdrawal } from '../../server/admin/approvals';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { requestWithdrawal } from '../../server/cashier/withdrawals/request-withdrawal';
import { withdrawalById } from '../../server/cashier/withdrawals/withdrawal-rows';
import { transaction } from '../../server/db/transaction';
import { playRound } from '../../server/games/play-round';
import { readRefusedBets } from '../../server/games/refused-bets';
import { readFairness } from '../../server/games/seed-pairs';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { NEW_KEYS_OF_PLAYER } from '../../server/ledger/key-rate';
import { runOperation } from '../../server/ledger/operation';
import { post } from '../../server/ledger/post';
import { exclude as excludeInside } from '../../server/protection/exclude';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { startDeposit } from '../../server/cashier/deposits/start-deposit';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makeCashier, SITE } from '../support/deposits';
import type { Cashier } from '../support/deposits';
import { HERE } from '../support/caller-places';
import { newKey } from '../support/keys';
import { PROOFS } from '../support/money-model/proofs';
import { runAtOnce } from '../support/money-races/at-once';
import { makePayable } from '../support/payable-players';
import type { PayablePlayer } from '../support/payable-players';
import { giveMoney, makePlayer } from '../support/players';
import { makeStage, SESSION_HASH } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';
import { isLong, randomFrom, seedOf } from '../support/seeds';
import { CASH_OUT, act, givePair, open, problemOf, roundOf, safeUnder, seedSteppedGames, seedWhere, start } from '../support/stepped-rounds';
import { invariantsOfGivenMoney } from '../support/withdrawals';

const KEYS = isLong ? 300 : 6;
const COPIES = 64;
/** As many keys as a player may store at once. */
const OF_ONE_PLAYER = NEW_KEYS_OF_PLAYER.atOnce;
const CONNECTIONS = 16;
const HOT_OPERATIONS = isLong ? 8_000 : 48;
const DECISIONS = isLong ? 200 : 3;
const EXCLUSIONS = isLong ? 200 : 3;
const LIMITS = isLong ? 90 : 1;
const STEPPED = isLong ? 100 : 2;
const NAIRA = 100;

let database: TestDatabase;
let cashier: Cashier;
let stage: Stage;
beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  await seedSteppedGames(database.pool, new Date('2026-11-20T00:00:00Z'));
  const pool = database.anotherPool({ max: CONNECTIONS });
  cashier = makeCashier(pool);
  stage = makeStage(pool, { cashier });
});
afterAll(() => database.close());

async function rich(naira: number): Promise<PayablePlayer> {
  const player = await makePayable(database.pool);
  await giveMoney(database.pool, player.userId, kobo(naira * NAIRA));
  return player;
}

type Submit = (player: PayablePlayer, key: string) => Promise<RawAnswer>;
const round: Submit = ({ userId }, key) =>
  playRound(cashier.platform, { userId, gameId: 'adire-gold', key, place: HERE, sessionHash: SESSION_HASH, body: { stake: 10, currency: 'NGN', bet: {} } });
const deposit: Submit = ({ userId }, key) =>
  startDeposit(cashier.platform, { userId, key, method: 'mobile-money', amount: kobo(50_001), place: HERE, returnBase: SITE });
/** Takes out any money, also money that was paid in and not played. */
const withdraw: Submit = ({ userId, bankAccountId }, key) =>
  requestWithdrawal(cashier.platform, { userId, key, bankAccountId, amount: kobo(1_000 * NAIRA), sessionHash: '', place: HERE, unplayed: 'mistake' });
/** A bet without a game around it, of which one player may have any number at once. */
const stake = (userId: string, key: string, amount: number, at = cashier.platform.now()): Promise<RawAnswer> =>
  runOperation(cashier.platform, { userId, key, kind: 'round', body: { amount } }, async (tx) => {
    const moves = [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(amount) }] as const;
    const { real } = await post(tx, { userId, kind: 'adjustment', reference: key, operationKey: key, at, place: HERE, moves });
    return { status: 201, body: real };
  });

/** Another one each time. */
const paysIn = (userId: string, amount: number, key = newKey()): Promise<RawAnswer> =>
  startDeposit(cashier.platform, { userId, key, method: 'mobile-money', amount: kobo(amount), again: true, place: HERE, returnBase: SITE });

async function effectsOf(userId: string): Promise<{ operations: number; effects: number }> {
  const { rows } = await database.pool.query<{ operations: number; effects: number }>(
    `SELECT (SELECT count(*) FROM operation WHERE user_id = $1) AS operations,
            (SELECT count(*) FROM round WHERE user_id = $1) + (SELECT count(*) FROM withdrawal WHERE user_id = $1)
            + (SELECT coalesce(sum(p.starts), 0)::bigint FROM simulator_payment p JOIN deposit d USING (reference) WHERE d.user_id = $1) AS effects`,
    [userId],
  );
  return rows[0] ?? { operations: 0, effects: 0 };
}

describe('MT4: races', { timeout: 30 * 60_000 }, () => {
  it(`equal submits at once have one effect and one answer, ${COPIES} of each of ${KEYS} keys of rounds, deposits and withdrawals`, async () => {
    for (let n = 0; n < KEYS; n += 1) {
      const submit = [round, deposit, withdraw][n % 3] ?? round;
      const player = await rich(5_000);
      const key = newKey();
      const { answers, refusals } = await runAtOnce(COPIES, () => submit(player, key));
      expect(new Set(refusals.map(({ code }) => code)).size).toBeLessThanOrEqual(1);
      for (const { code } of refusals) expect(code).toBe('key-running');
      const later = await submit(player, key);
      expect(later.status, later.text).toBe(201);
      expect(new Set([...answers, later].map(({ text }) => text))).toEqual(new Set([later.text]));
      expect(await effectsOf(player.userId)).toEqual({ operations: 1, effects: 1 });
    }
  });

  it('an account that everybody drains gives what it has, to the kobo, and nobody more', async () => {
    const player = await rich(50_000);
    const { answers } = await runAtOnce(OF_ONE_PLAYER, (at) =>
      at % 2 === 0 ? withdraw(player, newKey()) : stake(player.userId, newKey(), 1_000 * NAIRA),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(answers).toHaveLength(OF_ONE_PLAYER);
    expect(done).toHaveLength(50);
    for (const { status, text } of answers) if (status !== 201) expect(text).toContain('insufficient-funds');
    const held = (await database.pool.query(`SELECT 1 FROM withdrawal WHERE user_id = $1`, [player.userId])).rowCount ?? 0;
    expect(await readBalance(database.pool, player.userId)).toMatchObject({ real: 0, held: held * 1_000 * NAIRA });
  });

  it(`a hot account is the sum of what was answered, over ${HOT_OPERATIONS} credits, stakes and withdrawals`, async () => {
    const random = randomFrom(seedOf('MT4'));
    const player = await makePayable(database.pool);
    const { userId } = player;
    let [real, held] = [0, 0];
    const counts = { credits: 0, stakes: 0, withdrawals: 0, refused: 0 };
    async function one(): Promise<void> {
      // As time goes by, a player may store another key.
      cashier.pass(NEW_KEYS_OF_PLAYER.leakMs);
      const what = random.below(3);
      if (what === 0) {
        // Ends in .01: paid at once, and told three times.
        const { reference } = await cashier.start(userId, 1_000.01);
        await Promise.all(Array.from({ length: 3 }, () => cashier.notify(cashier.notificationBody(reference))));
        real += 100_001;
        counts.credits += 1;
        return;
      }
      const amount = what === 1 ? (1 + random.below(500)) * NAIRA : 1_000 * NAIRA;
      const { status } = what === 1 ? await stake(userId, newKey(), amount) : await withdraw(player, newKey());
      if (status !== 201) counts.refused += 1;
      else {
        real -= amount;
        if (what === 2) held += amount;
        counts[what === 1 ? 'stakes' : 'withdrawals'] += 1;
      }
    }
    // The clock is read before a call waits for the account: nobody may wait while it moves on by the time of a full bucket.
    for (let left = HOT_OPERATIONS; left > 0; left -= CONNECTIONS) {
      await Promise.all(Array.from({ length: Math.min(left, CONNECTIONS) }, one));
    }
    console.info(`MT4: ${JSON.stringify(counts)}`);
    expect(await readBalance(database.pool, userId)).toMatchObject({ real, held });
    const { rows } = await database.pool.query(`SELECT unplayed <= balance AS fits FROM ledger_account WHERE account_id = 'real:' || $1`, [userId]);
    expect(rows).toEqual([{ fits: true }]);
    for (const figure of Object.values(counts)) expect(figure).toBeGreaterThan(0);
  });

  it(`the first decision stands when admins decide at the same moment, ${DECISIONS} times, and money is sent or given back once`, async () => {
    const adminIds = await Promise.all(Array.from({ length: 4 }, () => makePlayer(database.pool, { role: 'admin' })));
    const ends: Record<string, number> = {};
    for (let n = 0; n < DECISIONS; n += 1) {
      const { userId, bankAccountId } = await rich(100_000);
      const withdrawal = await requestWithdrawal(cashier.platform, { userId, key: newKey(), bankAccountId, amount: kobo(60_000 * NAIRA), sessionHash: '', place: HERE });
      const { withdrawalId } = JSON.parse(withdrawal.text) as { withdrawalId: string };
      const decisions = adminIds.flatMap((adminId, at) => [0, 1].map(() => async () => {
        const decider = { adminId, withdrawalId };
        const decision = at === n % 4 && n % 2 === 0 ? await refuseWithdrawal(cashier.platform, decider, 'Not this one, sorry.') : await approveWithdrawal(cashier.platform, decider);
        return new RawAnswer(200, decision.state);
      }));
      const { refusals } = await runAtOnce(decisions.length, (at) => decisions[at]?.() ?? Promise.reject(new Error('no decision')));
      for (const { code } of refusals) expect(code).toBe('conflict');
      // Four processes look for work at the same moment.
      const sweeps = () => Promise.all(Array.from({ length: 4 }, () => sweepPayouts(cashier.platform)));
      while ((await sweeps()).some((due) => due > 0));
      const state = (await withdrawalById(database.pool, withdrawalId))?.state ?? '';
      ends[state] = (ends[state] ?? 0) + 1;
      const { rows } = await database.pool.query<{ approvals: number; calls: number; decisions: number }>(
        `SELECT (SELECT count(*) FROM withdrawal_approval WHERE withdrawal_id = $1) AS approvals,
                (SELECT coalesce(sum(calls), 0)::bigint FROM simulator_payout WHERE reference = 'wd-' || $1) AS calls,
                (SELECT count(*) FROM admin_audit WHERE subject = $1 AND action = 'withdrawal-refused') AS decisions`,
        [withdrawalId],
      );
      const { real, held } = await readBalance(database.pool, userId);
      if (state === 'paid') expect({ ...rows[0], real, held }).toEqual({ approvals: 2, calls: 1, decisions: 0, real: 40_000 * NAIRA, held: 0 });
      else expect({ state, calls: rows[0]?.calls, decisions: rows[0]?.decisions, real, held }).toEqual({ state: 'refused', calls: 0, decisions: 1, real: 100_000 * NAIRA, held: 0 });
    }
    console.info(`MT4: ${JSON.stringify(ends)}`);
    expect(ends['paid'] ?? 0).toBeGreaterThan(0);
  });

  it(`no stake and no deposit gets past an exclusion that was answered, ${EXCLUSIONS} times, and withdrawing goes on`, async () => {
    const { platform } = cashier;
    let refusedInAll = 0;
    for (let n = 0; n < EXCLUSIONS; n += 1) {
      const player = await rich(50_000);
      const { userId } = player;
      let hasAnswered = false;
      let late = 0;
      let begunCount = -1;
      const exclude = () => transaction(platform.pool, async (tx) => {
        await excludeInside(tx, stage.platform, { userId, sessionHash: SESSION_HASH, length: n % 2 === 0 ? 'permanent' : '24-hours', device: { userAgent: '', address: '' } });
        // Every transaction that shared the player's row has ended by now, so no more stakes and deposits than these will ever be there.
        const { rows } = await tx.query<{ begun: number }>(
          `SELECT (SELECT count(*) FROM ledger_entry WHERE account_id = 'real:' || $1 AND kind = 'stake')
                  + (SELECT count(*) FROM deposit WHERE user_id = $1) AS begun`,
          [userId],
        );
        begunCount = rows[0]?.begun ?? -1;
      }).then(() => {
        hasAnswered = true;
      });
      const { answers } = await runAtOnce(24, async (at) => {
        if (at === 8) await exclude();
        const wasAnswered = hasAnswered;
        // Every fourth pays in instead.
        const answer = at % 4 === 3 ? await paysIn(userId, 500 * NAIRA + at) : await stake(userId, newKey(), 100 * NAIRA);
        if (wasAnswered && answer.status === 201) late += 1;
        return answer;
      });
      const done = answers.filter(({ status }) => status === 201).length;
      refusedInAll += answers.length - done;
      expect({ late, done }).toEqual({ late: 0, done: begunCount });
      expect((await withdraw(player, newKey())).status).toBe(201);
    }
    expect(refusedInAll).toBeGreaterThan(EXCLUSIONS);
  });

  it(`a limit lets through what fits, of ${COPIES} different submits and of ${COPIES} equal ones, ${LIMITS} times each`, async () => {
    for (let n = 0; n < LIMITS; n += 1) {
      const kind = (['stake', 'loss', 'deposit'] as const)[n % 3] ?? 'stake';
      const { userId } = await rich(50_000);
      const player = stage.existingPlayer(userId);
      // The limit has room for five and a half of these stakes.
      await player.set(kind, (['day', 'week', 'month'] as const)[(n + Math.floor(n / 3)) % 3] ?? 'day', 2_750);
      const begin = (key: string): Promise<RawAnswer> => (kind === 'deposit' ? paysIn(userId, 500 * NAIRA, key) : stake(userId, key, 500 * NAIRA));
      const key = newKey();
      const equal = await runAtOnce(COPIES, () => begin(key));
      for (const { code } of equal.refusals) expect(code).toBe('key-running');
      expect((await begin(key)).status).toBe(201);
      const different = await runAtOnce(COPIES, () => begin(newKey()));
      expect(different.refusals).toEqual([]);
      expect(different.answers.filter(({ status }) => status === 201)).toHaveLength(4);
      for (const { status, text } of different.answers) if (status !== 201) expect(text).toContain('limit-exceeded');
      const [limit] = (await player.protection()).limits.filter((each) => each.kind === kind && each.amount !== null);
      expect(limit).toMatchObject({ amount: 2_750, used: 2_500, left: 250 });
    }
  });

  it(`equal and different steps of one round at once happen once each, and the round is paid once, over ${STEPPED} rounds`, async () => {
    const { platform } = cashier;
    let ended = 0;
    for (let n = 0; n < STEPPED; n += 1) {
      const { userId } = await rich(5_000);
      const seed = seedWhere((each) => safeUnder(each, 5).includes(n % 25));
      await givePair(database.pool, userId, seed, platform.now());
      const safe = safeUnder(seed, 5);
      const begun = await runAtOnce(8, () => start(platform, userId, { bet: { mines: 5 } }));
      expect(begun.answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
      const { roundId } = roundOf(begun.answers.find(({ status }) => status === 201) ?? begun.answers[0]!);
      for (let step = 0; step < 3; step += 1) {
        const keys = Array.from({ length: 4 }, newKey);
        // Each of four devices taps its cell eight times.
        const tap = (device: number) => act(platform, userId, roundId, step, open(safe[4 * step + device] ?? 0), keys[device]);
        const { answers, refusals } = await runAtOnce(32, (at) => tap(at % 4));
        for (const { code } of refusals) expect(code).toBe('key-running');
        expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
        for (const answer of answers) {
          if (answer.status !== 201) expect(problemOf(answer)).toMatchObject({ code: 'conflict', current: { step: step + 1 } });
        }
      }
      // Cashed out by some, settled by two processes at the moment at which it is due, all at once.
      const late = { ...platform, now: () => new Date(platform.now().getTime() + 86_400_000) };
      const { answers } = await runAtOnce(6, (at) =>
        at % 3 === 0 ? settleAbandoned(late).then((done) => new RawAnswer(200, String(done))) : act(platform, userId, roundId, 3, CASH_OUT));
      ended += answers.filter(({ status }) => status === 201).length;
      await settleAbandoned(late);
      const { rows } = await database.pool.query<{ wins: number; rounds: number }>(
        `SELECT (SELECT count(*) FROM ledger_entry WHERE account_id = 'real:' || $1 AND kind = 'win') AS wins, (SELECT count(*) FROM round WHERE user_id = $1) AS rounds`,
        [userId],
      );
      expect(rows).toEqual([{ wins: 1, rounds: 1 }]);
    }
    console.info(`MT4: ${JSON.stringify({ rounds: STEPPED, cashedOut: ended })}`);
  });

  it('one of several bets for one draw, in different games and under different keys, is played; the others are refused, and stay so', async () => {
    let rounds = 0;
    for (let n = 0; n < STEPPED; n += 1) {
      const { userId } = await rich(5_000);
      const seeds = await transaction(database.pool, async (tx) => {
        const { commit, clientSeed, nonce } = await readFairness(tx, cashier.platform, userId);
        return { commit, clientSeed, nonce };
      });
      // Each call reads the clock one cycle later, so that no bet is refused as too early.
      let nowMs = cashier.platform.now().getTime();
      const platform = { ...cashier.platform, now: () => new Date((nowMs += 5_000)) };
      const { answers, refusals } = await runAtOnce(24, (at) =>
        start(platform, userId, at % 2 === 0 ? { seeds } : { gameId: 'adire-gold', stake: 10, bet: {}, seeds }));
      expect(refusals).toEqual([]);
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const codes = answers.filter(({ status }) => status !== 201).map((answer) => problemOf(answer).code);
      for (const code of codes) expect(['seed-changed', 'round-open']).toContain(code);
      const refusedBets = await readRefusedBets(database.pool, userId, { limit: 100 });
      expect(refusedBets.items.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
      for (const bet of refusedBets.items) expect(bet).toMatchObject(seeds);
      rounds += 1;
    }
    console.info(`MT4: ${JSON.stringify({ draws: rounds })}`);
  });

  it('every invariant holds at the end', async () => {
    expect(await findViolations(database.pool, [...invariantsOfGivenMoney(), ...PROTECTION_INVARIANTS, ...PROOFS])).toEqual([]);
  });
});
