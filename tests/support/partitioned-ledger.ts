/**
 * Puts the entries into partitions by ranges of ids, with the present table as the first one, in one short transaction. No migration does this
 * yet (server/README.md, "Growing"); the test shows that every guard and check holds on such a ledger.
 */
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../server/db/transaction';

/** The ids of a partition. A job would set the sequence to the first id of a month as the month begins. */
export const IDS_OF_PARTITION = 1_000_000;

const INDEXES = [
  '(transaction_id)', '(user_id, entry_id DESC) WHERE balance_after IS NOT NULL', '(user_id, at) WHERE balance_after IS NOT NULL',
  `(user_id) INCLUDE (amount) WHERE account_id = 'gateway:NGN'`, `(user_id, entry_id) WHERE account_id = 'bonus-cost:NGN'`,
];

export async function partitionLedger(pool: Pool, partitions: number): Promise<void> {
  // Both scan the table, and nobody waits for them.
  await pool.query(`ALTER TABLE ledger_entry ADD CONSTRAINT first_ids CHECK (entry_id < ${IDS_OF_PARTITION}) NOT VALID`);
  await pool.query('ALTER TABLE ledger_entry VALIDATE CONSTRAINT first_ids');
  await transaction(pool, async (tx) => {
    const { rows: [old] } = await tx.query<{ view: string; hash: string; next: string }>(
      `SELECT pg_get_viewdef('activity_of_entries'::regclass) AS view, pg_get_functiondef('statement_hash'::regproc) AS hash,
         (SELECT max(entry_id) + 1 FROM ledger_entry)::text AS next`,
    );
    if (old === undefined) throw new Error('the database has no ledger');
    await tx.query(`
      DROP VIEW activity_of_entries;
      DROP FUNCTION statement_hash;
      ALTER TABLE ledger_entry RENAME TO ledger_entry_0;
      ALTER TABLE ledger_entry_0 ALTER entry_id DROP IDENTITY;
      CREATE SEQUENCE ledger_entry_entry_id_seq START ${old.next};
      DROP TRIGGER ledger_entry_is_history ON ledger_entry_0;
      CREATE TABLE ledger_entry (LIKE ledger_entry_0 INCLUDING CONSTRAINTS) PARTITION BY RANGE (entry_id);
      ALTER TABLE ledger_entry DROP CONSTRAINT first_ids;
      ALTER TABLE ledger_entry ALTER entry_id SET DEFAULT nextval('ledger_entry_entry_id_seq'), ADD PRIMARY KEY (entry_id),
        ADD FOREIGN KEY (transaction_id) REFERENCES ledger_transaction (transaction_id)`);
    for (const index of INDEXES) await tx.query(`CREATE INDEX ON ledger_entry ${index}`);
    await tx.query(`ALTER TABLE ledger_entry ATTACH PARTITION ledger_entry_0 FOR VALUES FROM (MINVALUE) TO (${IDS_OF_PARTITION})`);
    await tx.query('CREATE TRIGGER ledger_entry_is_history BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change()');
    await guardStatements(tx, 'ledger_entry');
    for (let number = 1; number < partitions; number += 1) {
      await addPartition(tx, number);
      await guardStatements(tx, `ledger_entry_${number}`);
    }
    await tx.query(old.hash);
    await tx.query(`CREATE VIEW activity_of_entries AS ${old.view.replaceAll('ledger_entry_0', 'ledger_entry')}`);
  });
}

/** Adds a partition, which gets the triggers of rows with it, and no others. */
export async function addPartition(db: Pick<PoolClient, 'query'>, number: number): Promise<void> {
  await db.query(`CREATE TABLE ledger_entry_${number} PARTITION OF ledger_entry FOR VALUES FROM (${number * IDS_OF_PARTITION}) TO (${(number + 1) * IDS_OF_PARTITION})`);
}

/** Triggers of statements are not those of the partitions: a statement that names a partition runs the partition's own. */
export async function guardStatements(db: Pick<PoolClient, 'query'>, table: string): Promise<void> {
  await db.query(`
    CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_entries_balance();
    CREATE TRIGGER ledger_entry_not_emptied BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
}
