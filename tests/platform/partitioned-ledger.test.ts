/** Entries in partitions: every guard is proved on each of them, and postings and checks go on as before. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { kobo } from '../../src/core/money';
import { transaction } from '../../server/db/transaction';
import { findMissingGuards, proveGuards } from '../../server/ledger/guards-proof';
import { readMoneySwitch } from '../../server/ledger/money-switch';
import { post } from '../../server/ledger/post';
import { walkInvariants } from '../../server/ledger/walk';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { WATCHED_INVARIANTS, createCheckpointRun } from '../../server/money-watch';
import { HERE } from '../support/caller-places';
import { testDatabase } from '../support/database';
import { newKey } from '../support/keys';
import { addLargeLedger } from '../support/large-ledger';
import { testMoney } from '../support/money';
import { IDS_OF_PARTITION, addPartition, guardStatements, partitionLedger } from '../support/partitioned-ledger';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

/** A ledger in three partitions; postings go to the second. */
async function makeStage() {
  const database = await testDatabase();
  cleanUp.push(() => database.close());
  const { pool } = database;
  await addLargeLedger(pool, { players: 5, rounds: 8, from: new Date('2026-08-01T00:00:00Z'), days: 90 });
  await pool.query('UPDATE player SET email_activated_at = created_at');
  await partitionLedger(pool, 3);
  await pool.query(`SELECT setval('ledger_entry_entry_id_seq', $1)`, [IDS_OF_PARTITION]);
  return { pool, ...testMoney(pool) };
}

describe('a ledger in partitions', () => {
  it('takes postings and passes every check, the one of each minute and the one of everything', async () => {
    const { pool, platform } = await makeStage();
    for (const userId of ['large1', 'large2']) {
      await transaction(pool, (tx) => post(tx, {
        userId, kind: 'round', reference: newKey(), at: new Date('2026-11-21T10:00:00.000Z'), place: HERE,
        moves: [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(100) }],
      }));
    }
    const { rows } = await pool.query('SELECT tableoid::regclass::text AS part, count(*) AS entries FROM ledger_entry WHERE entry_id > $1 GROUP BY 1', [IDS_OF_PARTITION]);
    expect(rows).toEqual([{ part: 'ledger_entry_1', entries: 4 }]);
    const run = createCheckpointRun(platform);
    await vi.waitFor(async () => expect(await run()).toBe(true), { timeout: 60_000, interval: 20 });
    expect(await readMoneySwitch(pool)).toMatchObject({ isOpen: true });
    expect(await walkInvariants(pool, [...MONEY_INVARIANTS, ...WATCHED_INVARIANTS])).toEqual([]);
  });

  it('has every guard, also in statements that name a partition', async () => {
    const { pool } = await makeStage();
    expect(await findMissingGuards(pool)).toEqual([]);
    await expect(pool.query('TRUNCATE ledger_entry_0')).rejects.toThrow('TRUNCATE of ledger_entry_0 is not allowed');
    await expect(pool.query('UPDATE ledger_entry_0 SET amount = amount + 1')).rejects.toThrow('UPDATE of ledger_entry_0 is not allowed');
    await expect(pool.query('DELETE FROM ledger_entry_0')).rejects.toThrow('DELETE of ledger_entry_0 is not allowed');
    await expect(pool.query(
      `INSERT INTO ledger_entry_1 (entry_id, transaction_id, account_id, kind, amount, at) SELECT ${IDS_OF_PARTITION} + 9, 1, 'house:NGN', 'stake', 1, now()`,
    )).rejects.toThrow('entries that sum to 1');
  });

  it('closes money where a partition has come without its triggers, or has lost one', async () => {
    const { pool, platform } = await makeStage();
    await addPartition(pool, 3);
    expect(await proveGuards(platform)).toEqual(['in ledger_entry_3 what it refuses in ledger_entry']);
    expect(await readMoneySwitch(pool)).toMatchObject({ isOpen: false });
    await guardStatements(pool, 'ledger_entry_3');
    expect(await proveGuards(platform)).toEqual([]);
    expect(await readMoneySwitch(pool)).toMatchObject({ isOpen: true });
    await pool.query('ALTER TABLE ledger_entry_0 DISABLE TRIGGER ledger_entry_is_history');
    expect(await proveGuards(platform)).toEqual(['in ledger_entry_0 what it refuses in ledger_entry']);
  });

  it('takes no table that merely inherits for a part of it', async () => {
    const database = await testDatabase();
    cleanUp.push(() => database.close());
    await database.pool.query('CREATE TABLE stray () INHERITS (ledger_entry)');
    expect(await findMissingGuards(database.pool)).toEqual(['in stray what it refuses in ledger_entry']);
  });
});
