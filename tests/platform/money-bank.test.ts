/**
 * Eight accounts pay each other over 16 connections, whose server sides are ended at random, while everything is read
 * again and again. The seed gives the transfers; when a connection dies is up to the machine.
 */
import { describe, expect, it } from 'vitest';
import { kobo } from '../../src/core/money';
import { findViolations } from '../../server/ledger/invariants';
import { NEW_KEYS_OF_PLAYER } from '../../server/ledger/key-rate';
import { fileDatabase } from '../support/file-database';
import { testMoney } from '../support/money';
import { isCutOff, readAll, terminateOne, readTransferOutcome, transfer } from '../support/money-bank/bank';
import type { Balances, Transfer } from '../support/money-bank/bank';
import { giveMoney, makePlayer } from '../support/players';
import { isLong, randomFrom, seedOf } from '../support/seeds';

/** The limit is wide, because the machine may have other things to do as well. */
const TIMEOUT_MS = 30 * 60_000;
const TRANSFERS = isLong ? 40_000 : 500;
const ACCOUNTS = 8;
const CONNECTIONS = 16;
const EACH = 2_000;
const TRANSFERS_PER_KILL = 25;
const TRANSFERS_PER_READ = 10;
const WORKERS = 'bank-workers';
/** No transfer needs as many tries as this by bad luck alone. */
const MAX_TRIES = 60;

const database = fileDatabase();

describe('MT3: a bank whose connections are ended at random', () => {
  it(`keeps every kobo over ${TRANSFERS} transfers between ${ACCOUNTS} accounts, in every read on the way`, { timeout: TIMEOUT_MS }, async () => {
    const random = randomFrom(seedOf('MT3'));
    const userIds = await Promise.all(Array.from({ length: ACCOUNTS }, () => makePlayer(database.pool)));
    for (const userId of userIds) await giveMoney(database.pool, userId, kobo(EACH));
    const workers = database.anotherPool({ max: CONNECTIONS, application_name: WORKERS });
    const { platform, pass } = testMoney(workers);

    const expected = new Map(userIds.map((userId) => [userId, EACH]));
    const count = { done: 0, refused: 0, outcomesRead: 0, sentAgain: 0, killed: 0, reads: 0, ended: 0 };
    const reads: Balances[] = [];
    const next = (): Transfer => {
      const from = random.pick(userIds);
      const to = random.pick(userIds.filter((userId) => userId !== from));
      const amount = random.chance(0.1) ? 1_500 : 1 + random.below(300);
      return { key: `transfer-${String((count.ended += 1)).padStart(12, '0')}`, from, to, amount };
    };

    /** As a client does: an answer that did not come is asked for by the key, and sent again only if it is not there. */
    async function untilKnown(wanted: Transfer): Promise<'done' | 'refused'> {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        // The clock moves on so that each account may store another key, and not faster, because a slow transfer would then be too old.
        pass((2 * NEW_KEYS_OF_PLAYER.leakMs) / ACCOUNTS);
        const answer = await transfer(platform, wanted);
        if (answer !== 'unknown') return answer;
        count.outcomesRead += 1;
        const outcome = await readTransferOutcome(database.pool, wanted);
        if (outcome !== null) return outcome;
        count.sentAgain += 1;
      }
      throw new Error(`no outcome after all tries: ${wanted.key}`);
    }

    async function read(): Promise<void> {
      count.reads += 1;
      const balances = await readAll(workers, userIds).catch((error: unknown) => {
        if (isCutOff(error)) return null;
        throw error;
      });
      if (balances !== null) reads.push(balances);
    }

    async function worker(): Promise<void> {
      while (count.ended < TRANSFERS) {
        const wanted = next();
        const answer = await untilKnown(wanted);
        count[answer] += 1;
        if (answer === 'done') {
          expected.set(wanted.from, (expected.get(wanted.from) ?? 0) - wanted.amount);
          expected.set(wanted.to, (expected.get(wanted.to) ?? 0) + wanted.amount);
        }
        const all = count.done + count.refused;
        if (all % TRANSFERS_PER_READ === 0) await read();
        if (all % TRANSFERS_PER_KILL === 0 && (await terminateOne(database.pool, WORKERS))) count.killed += 1;
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));

    console.info(`MT3: ${JSON.stringify(count)}`);
    expect(reads.length).toBeGreaterThan(TRANSFERS / TRANSFERS_PER_READ / 2);
    expect(new Set(reads.map(({ total }) => total))).toEqual(new Set([ACCOUNTS * EACH]));
    expect(Math.min(...reads.map(({ lowest }) => lowest))).toBeGreaterThanOrEqual(0);
    expect(reads.filter(({ unbalancedAccounts }) => unbalancedAccounts !== 0)).toEqual([]);
    // The balances are those that the clients know: no crash took back an answer, and nothing happened that nobody was told.
    const { rows } = await database.pool.query<{ user_id: string; balance: number }>(
      `SELECT user_id, balance FROM ledger_account WHERE user_id = ANY($1) AND kind = 'real'`, [userIds],
    );
    expect(new Map(rows.map(({ user_id: userId, balance }) => [userId, balance]))).toEqual(expected);
    const { rows: written } = await database.pool.query<{ keys: number; operations: number }>(
      `SELECT (SELECT count(DISTINCT operation_key) FROM ledger_transaction WHERE kind = 'adjustment') AS keys,
              (SELECT count(*) FROM operation) AS operations`,
    );
    expect(written).toEqual([{ keys: count.done, operations: count.done + count.refused }]);
    expect(count.done).toBeGreaterThan(TRANSFERS / 2);
    expect(count.killed).toBeGreaterThan(TRANSFERS / TRANSFERS_PER_KILL / 4);
    // I7 is about deposits, which nobody made here.
    expect(await findViolations(database.pool)).toEqual([]);
  });
});
