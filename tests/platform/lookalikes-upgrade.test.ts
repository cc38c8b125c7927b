/** A database of the version before lookalikes were found by keys, brought up to date: who is asked, and what is found. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { fillSearchKeys } from '../../server/lookalikes';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { writeFirstCredit } from '../support/older-ledger';
import { makePlayer } from '../support/players';
import { naira } from '../support/protection/stage';
import { ROOT } from '../support/stages.mjs';

const AT = new Date('2026-11-01T09:00:00.000Z');
const MIGRATIONS = path.join(ROOT, 'server/db/migrations');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  database = await testDatabase({ isMigrated: false });
  for (const name of (await readdir(MIGRATIONS)).filter((each) => each < '0066')) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  await migrate(database.pool, folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

interface Pair {
  /** The newer one is verified. */
  readonly isVerified?: boolean;
  readonly hasMoney?: boolean;
  readonly endedBy?: 'by-team' | null;
}

/** Makes an older account beside a newer one that looks like it, as the version before left them. Returns the older one. */
async function makePair({ isVerified = true, hasMoney = false, endedBy = null }: Pair = {}): Promise<string> {
  const { pool } = database;
  const [older, newer] = [await makePlayer(pool), await makePlayer(pool)];
  if (isVerified) await pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [newer]);
  if (hasMoney) {
    const credit = { userId: older, kind: 'deposit', entryKind: 'deposit', from: 'gateway', amount: naira(500), reference: `dep-${older}`, at: AT } as const;
    await transaction(pool, (tx) => writeFirstCredit(tx, credit));
  }
  const { rows } = await pool.query<{ hint_id: number }>(
    `INSERT INTO person_hint (user_id, other_id, kind, at) VALUES ($1, $2, 'phone', $3) RETURNING hint_id`, [newer, older, AT],
  );
  if (endedBy !== null) await pool.query('INSERT INTO person_hint_end (hint_id, at, how) VALUES ($1, $2, $3)', [rows[0]?.hint_id, AT, endedBy]);
  return older;
}

it('nobody pays in with an older account beside a verified one because both are from the version before', async () => {
  const { pool } = database;
  const older = [
    await makePair(), await makePair({ hasMoney: true }), await makePair({ isVerified: false }), await makePair({ endedBy: 'by-team' }),
  ];
  const changed = await makePlayer(pool);
  await pool.query(`UPDATE player SET firstname = 'Chídì', lastname = 'Okafor-Eze', phone = '+2348030000002' WHERE user_id = $1`, [changed]);
  await pool.query(
    `INSERT INTO details_change (user_id, at, version, session_hash, before, after) VALUES ($1, $2, 2, '', '{"lastname": "Bello", "phone": "+2348030000001"}', '{}')`,
    [changed, AT],
  );
  await migrate(pool, MIGRATIONS);
  const { rows } = await pool.query<{ user_id: string; identity_check: string | null }>('SELECT user_id, identity_check FROM player WHERE user_id = ANY($1)', [older]);
  expect(older.map((userId) => rows.find((row) => row.user_id === userId)?.identity_check)).toEqual(['play', 'money-in', null, null]);

  await fillSearchKeys(pool);
  await fillSearchKeys(pool);
  const { rows: keys } = await pool.query<{ kind: string; key: string }>('SELECT kind, key FROM lookalike_key WHERE user_id = $1 ORDER BY kind, key', [changed]);
  const keysOf = (kind: string) => keys.filter((row) => row.kind === kind).map(({ key }) => key);
  expect(keysOf('phone')).toEqual(['+2348030000001', '+2348030000002']);
  expect(keysOf('name')).toEqual(['bellochidi', 'chidibello', 'chidiokaforeze', 'okaforezechidi']);
  expect(keysOf('word')).toEqual(['bello', 'chidi', 'chidibello', 'chidiokafor', 'chidiokaforeze', 'eze', 'okafor', 'okaforeze']);
  const { rows: without } = await pool.query('SELECT user_id FROM player WHERE user_id NOT IN (SELECT user_id FROM lookalike_key)');
  expect(without).toEqual([]);
});
