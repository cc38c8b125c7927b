/** A database of the version before, brought up to date: who had claimed a bonus keeps its terms, but for a wagering above ten times. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { readPromotions } from '../../server/promotions/promotion-rows';
import { termsOf } from '../../server/promotions/terms';
import { SHIPPED_PROMOTIONS } from '../../src/core/shipped-promotions';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

let database: TestDatabase;
let pool: Pool;
let folder: string;
let userId: string;

/** A wallet as the version before wrote it: a match of ₦1,000 at that wagering, so far on. */
const writeWallet = (walletId: string, { state = 'active', wagering = 30, progress = 0, granted = 1_000_00 } = {}) =>
  pool.query(
    `INSERT INTO bonus_wallet (wallet_id, user_id, promotion_id, name, state, wagering, max_stake, valid_days, match_percent, min_deposit, max_bonus,
       granted, requirement, progress, claimed_at, activated_at, expires_at, ended_at, end_reason)
     VALUES ($1, $2, 'welcome-bonus', 'Welcome bonus', $3::text, $4::integer, 100000, 30, 100, 50000, 5000000, $5::bigint, $5::bigint * $4::integer, $6, '2026-11-20T00:00:00Z',
       CASE WHEN $3::text = 'pending' THEN NULL ELSE '2026-11-20T00:00:00Z'::timestamptz END, '2026-12-20T00:00:00Z',
       CASE WHEN $3::text = 'expired' THEN '2026-11-21T00:00:00Z'::timestamptz END, CASE WHEN $3::text = 'expired' THEN 'expired' END)`,
    [walletId, userId, state, wagering, granted, progress],
  );

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  database = await testDatabase({ isMigrated: false });
  ({ pool } = database);
  const all = path.join(ROOT, 'server/db/migrations');
  for (const name of (await readdir(all)).filter((each) => each < '0075')) await cp(path.join(all, name), path.join(folder, name));
  await migrate(pool, folder);
  userId = await makePlayer(pool);
  const admin = await makePlayer(pool, { role: 'admin' });
  for (const [gameId, contribution] of [['mines', 5_000], ['dice', 1_000], ['adire-gold', 10_000]] as const) {
    await pool.query(
      `INSERT INTO game (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at) VALUES ($1, $1, '{}', $2, 100, 1000000, 1, '/x', $3, now())`,
      [gameId, contribution, contribution],
    );
  }
  await pool.query(`INSERT INTO ledger_account (account_id, user_id, kind, currency, balance) VALUES ('real:' || $1, $1, 'real', 'NGN', 900000)`, [userId]);
  await writeWallet('fresh');
  await writeWallet('far', { progress: 25_500_00 });
  await writeWallet('last', { progress: 29_500_00 });
  await writeWallet('easy', { wagering: 5 });
  await writeWallet('waits', { state: 'pending', granted: 0 });
  await writeWallet('over', { state: 'expired' });
  await pool.query(`UPDATE promotion SET wagering = 25, max_bonus = 700000, updated_by = $1 WHERE promotion_id = 'friday'`, [admin]);
  await migrate(pool, all);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const wallets = async () => {
  const { rows } = await pool.query('SELECT wallet_id, wagering, requirement, rules, cap_times, older_counts FROM bonus_wallet ORDER BY wallet_id COLLATE "C"');
  return rows;
};

describe('a bonus that was claimed before', () => {
  it('must be wagered ten times at most, or once more than it has been already; everything else is as it was claimed', async () => {
    const formerRules = { rules: 1, cap_times: null, older_counts: { mines: 5_000 } };
    expect(await wallets()).toEqual([
      { wallet_id: 'easy', wagering: 5, requirement: 5_000_00, ...formerRules },
      { wallet_id: 'far', wagering: 26, requirement: 26_000_00, ...formerRules },
      { wallet_id: 'fresh', wagering: 10, requirement: 10_000_00, ...formerRules },
      { wallet_id: 'last', wagering: 30, requirement: 30_000_00, ...formerRules },
      { wallet_id: 'over', wagering: 30, requirement: 30_000_00, ...formerRules, older_counts: null },
      { wallet_id: 'waits', wagering: 10, requirement: 0, ...formerRules },
    ]);
  });

  it('keeps its terms from then on', async () => {
    for (const change of ['rules = 2', 'cap_times = 5', 'older_counts = NULL', 'wagering = 3']) {
      await expect(pool.query(`UPDATE bonus_wallet SET ${change} WHERE wallet_id = 'fresh'`)).rejects.toThrow('what a bonus was claimed on is fixed');
    }
  });

  it('is sent again to devices that have it', async () => {
    const { rows } = await pool.query(`SELECT bonus_version FROM ledger_account WHERE account_id = 'real:' || $1`, [userId]);
    expect(rows).toEqual([{ bonus_version: 1 }]);
  });
});

describe('an offer', () => {
  it('that no admin has changed gets the new terms; any other asks for ten times, and may cost as much as it gives', async () => {
    const rows = await readPromotions({ pool, places: { wageringCeiling: 10 }, now: () => new Date() });
    const terms = new Map(rows.map((row) => [row.promotion_id, termsOf(row)]));
    for (const id of ['welcome-bonus', 'free-spins', 'giveaway'] as const) expect(terms.get(id), id).toEqual(SHIPPED_PROMOTIONS[id]);
    expect(terms.get('friday')).toMatchObject({ wagering: 10, maxBonus: 7_000, budget: 7_000, capTimes: 5 });
    expect(rows.map(({ promotion_id: id, version }) => [id, version])).toEqual([['welcome-bonus', 2], ['free-spins', 2], ['friday', 2], ['giveaway', 1]]);
  });
});

describe('what was there before', () => {
  it('mines count a tenth from now on, and games that counted no more than that are as they were', async () => {
    const { rows } = await pool.query('SELECT game_id, contribution, version FROM game ORDER BY game_id');
    expect(rows).toEqual([{ game_id: 'adire-gold', contribution: 10_000, version: 1 }, { game_id: 'dice', contribution: 1_000, version: 1 }, { game_id: 'mines', contribution: 1_000, version: 2 }]);
  });

  it('money on a balance counts as played', async () => {
    const { rows } = await pool.query(`SELECT unplayed, unplayed_of FROM ledger_account WHERE account_id = 'real:' || $1`, [userId]);
    expect(rows).toEqual([{ unplayed: 0, unplayed_of: 0 }]);
  });
});
