/** Two accounts of one person at the same moment, over 16 connections to a real PostgreSQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { RawAnswer } from '../../server/http/router';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { runAtOnce } from '../support/money-races/at-once';
import { checkIdentity, makeOnePerson, newNin } from '../support/persons';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';
import { isLong, randomFrom, seedOf } from '../support/seeds';

const CONNECTIONS = 16;
const TIMES = isLong ? 100 : 3;

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await testDatabase();
  stage = makeStage(database.anotherPool({ max: CONNECTIONS }));
});
afterAll(() => database.close());
beforeEach(() => stage.at('2026-11-21T10:00:00.000Z'));

const bet = async (player: StagePlayer, stake: number, win = 0): Promise<RawAnswer> =>
  new RawAnswer(201, String((await player.bet(stake, win)).real.balance));

async function twoAccounts(naira: number): Promise<readonly [StagePlayer, StagePlayer]> {
  const [first, second] = [await stage.player(naira), await stage.player(naira)];
  await makeOnePerson(stage.platform, first.userId, second.userId);
  return [first, second];
}

describe('MT4: races of one person’s accounts, at the same moment', { timeout: 10 * 60_000 }, () => {
  it(`nobody stakes or pays in with the second account after the first one’s exclusion was answered, ${TIMES} times`, async () => {
    let refused = 0;
    for (let n = 0; n < TIMES; n += 1) {
      const [ada, second] = await twoAccounts(10_000);
      let hasAnswered = false;
      let late = 0;
      const { answers, refusals } = await runAtOnce(24, async (at) => {
        if (at === 8) {
          await ada.exclude('6-months');
          hasAnswered = true;
        }
        const wasAnswered = hasAnswered;
        const answer = at % 3 === 0 ? await stage.cashier.tryStart(second.userId, 100 + at, newKey()) : await bet(second, 10);
        if (wasAnswered && answer.status === 201) late += 1;
        return answer;
      });
      expect(late).toBe(0);
      refused += refusals.length + answers.filter(({ status }) => status === 403).length;
    }
    expect(refused).toBeGreaterThan(TIMES);
  });

  it(`nobody stakes or pays in with an account after it was answered that it is a second one, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const [ada, second] = [await stage.player(), await stage.player()];
      const number = newNin();
      await checkIdentity(stage.platform, ada.userId, number);
      let hasAnswered = false;
      let late = 0;
      await runAtOnce(16, async (at) => {
        if (at === 4) {
          expect(await checkIdentity(stage.platform, second.userId, number)).toBe('nin-in-use');
          hasAnswered = true;
        }
        const wasAnswered = hasAnswered;
        const answer = at % 3 === 0 ? await stage.cashier.tryStart(second.userId, 100 + at, newKey()) : await bet(second, 10);
        if (wasAnswered && answer.status === 201) late += 1;
        return answer;
      });
      expect(late).toBe(0);
    }
  });

  it(`of two accounts that follow a closed one at once, one has the identity, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const [closed, ...next] = await Promise.all(Array.from({ length: 3 }, () => stage.player()));
      const number = newNin();
      await checkIdentity(stage.platform, closed?.userId ?? '', number);
      await closed?.set('stake', 'day', 100);
      await database.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [closed?.userId, stage.platform.now()]);
      const codes = await Promise.all(next.map(({ userId }) => checkIdentity(stage.platform, userId, number)));
      expect(codes.sort()).toEqual([null, 'nin-in-use'].sort());
      const { answers } = await runAtOnce(8, (at) => bet(stage.existingPlayer(next[at % 2]?.userId ?? ''), 30));
      expect(answers).toHaveLength(3);
    }
  });

  it(`nobody slips through while an account becomes known as an excluded person’s, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const [ada, later] = [await stage.player(), await stage.player()];
      const number = newNin();
      await checkIdentity(stage.platform, ada.userId, number);
      let answered = 0;
      let late = 0;
      await runAtOnce(14, async (at) => {
        if (at === 3) await ada.exclude('1-year');
        else if (at === 4) expect(await checkIdentity(stage.platform, later.userId, number)).toBe('nin-in-use');
        else {
          const isOver = answered === 2;
          const answer = await bet(later, 10);
          if (isOver) late += 1;
          return answer;
        }
        answered += 1;
        return new RawAnswer(200, '');
      });
      // Whichever came first: the exclusion or the link.
      expect([(await ada.protection()).state, (await later.protection()).state]).toEqual(['excluded', 'none']);
      expect(late).toBe(0);
    }
  });

  it(`of two accounts that are verified with one number while both are excluded neither plays before the later end, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const [a, b] = [await stage.player(), await stage.player()];
      const number = newNin();
      const codes: (string | null)[] = [];
      await Promise.all([
        ...[a, b].map(async ({ userId }) => codes.push(await checkIdentity(stage.platform, userId, number))),
        a.exclude('6-months'),
        b.exclude('1-year'),
      ]);
      expect(codes.sort()).toEqual([null, 'nin-in-use'].sort());
      for (const each of [a, b]) expect((await refusalOf(each.bet(10))).code).toBe('self-excluded');
      stage.at('2027-11-21T09:59:59.000Z');
      for (const each of [a, b]) expect(['self-excluded', 'identity-needed', 'nin-in-use']).toContain((await refusalOf(each.bet(10))).code);
      stage.at('2026-11-21T10:00:00.000Z');
    }
  });

  it('everything of two persons with three accounts each mixes without a deadlock', async () => {
    const random = randomFrom(seedOf('persons'));
    const players: StagePlayer[] = [];
    for (let person = 0; person < 2; person += 1) {
      const accounts = await Promise.all(Array.from({ length: 3 }, () => stage.player(5_000)));
      const [first, ...others] = accounts.map(({ userId }) => userId);
      await makeOnePerson(stage.platform, first ?? '', ...others);
      players.push(...accounts);
    }
    const acts: readonly ((player: StagePlayer) => Promise<unknown>)[] = [
      (player) => player.bet(1 + random.below(50), random.below(60)),
      (player) => player.bet(1 + random.below(50), random.below(60)),
      (player) => player.set(random.below(2) === 0 ? 'stake' : 'loss', 'week', 200 + random.below(2_000)),
      (player) => player.set('deposit', 'day', 500 + random.below(5_000)),
      (player) => stage.cashier.tryStart(player.userId, 100.01, newKey()),
      (player) => player.acknowledgeCheck(),
      (player) => player.protection(),
      (player) => (random.below(20) === 0 ? player.exclude('24-hours') : player.drop('stake', 'week')),
    ];
    const { refusals } = await runAtOnce(isLong ? 6_000 : 150, async () => {
      await acts[random.below(acts.length)]?.(random.pick(players));
      return new RawAnswer(200, '');
    });
    const codes = new Set(refusals.map(({ code }) => code));
    expect([...codes].filter((code) => !['limit-exceeded', 'reality-check-due', 'cool-off', 'insufficient-funds', 'nin-in-use', 'identity-needed'].includes(code))).toEqual([]);
  });
});

it('every invariant holds at the end, and there was no deadlock', async () => {
  expect(await findViolations(database.pool, [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
  const { rows } = await database.pool.query<{ deadlocks: number }>('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  expect(rows[0]?.deadlocks).toBe(0);
});
