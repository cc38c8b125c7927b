/** Account numbers and shared secrets in the database: sealed with keys outside it, also while they are rotated and upgraded. */
import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertBankAccount } from '../../server/cashier/withdrawals/bank-accounts/bank-account-rows';
import { findPayoutAccount } from '../../server/cashier/withdrawals/bank-accounts/payout-accounts';
import { migrate } from '../../server/db/migrate';
import { fieldKeyPath, readFieldKeys, registerFieldKey } from '../../server/field-key-file';
import { SealedFieldError, createFieldKeys, fieldKeyId } from '../../server/field-keys';
import type { FieldKeys } from '../../server/field-keys';
import { KeyFileError } from '../../server/key-file';
import { transaction } from '../../server/db/transaction';
import { fillSearchKeys } from '../../server/lookalikes';
import { findLookalikes } from '../../server/lookalikes/search';
import { readPlatformSecret } from '../../server/platform-secret';
import { RETIRE_AFTER_MS, openFields, sealFields } from '../../server/seal-fields';
import { verifyIdentity } from '../../src/core/contract/identity';
import { removeBankAccount } from '../../src/core/contract/withdrawals';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { dumpTables } from '../support/dump';
import { makeTemporaryDirectory } from '../support/embedded';
import { TEST_FIELD_KEYS, readAccountNumbers, registerTestFieldKey, writeBankAccount } from '../support/field-keys';
import { payoutStage } from '../support/payout-stage';
import type { PayoutStage } from '../support/payout-stage';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';
import { ask, paidPlayer, readWithdrawal } from '../support/withdrawals';

const NEW_KEY = Buffer.alloc(32, 11);
const MIGRATIONS = path.join(ROOT, 'server/db/migrations');
const BEFORE = '0093';
const AT = new Date('2026-11-21T09:00:00.000Z');

let stage: PayoutStage;
beforeAll(async () => {
  stage = await payoutStage();
});
afterAll(() => stage.ayo.close());
beforeEach(() => stage.clear());

describe('whoever has a copy of the database', () => {
  it('finds no account number in it, however the account was used', async () => {
    const { ayo } = stage;
    const sender = await stage.makeSendingPlayer();
    await stage.sweep();
    const remover = await paidPlayer(ayo);
    await remover.client.call(removeBankAccount, { params: { userId: remover.userId, bankAccountId: remover.account.bankAccountId } });
    expect((await readWithdrawal(sender, sender.id)).lastFour).toMatch(/^\d{4}$/);
    const numbers = await readAccountNumbers(ayo.pool);
    expect(numbers.length).toBeGreaterThanOrEqual(2);
    const dump = await dumpTables(ayo.pool);
    expect(numbers.filter((number) => dump.includes(number))).toEqual([]);
    // The gateway got the whole number.
    expect(numbers).toContain(stage.sent.at(-1)?.accountNumber);
  });

  it('can find nobody by trying all identity numbers, because the key of their hashes is sealed', async () => {
    const { ayo } = stage;
    const client = await ayo.signUp();
    const userId = client.session?.userId ?? '';
    await client.call(verifyIdentity, { params: { userId }, body: { number: '12345678900', consent: true, wordingVersion: '2026-11' } });
    const { rows: [identity] } = await ayo.pool.query<{ hash: string }>(`SELECT encode(person_hash, 'hex') AS hash FROM identity WHERE user_id = $1`, [userId]);
    const hashWith = (key: Buffer | string) => createHmac('sha256', key).update('simulator:12345678900').digest('hex');
    // With the key the number fits, so the trial below would notice a key in the copy.
    expect(hashWith(await readPlatformSecret(ayo.pool, ayo.platform, 'identity'))).toBe(identity?.hash);
    const words = new Set((await dumpTables(ayo.pool)).match(/[A-Za-z0-9+/_=-]{16,}/g));
    const found = [...words].filter((word) => (['utf8', 'hex', 'base64', 'base64url'] as const).some((encoding) => hashWith(Buffer.from(word, encoding)) === identity?.hash));
    expect(found).toEqual([]);
  });
});

