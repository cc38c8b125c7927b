/** A database in which rounds whose stake came back have counted, brought up to date: what players have stays theirs. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { migrate } from '../../server/db/migrate';
import { testDatabase } from '../support/database';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

/** A round of ₦100 that paid ₦100 and counted it, in the columns that the version before wrote. */
async function writeCounted(pool: Pool, userId: string, walletId: string, roundId: string): Promise<void> {
  await pool.query(
    `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome, seed_pair_id, nonce,
       client_seed, transaction_id, at)
     VALUES ($1, $2, 'mines', 10000, 10000, 50000, 50000, 1, '{}', '{}', $1, 0, 'x', '1', now())`,
    [roundId, userId],
  );
  await pool.query(
    `INSERT INTO bonus_wager (round_id, wallet_id, user_id, staked, won, counted, contribution, progress, requirement)
     VALUES ($1, $2, $3, 0, 0, 5000, 5000, 5000, 100000)`,
    [roundId, walletId, userId],
  );
}

it('rounds of the version before stay counted, and one that is counted so from now on is found', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  const database = await testDatabase({ isMigrated: false });
  const { pool } = database;
  const counted = WAGERING_INVARIANTS.find(({ rule }) => rule.includes('counts its qualifying stake'));
  const found = async () => (await pool.query<{ found: string }>(counted?.violations ?? '')).rows;
  try {
    const all = path.join(ROOT, 'server/db/migrations');
    for (const name of (await readdir(all)).filter((each) => each < '0032')) await cp(path.join(all, name), path.join(folder, name));
    await migrate(pool, folder);
    // The seeds of the rounds and the terms of the bonuses are not looked at here.
    await pool.query('ALTER TABLE round DROP CONSTRAINT round_seed_pair_id_fkey; ALTER TABLE bonus_wager DROP CONSTRAINT bonus_wager_wallet_id_fkey');
    const userId = await makePlayer(pool);
    await writeCounted(pool, userId, 'wallet-before', 'round-before');
    await migrate(pool, all);
    expect(await found()).toEqual([]);
    await writeCounted(pool, userId, 'wallet-after', 'round-after');
    expect(await found()).toEqual([{ found: 'round round-after counted 5000 of 0' }]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
