/** Rounds of different players that come at the same moment share a transaction. Each has the answer and the effect that it would have alone. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { ROUND_INVARIANTS } from '../../server/games';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import { COUNTER_INVARIANTS, LEDGER_INVARIANTS, findViolations } from '../../server/ledger/invariants';
import { MOST_JOINED, createJoiner } from '../../server/ledger/join-operations';
import type { JoinableOperation } from '../../server/ledger/join-operations';
import type { Platform } from '../../server/platform';
import { minimumCycleMs } from '../../src/core/play-times';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { testMoney } from '../support/money';
import { playOneRound, tryRound } from '../support/played-rounds';
import { makeRichPlayer } from '../support/players';

const CYCLE_MS = minimumCycleMs('slots');
/** The first begins alone. So many wait then, fill a transaction, and begin without waiting any longer. */
const CALLS = MOST_JOINED + 1;

const database = fileDatabase({ seed: fillCatalogue });
let platform: Platform;
let nowMs = Date.parse('2026-11-21T10:00:00Z');
beforeEach(() => {
  nowMs += CYCLE_MS;
  platform = { ...testMoney(database.pool).platform, now: () => new Date(nowMs), randomBytes };
});
afterEach(async () => {
  await database.pool.query('DROP TRIGGER IF EXISTS fault ON round');
  expect(await findViolations(database.pool, [...LEDGER_INVARIANTS, ...COUNTER_INVARIANTS, ...ROUND_INVARIANTS])).toEqual([]);
});

/** Makes players who have played before, so that their seeds are there. The first is the one that begins alone. */
async function makePlayers(count = CALLS): Promise<readonly string[]> {
  const userIds: string[] = [];
  for (let n = 0; n < count; n += 1) userIds.push(await makeRichPlayer(database.pool));
  for (const userId of userIds) await playOneRound(platform, userId);
  nowMs += CYCLE_MS;
  return userIds;
}

const playAll = (userIds: readonly string[], keys: ReadonlyMap<string, string> = new Map()): Promise<readonly PromiseSettledResult<RawAnswer>[]> =>
  Promise.allSettled(userIds.map((userId) => tryRound(platform, userId, { key: keys.get(userId) ?? newKey() })));
const statusOf = (outcome: PromiseSettledResult<RawAnswer> | undefined): number | undefined =>
  outcome?.status === 'fulfilled' ? outcome.value.status : undefined;

/** Returns the number of rounds of each player, and of the transactions of the database that wrote the last round of each. */
async function readRounds(userIds: readonly string[]) {
  const { rows } = await database.pool.query<{ count: number; writer: string }>(
    `SELECT (SELECT count(*) FROM round r WHERE r.user_id = listed.user_id),
       (SELECT xmin::text FROM ledger_transaction t WHERE t.user_id = listed.user_id ORDER BY transaction_id DESC LIMIT 1) AS writer
     FROM unnest($1::text[]) WITH ORDINALITY AS listed (user_id, place) ORDER BY place`,
    [userIds],
  );
  return { counts: rows.map(({ count }) => count), writers: new Set(rows.map(({ writer }) => writer)).size };
}

/** Lets a round of this player fail: `when` says at the statement that writes it, or only at COMMIT. */
async function addFault(userId: string, when: 'statement' | 'commit', action: string): Promise<void> {
  await database.pool.query(`
    CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.user_id = '${userId}' THEN ${action}; END IF; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER fault AFTER INSERT ON round ${when === 'commit' ? 'DEFERRABLE INITIALLY DEFERRED' : ''} FOR EACH ROW EXECUTE FUNCTION fault()`);
}

describe('rounds of different players', () => {
  it(`are ${MOST_JOINED} in one transaction, each with its own answer`, async () => {
    const userIds = await makePlayers();
    const outcomes = await playAll(userIds);
    expect(outcomes.map(statusOf)).toEqual(userIds.map(() => 201));
    expect(await readRounds(userIds)).toEqual({ counts: userIds.map(() => 2), writers: 2 });
    for (const [index, userId] of userIds.entries()) {
      const outcome = outcomes[index];
      const answer = JSON.parse(outcome?.status === 'fulfilled' ? outcome.value.text : '') as { balance: number; version: number };
      const { real, version } = await readBalance(database.pool, userId);
      expect([answer.balance * 100, answer.version]).toEqual([real, version]);
    }
  });

  it('with other things to do first, or a refusal, run alone beside the joined ones', async () => {
    const userIds = await makePlayers();
    const [, repeating, poor, twice, waiting] = userIds;
    if (repeating === undefined || poor === undefined || twice === undefined || waiting === undefined) throw new Error('too few players');
    const key = newKey();
    const first = await tryRound(platform, repeating, { key });
    nowMs += CYCLE_MS;
    const newcomer = await makeRichPlayer(database.pool);
    const [joined, secondOfTwice, ofNewcomer, ofPoor] = await Promise.all([
      playAll(userIds.filter((userId) => userId !== poor), new Map([[repeating, key]])),
      Promise.allSettled([tryRound(platform, twice)]), tryRound(platform, newcomer), tryRound(platform, poor, { stake: 5_000 }),
    ]);
    expect(joined.map(statusOf)).toEqual(joined.map(() => 201));
    expect(joined[1]).toEqual({ status: 'fulfilled', value: first });
    expect(secondOfTwice).toMatchObject([{ status: 'rejected', reason: { code: 'cycle-too-short' } }]);
    expect(ofNewcomer.status).toBe(201);
    expect([ofPoor.status, ofPoor.text]).toEqual([422, expect.stringContaining('insufficient-funds')]);
    const { counts } = await readRounds([repeating, poor, twice, waiting, newcomer]);
    expect(counts).toEqual([2, 1, 2, 2, 1]);
  });

  it('do not wait for a player whom another transaction holds; that one’s round comes when it lets go', async () => {
    const userIds = await makePlayers();
    const held = userIds[3] ?? '';
    const others = userIds.filter((userId) => userId !== held);
    const late = await transaction(database.pool, async (tx) => {
      await tx.query('SELECT FROM player WHERE user_id = $1 FOR UPDATE', [held]);
      const [first, ...rest] = others;
      const outcomes = playAll([first ?? '', held, ...rest]);
      // These are answered while the player is held, or else this waits until the lock times out, and they with it.
      await expect.poll(async () => (await readRounds(others)).counts, { timeout: 20_000 }).toEqual(others.map(() => 2));
      expect((await readRounds([held])).counts).toEqual([1]);
      return { outcomes };
    });
    expect((await late.outcomes).map(statusOf)).toEqual(userIds.map(() => 201));
    expect((await readRounds(userIds)).counts).toEqual(userIds.map(() => 2));
  });
});