describe('whoever can write to the database', () => {
  it('turns no payout to an account of their own by copying its sealed number: it does not open, and people are told', async () => {
    const { ayo } = stage;
    const thief = await paidPlayer(ayo);
    const victim = await stage.makeSendingPlayer();
    await ayo.pool.query(
      `UPDATE withdrawal SET account_sealed = (SELECT account_sealed FROM bank_account WHERE user_id = $2) WHERE withdrawal_id = $1`, [victim.id, thief.userId],
    );
    const sentBefore = stage.sent.length;
    await stage.sweep();
    expect(stage.sent.length).toBe(sentBefore);
    expect(ayo.logs.filter((line) => line.includes(victim.id) && line.includes('"alert":true') && line.includes('was not sealed there'))).toHaveLength(1);
    expect((await readWithdrawal(victim, victim.id)).state).toBe('sending');
    expect(await openFields(ayo.pool, ayo.platform.fieldKeys)).toMatchObject({ broken: 1 });
  });

  it('moves no bank account to another player or bank', async () => {
    const { ayo } = stage;
    const owner = await paidPlayer(ayo);
    const thief = await paidPlayer(ayo);
    await ayo.pool.query('UPDATE bank_account SET account_sealed = (SELECT account_sealed FROM bank_account WHERE user_id = $2) WHERE user_id = $1', [owner.userId, thief.userId]);
    expect((await ask(owner, 5_000)).status).toBe(500);
  });

  it('writes no clear number in a database that was always sealed, and changes no number of a withdrawal', async () => {
    const { pool } = stage.ayo;
    const { userId, id } = await stage.makeSendingPlayer();
    await expect(pool.query(
      `INSERT INTO bank_account (bank_account_id, user_id, bank_code, bank_name, account_number, account_name, added_at) VALUES ('x', $1, '058', 'x', '0123456789', 'x', now())`, [userId],
    )).rejects.toThrow('account numbers are sealed');
    await expect(pool.query('UPDATE withdrawal SET account_ref = account_ref + 1 WHERE withdrawal_id = $1', [id])).rejects.toThrow('is fixed');
    await expect(pool.query('UPDATE withdrawal SET account_sealed = NULL WHERE withdrawal_id = $1', [id])).rejects.toThrow('is fixed');
    await expect(pool.query('UPDATE former_bank_account SET account_ref = account_ref + 1')).rejects.toThrow('only ever added');
  });
});

describe('a rotation of the field keys', () => {
  const useBoth = (keys: FieldKeys) => ({ ...stage.ayo.platform, fieldKeys: keys });
  const OLD_KEY = Buffer.alloc(32, 9);

  it('seals everything anew while payouts go on, and retires the old key once nobody can use it', async () => {
    const { ayo } = stage;
    const before = await stage.makeSendingPlayer();
    const [number = ''] = await readAccountNumbers(ayo.pool, before.userId);
    await transaction(ayo.pool, (tx) => registerFieldKey(tx, fieldKeyId(NEW_KEY), ayo.platform.now()));
    // A process that was started before reads its file again when it meets the new key.
    let reads = 0;
    const running = createFieldKeys([OLD_KEY], async () => {
      reads += 1;
      return [OLD_KEY, NEW_KEY];
    });
    const platform = useBoth(running);

    // In the middle of it an account that only the old key knows is found, and gets no second reference.
    const again = { bankCode: '058', accountNumber: number };
    const oldRef = await findPayoutAccount(ayo.pool, running, again);
    expect(oldRef).not.toBeNull();
    const other = await makePlayer(ayo.pool);
    await transaction(ayo.pool, async (tx) => {
      const row = await insertBankAccount(tx, running, {
        bank_account_id: `shared-${other}`, user_id: other, bank_code: '058', bank_name: 'GTBank', accountNumber: number, account_name: 'OBI ADA', added_at: ayo.platform.now(),
      });
      expect(row.account_ref).toBe(oldRef);
      expect(row.account_sealed).toContain(fieldKeyId(NEW_KEY));
    });
    expect(reads).toBe(1);

    expect(await sealFields(platform)).toMatchObject({ retired: [], broken: 2 });
    await ayo.pool.query('DELETE FROM bank_account WHERE user_id = $1 OR account_sealed LIKE $2', ['', `s1.${fieldKeyId(OLD_KEY)}.%`]);
    const newKeyOnly = createFieldKeys([NEW_KEY]);
    expect(await findPayoutAccount(ayo.pool, newKeyOnly, again)).toBe(oldRef);
    const { rows: [row] } = await ayo.pool.query<{ sealed: string }>('SELECT account_sealed AS sealed FROM withdrawal WHERE withdrawal_id = $1', [before.id]);
    expect(row?.sealed).toContain(fieldKeyId(NEW_KEY));
    expect(await readPlatformSecret(ayo.pool, useBoth(newKeyOnly), 'anti-forgery')).toEqual(await readPlatformSecret(ayo.pool, platform, 'anti-forgery'));

    // What does not open keeps its key, and that key in use.
    ayo.pass(RETIRE_AFTER_MS);
    expect((await sealFields(platform)).retired).toEqual([]);
    await ayo.pool.query(`ALTER TABLE withdrawal DISABLE TRIGGER USER`);
    await ayo.pool.query(`UPDATE withdrawal SET account_sealed = (SELECT account_sealed FROM withdrawal WHERE withdrawal_id = $1) WHERE account_sealed LIKE $2`, [before.id, `s1.${fieldKeyId(OLD_KEY)}.%`]);
    await ayo.pool.query(`ALTER TABLE withdrawal ENABLE TRIGGER USER`);
    expect((await sealFields(platform)).retired).toEqual([fieldKeyId(OLD_KEY)]);
  });
});

const minReader = async (pool: Pool): Promise<number | undefined> =>
  (await pool.query<{ least: number }>('SELECT min_reader AS least FROM schema_migration WHERE number = 93')).rows[0]?.least;

