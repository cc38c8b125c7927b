/** A database that was restored or copied without its guards looks healthy. A start tries each guard, and money stays closed where one is missing. */
import path from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { findMissingGuards } from '../../server/ledger/guards-proof';
import { readMoneySwitch } from '../../server/ledger/money-switch';
import { start } from '../../server/start';
import { transaction } from '../../server/db/transaction';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { fileDatabase } from '../support/file-database';
import { runBuiltCommand } from '../support/operator-command';
import { lineSink } from '../support/platform';
import { makeRichPlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

const database = fileDatabase({ seed: async (pool) => void (await makeRichPlayer(pool, 100)) });

const rowsOf = async () => (await database.pool.query(
  'SELECT (SELECT count(*) FROM ledger_entry) AS entries, (SELECT count(*) FROM ledger_transaction) AS transactions, (SELECT count(*) FROM ledger_account) AS accounts',
)).rows;

/** Each guard with SQL that takes it away. */
const REMOVED: readonly (readonly [guard: string, sql: string])[] = [
  ['an unbalanced posting', 'DROP TRIGGER ledger_entries_balance ON ledger_entry'],
  ['a transaction without entries', 'DROP TRIGGER ledger_transaction_has_entries ON ledger_transaction'],
  ['the update of an entry', 'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_is_history'],
  ['the update of a transaction', 'DROP TRIGGER ledger_transaction_is_history ON ledger_transaction'],
  ['another owner of an account', 'DROP TRIGGER ledger_account_keeps_owner ON ledger_account'],
  ['the deletion of an account', 'DROP TRIGGER ledger_account_stays ON ledger_account'],
  ['a negative balance', 'ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_balance_check'],
  ['an entry that leaves a negative balance', 'ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_balance_after_check, DROP CONSTRAINT ledger_entry_balance_before_check'],
  ['a second credit of a deposit', 'DROP INDEX ledger_transaction_one_credit'],
  ['a second effect of a key', 'DROP INDEX ledger_transaction_one_effect'],
  ['another answer to a key', 'DROP TRIGGER operation_is_final ON operation'],
  ['the update of a round', 'DROP TRIGGER round_is_history ON round'],
  ['TRUNCATE of the entries', 'DROP TRIGGER ledger_entry_not_emptied ON ledger_entry'],
  ['TRUNCATE of the accounts', 'DROP TRIGGER ledger_account_not_emptied ON ledger_account'],
];

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});

describe('the guards of the ledger', () => {
  it('are all there in a database of ours, and trying them leaves nothing behind', async () => {
    const before = await rowsOf();
    expect(await findMissingGuards(database.pool)).toEqual([]);
    expect(await rowsOf()).toEqual(before);
  });

  it('are proved although another connection writes to the tables meanwhile, and keep it waiting for a moment at most', async () => {
    const other = database.anotherPool({ max: 1 });
    await transaction(other, async (tx) => {
      await tx.query('LOCK TABLE ledger_entry IN ROW EXCLUSIVE MODE');
      expect(await findMissingGuards(database.pool)).toEqual([]);
    });
  });

  it.each(REMOVED)('are noticed where one is missing: %s', async (guard, sql) => {
    const copy = await testDatabase();
    cleanUp.push(() => copy.close());
    await copy.pool.query(sql);
    expect(await findMissingGuards(copy.pool)).toContain(guard);
  });
});

describe('a start on a copy without a trigger', () => {
  const startOn = async (copy: TestDatabase) => {
    const { lines, stream } = lineSink();
    const running = await start({
      appDir: '/no/such/folder', migrations: path.join(ROOT, 'server/db/migrations'), logStream: stream,
      env: { PORT: '0', DATABASE_URL: copy.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile') },
    });
    return { lines, running };
  };

  it('leaves money closed, says which guard is missing, and opens money at a start that finds it again', async () => {
    const copy = await testDatabase();
    cleanUp.push(() => copy.close());
    const { rows } = await copy.pool.query<{ sql: string }>(`SELECT pg_get_triggerdef(oid) AS sql FROM pg_trigger WHERE tgname = 'ledger_entries_balance'`);
    await copy.pool.query('DROP TRIGGER ledger_entries_balance ON ledger_entry');
    const first = await startOn(copy);
    await first.running.stop();
    expect(first.lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(expect.objectContaining({
      level: 'error', event: 'ledger.guard-missing', alert: true, guard: 'an unbalanced posting',
    }));
    expect(await readMoneySwitch(copy.pool)).toEqual({ isOpen: false, reason: 'the database does not refuse an unbalanced posting' });
    const command = await runBuiltCommand('ledger:check', [], { DATABASE_URL: copy.databaseUrl });
    expect(command).toMatchObject({ code: 2, stdout: expect.stringContaining('The database does not refuse an unbalanced posting.') });
    await copy.pool.query(rows[0]?.sql ?? '');
    const second = await startOn(copy);
    await second.running.stop();
    expect(await readMoneySwitch(copy.pool)).toEqual({ isOpen: true, reason: null });
  });
});
