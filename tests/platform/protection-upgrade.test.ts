/** A database of the version before protection, with play in it, brought up to date. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { findViolations, LEDGER_INVARIANTS, COUNTER_INVARIANTS } from '../../server/ledger/invariants';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';
import { makeStage } from '../support/protection/stage';
import { ROOT } from '../support/stages.mjs';

/** Day, kind and kobo as the version before wrote them: without counters. Times in Lagos. */
const MOVES: readonly (readonly [string, 'deposit' | 'stake' | 'win' | 'payout', number])[] = [
  ['2026-10-31T23:59:59.999', 'deposit', 900_000],
  ['2026-11-01T00:00:00.000', 'deposit', 50_000],
  ['2026-11-01T10:00:00.000', 'stake', 1_000],
  ['2026-11-15T23:50:00.000', 'stake', 2_000],
  ['2026-11-16T00:05:00.000', 'stake', 4_000],
  ['2026-11-16T00:05:00.000', 'win', 3_000],
  ['2026-11-20T09:00:00.000', 'payout', 7_000],
  // Play that goes on while the platform is brought up to date.
  ['2026-11-21T10:00:00.000', 'stake', 500],
  ['2026-11-21T10:25:00.000', 'stake', 600],
  ['2026-11-21T10:25:00.000', 'win', 50],
];
const HOUSE = { deposit: 'gateway', payout: 'gateway', stake: 'house', win: 'house' } as const;

async function writeOldMoves({ pool }: TestDatabase, userId: string): Promise<void> {
  await pool.query(`INSERT INTO ledger_account (account_id, user_id, kind, currency, balance) VALUES ('real:' || $1::text, $1, 'real', 'NGN', 0)`, [userId]);
  for (const [index, [day, kind, amount]] of MOVES.entries()) {
    const signed = kind === 'stake' || kind === 'payout' ? -amount : amount;
    await pool.query(
      `WITH balance AS (UPDATE ledger_account SET balance = balance + $4, version = version + 1 WHERE account_id = 'real:' || $1 RETURNING balance),
       made AS (INSERT INTO ledger_transaction (kind, user_id, reference, at) VALUES ($2, $1, $6, $5) RETURNING transaction_id)
       INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at)
       SELECT transaction_id, $3 || ':NGN', $1, $7, -$4::bigint, NULL::bigint, NULL::bigint, $5 FROM made
       UNION ALL SELECT transaction_id, 'real:' || $1, $1, $7, $4, balance - $4, balance, $5 FROM made, balance`,
      [userId, kind, HOUSE[kind], signed, new Date(`${day}+01:00`), `old-${index}`, kind === 'payout' ? 'withdrawal' : kind],
    );
  }
}

it('players of the version before have the right counters, and play that goes on is known', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  const database = await testDatabase({ isMigrated: false });
  try {
    const all = path.join(ROOT, 'server/db/migrations');
    // The hashes of the statement are of step 14, which works them out for the entries of before.
    for (const name of (await readdir(all)).filter((each) => each < '0014')) await cp(path.join(all, name), path.join(folder, name));
    await migrate(database.pool, folder);
    const userId = await makePlayer(database.pool);
    await writeOldMoves(database, userId);
    await migrate(database.pool, all);

    const { rows } = await database.pool.query('SELECT day, staked, won, deposited, withdrawn, rounds, played_ms FROM activity_day WHERE user_id = $1 ORDER BY day', [userId]);
    const none = { staked: 0, won: 0, deposited: 0, withdrawn: 0, rounds: 0, played_ms: 0 };
    expect(rows).toEqual([
      { ...none, day: '2026-10-31', deposited: 900_000 },
      { ...none, day: '2026-11-01', deposited: 50_000, staked: 1_000, rounds: 1 },
      { ...none, day: '2026-11-15', staked: 2_000, rounds: 1, played_ms: 600_000 },
      { ...none, day: '2026-11-16', staked: 4_000, won: 3_000, rounds: 1, played_ms: 300_000 },
      { ...none, day: '2026-11-20', withdrawn: 7_000 },
      { ...none, day: '2026-11-21', staked: 1_100, won: 50, rounds: 2, played_ms: 1_500_000 },
    ]);
    expect(await findViolations(database.pool, [...COUNTER_INVARIANTS, ...LEDGER_INVARIANTS.filter(({ id }) => id === 'I10')])).toEqual([]);

    const stage = makeStage(database.pool);
    stage.at('2026-11-21T10:30:00.000+01:00');
    const ada = stage.existingPlayer(userId);
    expect(await ada.protection()).toMatchObject({
      netDeposits: 9_430, played: { day: 1_500_000, week: 1_800_000, month: 2_400_000, ever: 2_400_000 },
      play: { startedAt: '2026-11-21T09:00:00.000Z', dueAt: '2026-11-21T10:00:00.000Z', staked: 11, won: 0.5, rounds: 2 },
    });
    expect(await ada.limit('stake', 'month')).toMatchObject({ used: 81 });
    expect(await ada.limit('loss', 'week')).toMatchObject({ used: 20.5 });
    expect(await ada.limit('deposit', 'month')).toMatchObject({ used: 500 });
    await ada.set('stake', 'month', 90);
    expect((await refusalOf(ada.bet(9.01))).code).toBe('limit-exceeded');
    await ada.bet(9);
    expect(await findViolations(database.pool, [...COUNTER_INVARIANTS, ...LEDGER_INVARIANTS.filter(({ id }) => id === 'I10')])).toEqual([]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
