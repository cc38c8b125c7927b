/** Protection against everything at the same moment, over 16 connections to a real PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { LIMIT_USAGE_QUERY } from '../../server/ledger/limits';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { playRound } from '../../server/games/play-round';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { newKey } from '../support/keys';
import { runAtOnce } from '../support/money-races/at-once';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';
import { RawAnswer } from '../../server/http/router';
import { isLong, randomFrom, seedOf } from '../support/seeds';

const CONNECTIONS = 16;
const TIMES = isLong ? 100 : 3;

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  stage = makeStage(database.anotherPool({ max: CONNECTIONS }));
});
afterAll(() => database.close());
beforeEach(() => stage.at('2026-11-21T10:00:00.000Z'));

const bet = async (player: StagePlayer, stake: number, win = 0): Promise<RawAnswer> =>
  new RawAnswer(201, String((await player.bet(stake, win)).real.balance));
const stakesOf = async (userId: string): Promise<number> =>
  (await database.pool.query(`SELECT 1 FROM ledger_entry WHERE account_id = 'real:' || $1 AND kind = 'stake'`, [userId])).rowCount ?? 0;

describe('at the same moment', { timeout: 10 * 60_000 }, () => {
  it.each(['stake', 'loss'] as const)('16 stakes against a %s limit with room for 5 are 5', async (kind) => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await stage.player(10_000);
      await ada.set(kind, 'day', 599);
      const { answers, refusals } = await runAtOnce(16, () => bet(ada, 100));
      expect([answers.length, refusals.length, await stakesOf(ada.userId)]).toEqual([5, 11, 5]);
      for (const { code, extra } of refusals) expect([code, extra.reason]).toEqual(['limit-exceeded', `${kind}-day`]);
      expect(await ada.limit(kind, 'day')).toMatchObject({ used: 500, left: 99 });
    }
  });

  it('16 rounds of a game against the same limit are 5, and use 5 nonces', async () => {
    const ada = await stage.player(10_000);
    await ada.set('stake', 'week', 59);
    // Each in its own cycle, by the platform's clock, and all of them under way together.
    const { answers } = await runAtOnce(16, () => {
      stage.pass(5_000);
      return playRound(stage.platform, { userId: ada.userId, gameId: 'adire-gold', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: 10, currency: 'NGN', bet: {} } });
    });
    const done = answers.filter(({ status }) => status === 201).length;
    const { rows } = await database.pool.query<{ rounds: number; nonce: number }>(
      `SELECT (SELECT count(*) FROM round WHERE user_id = $1) AS rounds, nonce FROM seed_pair WHERE user_id = $1 AND state = 'active'`, [ada.userId],
    );
    expect(done).toBeLessThanOrEqual(5);
    expect(rows[0]).toEqual({ rounds: done, nonce: done });
    while ((await playLater(ada)).status === 201);
    expect(await ada.limit('stake', 'week')).toMatchObject({ used: 50, left: 9 });
  });

  it('two deposits, and eight, against the day’s limit are one', async () => {
    for (const copies of [2, 8]) {
      const ada = await stage.player(0);
      await ada.set('deposit', 'day', 1_000);
      const { answers } = await runAtOnce(copies, () => stage.cashier.tryStart(ada.userId, 600, newKey()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 600, left: 400 });
    }
  });

  it('eight deposits are one, also where no count of their keys lets them in one after the other', async () => {
    const ada = await stage.player(0);
    await ada.set('deposit', 'day', 1_000);
    // A key with a colon is the platform's own, which is not counted: the count would hold the starts apart by itself.
    const { answers } = await runAtOnce(8, () => stage.cashier.tryStart(ada.userId, 600, `own:${newKey()}`));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 600, left: 400 });
  });

  it(`a deposit that is credited while another one starts is counted once, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await stage.player(0);
      await ada.set('deposit', 'month', 1_000);
      const { reference } = await stage.cashier.start(ada.userId, 500.01);
      const [, ...answers] = await Promise.all([
        stage.cashier.notify(stage.cashier.notificationBody(reference)),
        ...Array.from({ length: 6 }, () => stage.cashier.tryStart(ada.userId, 250, newKey())),
      ]);
      // 500.01 and 250 leave room for no other 250.
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await ada.limit('deposit', 'month')).toMatchObject({ used: 750.01 });
    }
  });

  it(`a stake or a deposit against an exclusion is before it or refused, never after its answer, ${TIMES} times`, async () => {
    let [before, refused] = [0, 0];
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await stage.player(10_000);
      let hasAnswered = false;
      let late = 0;
      const { answers } = await runAtOnce(24, async (at) => {
        if (at === 8) {
          await ada.exclude('7-days');
          hasAnswered = true;
        }
        const wasAnswered = hasAnswered;
        const answer = at % 3 === 0
          ? await stage.cashier.tryStart(ada.userId, 100 + at, newKey())
          : await bet(ada, 10).catch(() => new RawAnswer(403, ''));
        if (wasAnswered && answer.status === 201) late += 1;
        return answer;
      });
      expect(late).toBe(0);
      before += answers.filter(({ status }) => status === 201).length;
      refused += answers.filter(({ status }) => status === 403).length;
    }
    console.info(`before ${before}, refused ${refused}`);
    expect(refused).toBeGreaterThan(TIMES);
  });

  it(`a limit that is lowered against stakes holds from its answer on, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await stage.player(10_000);
      await ada.set('stake', 'day', 2_000);
      let staked = 0;
      let over = 0;
      await runAtOnce(24, async (at) => {
        if (at === 6) {
          await ada.set('stake', 'day', 500);
          // From here on no stake may exceed the new limit.
          over = await stakesOf(ada.userId);
        }
        const answer = await bet(ada, 100);
        staked += 100;
        return answer;
      });
      expect(await stakesOf(ada.userId)).toBe(Math.max(over, 5));
      expect(await ada.limit('stake', 'day')).toMatchObject({ used: staked });
    }
  });

  it('everything of many players mixes without a deadlock, and every counter is exact', async () => {
    const random = randomFrom(seedOf('protection'));
    const players = await Promise.all(Array.from({ length: 4 }, () => stage.player(5_000)));
    const acts: readonly ((player: StagePlayer) => Promise<unknown>)[] = [
      (player) => player.bet(1 + random.below(50), random.below(60)),
      (player) => player.bet(1 + random.below(50), random.below(60)),
      (player) => player.set(random.below(2) === 0 ? 'stake' : 'loss', 'week', 200 + random.below(2_000)),
      (player) => player.set('deposit', 'day', 500 + random.below(5_000)),
      (player) => stage.cashier.tryStart(player.userId, 100.01, newKey()),
      (player) => player.acknowledgeCheck(),
      (player) => player.realityCheck(random.below(2) === 0 ? 15 : 60),
      (player) => player.protection(),
      (player) => (random.below(40) === 0 ? player.exclude('24-hours') : player.drop('stake', 'week')),
    ];
    const codes = new Set<string>();
    const { refusals } = await runAtOnce(isLong ? 6_000 : 150, async () => {
      if (random.below(10) === 0) stage.pass(random.below(120_000));
      await acts[random.below(acts.length)]?.(random.pick(players));
      return new RawAnswer(200, '');
    });
    for (const { code } of refusals) codes.add(code);
    expect([...codes].filter((code) => !['limit-exceeded', 'reality-check-due', 'cool-off', 'insufficient-funds'].includes(code))).toEqual([]);
  });
});

async function playLater(ada: StagePlayer): Promise<RawAnswer> {
  stage.pass(5_000);
  return playRound(stage.platform, { userId: ada.userId, gameId: 'adire-gold', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: 10, currency: 'NGN', bet: {} } });
}

it('the look at limits and the tag of protection are answered by indexes alone', async () => {
  const ada = await stage.player();
  await ada.set('stake', 'day', 100);
  const plans = await transaction(database.pool, async (tx) => {
    // A small table is read whole by a planner that is free to; whether an index fits is the question.
    await tx.query('SET LOCAL enable_seqscan = off');
    const at = stage.platform.now();
    const usage = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${LIMIT_USAGE_QUERY}`, [ada.userId, at, '2026-11-21', '2026-11-16', '2026-11-01']);
    return usage.rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plans).not.toContain('Seq Scan');
  for (const index of ['activity_day_pkey', 'player_limit_pkey', 'deposit_pending_of_player']) expect(plans).toContain(index);
});

it('every invariant of the ledger and of protection holds at the end', async () => {
  const invariants = [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS];
  expect(await findViolations(database.pool, invariants)).toEqual([]);
});
