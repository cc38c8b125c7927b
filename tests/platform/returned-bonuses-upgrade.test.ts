/** A database of the version before, brought up to date: a bonus whose withdrawal is under way comes back with it, and no other one does. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { writeFirstCredit } from '../support/older-ledger';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

/** The withdrawal that is under way, and one that was refused. */
const [UNDER_WAY, REFUSED] = ['a'.repeat(24), 'b'.repeat(24)];
const ASKED = '2026-11-20T10:00:00.000Z';

let database: TestDatabase;
let pool: Pool;
let folder: string;

/** A bonus as the version before ended it. */
const writeEnded = (userId: string, walletId: string, reason: string) =>
  pool.query(
    `INSERT INTO bonus_wallet (wallet_id, user_id, promotion_id, name, state, wagering, max_stake, valid_days, match_percent, min_deposit, max_bonus,
       granted, requirement, progress, claimed_at, activated_at, expires_at, ended_at, end_reason, lost, rules, cap_times)
     VALUES ($1, $2, 'welcome-bonus', 'Welcome bonus', 'forfeited', 10, 100000, 30, 100, 50000, 5000000, 100000, 1000000, 0,
       '2026-11-19T00:00:00Z', '2026-11-19T00:00:00Z', '2026-12-19T00:00:00Z', $4, $3, 100000, 2, 5)`,
    [walletId, userId, reason, ASKED],
  );

/** A withdrawal that was asked for at that moment; its hold stands for any transaction of the player. */
async function writeWithdrawal(userId: string, id: string): Promise<void> {
  const hold = await transaction(pool, (tx) =>
    writeFirstCredit(tx, { userId, kind: 'deposit', entryKind: 'deposit', from: 'gateway', amount: 1_000_00, reference: id, at: new Date(ASKED) }));
  await pool.query(
    `INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at) VALUES ($1, $2, 'withdrawal', '', 'done', 201, '{}', $3, $3)`,
    [userId, id, ASKED],
  );
  await pool.query(
    `INSERT INTO bank_account (bank_account_id, user_id, bank_code, bank_name, account_number, account_name, added_at)
     VALUES ($1, $2, '058', 'GTBank', '0123456789', 'OBI ADA', $3)`,
    [`ba-${id}`, userId, ASKED],
  );
  await pool.query(
    `INSERT INTO withdrawal (withdrawal_id, user_id, operation_key, amount, currency, state, bank_account_id, bank_code, bank_name, account_number, account_name,
       approvals_needed, reference, hold_transaction, created_at, updated_at, unplayed, unplayed_reason)
     VALUES ($2, $1, $2, 100000, 'NGN', 'checking', 'ba-' || $2, '058', 'GTBank', '0123456789', 'OBI ADA', 2, 'wd-' || $2, $3, $4, $4, 100000, 'mistake')`,
    [userId, id, hold, ASKED],
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  database = await testDatabase({ isMigrated: false });
  ({ pool } = database);
  const all = path.join(ROOT, 'server/db/migrations');
  for (const name of (await readdir(all)).filter((each) => each < '0083')) await cp(path.join(all, name), path.join(folder, name));
  await migrate(pool, folder);
  const [ada, eve, admin] = [await makePlayer(pool), await makePlayer(pool), await makePlayer(pool, { role: 'admin' })];
  await writeWithdrawal(ada, UNDER_WAY);
  await writeWithdrawal(eve, REFUSED);
  await pool.query(
    `UPDATE withdrawal SET state = 'refused', reason = 'No.', refused_by = $1, decided_at = updated_at, end_transaction = hold_transaction
     WHERE withdrawal_id = $2`,
    [admin, REFUSED],
  );
  await writeEnded(ada, 'waits', 'withdrawn');
  await writeEnded(ada, 'closing', 'account-closed');
  await writeEnded(ada, 'given-up', 'forfeited');
  await writeEnded(eve, 'over', 'withdrawn');
  await migrate(pool, all);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('waits for the withdrawal with which it ended, where that is under way', async () => {
  const { rows } = await pool.query('SELECT wallet_id, ended_by FROM bonus_wallet ORDER BY wallet_id COLLATE "C"');
  expect(rows).toEqual([
    { wallet_id: 'closing', ended_by: UNDER_WAY },
    { wallet_id: 'given-up', ended_by: null },
    { wallet_id: 'over', ended_by: null },
    { wallet_id: 'waits', ended_by: UNDER_WAY },
  ]);
});