describe('a database of the version before', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
    database = await testDatabase({ isMigrated: false });
    for (const name of (await readdir(MIGRATIONS)).filter((each) => each < BEFORE)) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
    await migrate(database.pool, folder);
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('is sealed while an older Ayo goes on beside this one, finds shared accounts all the time, and is emptied of clear numbers later', async () => {
    const { pool } = database;
    const writeAsBefore = (id: string, userId: string, number: string) =>
      pool.query(
        `INSERT INTO bank_account (bank_account_id, user_id, bank_code, bank_name, account_number, account_name, added_at) VALUES ($1, $2, '058', 'GTBank', $3, 'OBI ADA', $4)`,
        [id, userId, number, AT],
      );
    const [first, second, third] = [await makePlayer(pool), await makePlayer(pool), await makePlayer(pool)];
    await writeAsBefore('first', first, '0123456789');
    await pool.query(`INSERT INTO platform_secret VALUES ('identity', decode(repeat('ab', 32), 'hex'), now())`);
    await pool.query(
      `INSERT INTO former_bank_account (user_id, bank_code, bank_name, account_number, account_name, added_at, removed_at) VALUES ($1, '058', 'GTBank', '0000000001', 'OBI ADA', $2, $2)`, [first, AT],
    );
    await migrate(pool, MIGRATIONS);
    await registerTestFieldKey(pool);
    await fillSearchKeys(pool);
    const platform = { ...stage.ayo.platform, pool };

    // The older Ayo goes on, and this one writes what it can read.
    await writeAsBefore('second', second, '0123456789');
    await writeBankAccount(pool, { bank_account_id: 'third', user_id: third, bank_code: '058', bank_name: 'GTBank', accountNumber: '0123456789', account_name: 'OBI ADA', added_at: AT });
    expect((await pool.query(`SELECT FROM bank_account WHERE account_number = '0123456789' AND last_four = '6789'`)).rowCount).toBe(3);
    const alike = async (userId: string) => (await findLookalikes(pool, { userId, names: [], dateOfBirth: '1990-01-01', phones: [] })).lookalikes.map((lookalike) => lookalike.userId).toSorted();
    expect(await alike(first)).toEqual([second, third].toSorted());
    expect(await alike(third)).toEqual([first, second].toSorted());
    await expect(pool.query('SELECT empty_clear_fields()')).rejects.toThrow('not sealed yet');
    expect(await minReader(pool)).toBe(92);

    expect(await sealFields(platform)).toMatchObject({ broken: 0 });
    expect(await openFields(pool, TEST_FIELD_KEYS)).toMatchObject({ broken: 0 });
    await pool.query('SELECT empty_clear_fields()');
    const dump = await dumpTables(pool);
    expect(['0123456789', '0000000001', 'ab'.repeat(32)].filter((clear) => dump.includes(clear))).toEqual([]);
    expect(await alike(first)).toEqual([second, third].toSorted());
    expect(await readPlatformSecret(pool, platform, 'identity')).toEqual(Buffer.alloc(32, 0xab));
    expect((await readAccountNumbers(pool)).toSorted()).toEqual(['0000000001', '0123456789']);
    await expect(writeAsBefore('fourth', third, '0123456788')).rejects.toThrow('account numbers are sealed');
    expect(await minReader(pool)).toBe(93);
  });
});

describe('the file of field keys', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ isMigrated: false });
    await migrate(database.pool, MIGRATIONS);
  });
  afterAll(() => database.close());
  const read = (config: { fieldKeyFile: string | undefined; dataDir: string }) =>
    readFieldKeys(config, { ...stage.ayo.platform, pool: database.pool });

  it('is made by the first start, for its owner alone; a start without it says what is missing', async () => {
    const config = { fieldKeyFile: undefined, dataDir: await makeTemporaryDirectory() };
    const [first, second] = await Promise.all([read(config), read(config)]);
    expect(first.ids()).toEqual(second.ids());
    expect((await stat(fieldKeyPath(config))).mode & 0o777).toBe(0o600);
    // Nobody was in the database, so nothing is ever written clear, and an older Ayo is kept away.
    expect((await database.pool.query('SELECT keeps_clear FROM field_sealing')).rows).toEqual([{ keeps_clear: false }]);
    expect(await minReader(database.pool)).toBe(93);
    const sealed = await first.seal(first.ids()[0] ?? '', 'a/1', 'text');
    expect(await second.open('a/1', sealed)).toBe('text');
    await expect(second.open('a/2', sealed)).rejects.toThrow(SealedFieldError);

    const emptyPlace = { fieldKeyFile: undefined, dataDir: await makeTemporaryDirectory() };
    await expect(read(emptyPlace)).rejects.toThrow(/field-keys is not there, but account numbers/);
    const other = path.join(await makeTemporaryDirectory(), 'other');
    await writeFile(other, `${NEW_KEY.toString('hex')}\n`, { mode: 0o600 });
    await expect(read({ ...config, fieldKeyFile: other })).rejects.toThrow(KeyFileError);
    await expect(read({ ...config, fieldKeyFile: other })).rejects.toThrow(/lacks the field key [0-9a-f]{16}/);
  });
});