describe('a round that fails', () => {
  it.each(['statement', 'commit'] as const)('at its %s fails alone: the others that shared its transaction are played, once each', async (when) => {
    const userIds = await makePlayers();
    const wrong = userIds[5] ?? '';
    await addFault(wrong, when, `RAISE EXCEPTION 'no' USING ERRCODE = '23514'`);
    const before = await readBalance(database.pool, wrong);
    const outcomes = await playAll(userIds);
    for (const [index, outcome] of outcomes.entries()) {
      if (userIds[index] === wrong) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
      else expect(statusOf(outcome)).toBe(201);
    }
    expect((await readRounds(userIds)).counts).toEqual(userIds.map((userId) => (userId === wrong ? 1 : 2)));
    expect(await readBalance(database.pool, wrong)).toEqual(before);
  });

  it('at a COMMIT that is cut leaves all that share it unknown: nothing runs again by itself, and each key is played once when it is sent again', async () => {
    const userIds = await makePlayers();
    await addFault(userIds[5] ?? '', 'commit', 'PERFORM pg_terminate_backend(pg_backend_pid())');
    const keys = new Map(userIds.map((userId) => [userId, newKey()]));
    const [alone, ...joined] = await playAll(userIds, keys);
    expect(statusOf(alone)).toBe(201);
    for (const outcome of joined) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'money-unavailable' } });
    expect((await readRounds(userIds)).counts).toEqual(userIds.map((_, index) => (index === 0 ? 2 : 1)));
    await database.pool.query('DROP TRIGGER fault ON round');
    expect((await playAll(userIds, keys)).map(statusOf)).toEqual(userIds.map(() => 201));
    expect((await readRounds(userIds)).counts).toEqual(userIds.map(() => 2));
  });
});

describe('an operation', () => {
  const answerOf = (text: string) => new RawAnswer(200, text);
  /** Holds the joiner's attention until `release` is called, so that what comes next waits for each other. */
  function holdUp() {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const operation: JoinableOperation = {
      userId: 'first', runJoined: () => Promise.resolve(null),
      runAlone: async () => {
        await released;
        return answerOf('first');
      },
    };
    return { operation, release };
  }
  const runTogether = async (operations: readonly JoinableOperation[]) => {
    const joiner = createJoiner(database.pool, 60_000);
    const { operation, release } = holdUp();
    const first = joiner.run(operation);
    const outcomes = Promise.allSettled(operations.map((each) => joiner.run(each)));
    release();
    await first;
    return (await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.text : 'failed'));
  };

  it('that throws after it has written something takes the shared transaction with it, so that no half of it stays', async () => {
    await database.pool.query('CREATE TABLE joined_note (note text)');
    const write = (note: string) => ({ text: 'INSERT INTO joined_note VALUES ($1)', values: [note] });
    const outcomes = await runTogether([
      {
        userId: 'a', runAlone: () => Promise.resolve(answerOf('a alone')),
        runJoined: (tx, defer) => {
          defer(tx.query(write('half')));
          return Promise.reject(new Error('no'));
        },
      },
      {
        userId: 'b', runAlone: () => Promise.resolve(answerOf('b alone')),
        runJoined: (tx, defer) => {
          defer(tx.query(write('whole')));
          return Promise.resolve(answerOf('b joined'));
        },
      },
    ]);
    expect(outcomes).toEqual(['a alone', 'b alone']);
    expect((await database.pool.query('SELECT note FROM joined_note')).rows).toEqual([]);
  });

  it('is never joined with another one of its player, and each runs once', async () => {
    const running = new Set<string>();
    const make = (userId: string, n: number): JoinableOperation => ({
      userId, runAlone: () => Promise.resolve(answerOf(`${userId}${n}`)),
      runJoined: async (tx) => {
        expect(running.has(userId)).toBe(false);
        running.add(userId);
        await tx.query('SELECT 1');
        running.delete(userId);
        return answerOf(`${userId}${n}`);
      },
    });
    const operations = Array.from({ length: 9 }, (_, n) => make('abc'[n % 3] ?? '', n));
    expect(await runTogether(operations)).toEqual(['a0', 'b1', 'c2', 'a3', 'b4', 'c5', 'a6', 'b7', 'c8']);
  });
});
