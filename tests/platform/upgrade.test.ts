/** A database of the version before the cashier, with everything in it that it could have, brought up to date. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { migrate } from '../../server/db/migrate';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { testDatabase } from '../support/database';
import { makeCashier } from '../support/deposits';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

it('deposits of the version before go on after the upgrade: paid ones stay, pending ones end', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  const database = await testDatabase({ isMigrated: false });
  try {
    const all = path.join(ROOT, 'server/db/migrations');
    for (const name of (await readdir(all)).filter((each) => each < '0010')) await cp(path.join(all, name), path.join(folder, name));
    await migrate(database.pool, folder);
    const userId = await makePlayer(database.pool);
    await database.pool.query(
      `INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at)
       SELECT $1, key, 'deposit', repeat('0', 64), 'done', 201, '{}', now(), now() FROM unnest(ARRAY['key-of-before-0001', 'key-of-before-0002']) key`,
      [userId],
    );
    await database.pool.query(
      `INSERT INTO ledger_account (account_id, user_id, kind, currency, balance, version) VALUES ('real:' || $1::text, $1, 'real', 'NGN', 50000, 1)`,
      [userId],
    );
    await database.pool.query(
      `WITH made AS (INSERT INTO ledger_transaction (kind, user_id, reference, at) VALUES ('deposit', $1, 'aaaaaaaaaaaaaaaaaaaaaaaa', '2026-01-02T09:00:00.007Z') RETURNING transaction_id),
       entries AS (INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at)
         SELECT transaction_id, 'gateway:NGN', $1, 'deposit', -50000, NULL::bigint, NULL::bigint, '2026-01-02T09:00:00.007Z'::timestamptz FROM made
         UNION ALL SELECT transaction_id, 'real:' || $1::text, $1, 'deposit', 50000, 0, 50000, '2026-01-02T09:00:00.007Z' FROM made)
       INSERT INTO deposit (deposit_id, user_id, gateway, reference, operation_key, method, amount, currency, state, return_base,
         created_at, updated_at, expires_at, check_after, transaction_id)
       SELECT repeat('a', 24), $1, 'simulator', 'dep-' || repeat('a', 24), 'key-of-before-0001', 'mobile-money', 50000, 'NGN', 'success', 'http://site.test',
         at, at, at + interval '1 day', at, transaction_id FROM made, (VALUES (timestamptz '2026-01-02')) moment (at)
       UNION ALL SELECT repeat('b', 24), $1, 'simulator', 'dep-' || repeat('b', 24), 'key-of-before-0002', 'mobile-money', 70000, 'NGN', 'pending', 'http://site.test',
         at, at, at + interval '1 day', at, NULL FROM (VALUES (timestamptz '2026-01-02')) moment (at)`,
      [userId],
    );
    expect((await migrate(database.pool, all)).length).toBeGreaterThan(5);

    expect(await findViolations(database.pool, MONEY_INVARIANTS)).toEqual([]);
    const cashier = makeCashier(database.pool);
    await sweepDeposits(cashier.platform);
    const states = await database.pool.query<{ state: string }>('SELECT state FROM deposit ORDER BY deposit_id');
    expect(states.rows.map(({ state }) => state)).toEqual(['success', 'expired']);
    const { deposit } = await cashier.start(userId, 300.01);
    await cashier.notify(cashier.notificationBody(`dep-${deposit.depositId}`));
    expect(await cashier.readReal(userId)).toBe(80_001);
    expect(await findViolations(database.pool, MONEY_INVARIANTS)).toEqual([]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
