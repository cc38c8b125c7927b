/** The floor of a round: the ledger's work as one statement, run by PostgreSQL's own load program. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Served } from './served';

const run = promisify(execFile);

/**
 * A stake of ₦10 from a random player to the house: one balance, one transaction, two entries. (The name of the house's account
 * is in two parts because pgbench treats a colon with a name as a variable.)
 */
const STATEMENT = `\\set n random(1, :players)
WITH changed AS (
  UPDATE ledger_account SET balance = balance - 1000, version = version + 1
  WHERE account_id = 'real:' || (SELECT user_id FROM bench_player WHERE n = :n) AND balance >= 1000
  RETURNING account_id, user_id, balance
), made AS (
  INSERT INTO ledger_transaction (kind, user_id, reference, at)
  SELECT 'round', user_id, 'bench', now() FROM changed RETURNING transaction_id
)
INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash)
SELECT made.transaction_id, leg.account_id, changed.user_id, 'stake', leg.amount, leg.before, leg.after, now(),
  CASE WHEN leg.after IS NOT NULL THEN sha256('bench') END
FROM made, changed, LATERAL (VALUES
  (changed.account_id, -1000::bigint, changed.balance + 1000, changed.balance),
  ('house:' || 'NGN', 1000::bigint, NULL::bigint, NULL::bigint)
) AS leg (account_id, amount, before, after);
`;

/** Returns transactions per second with 16 clients, or null where there is no pgbench. */
export async function measureBareLedger({ database, players }: Served, seconds: number): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'ayo-pgbench-'));
  const file = join(folder, 'round.sql');
  try {
    await writeFile(file, STATEMENT);
    const { stdout } = await run(
      'pgbench',
      [
        '-n', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String(seconds), '-D', `players=${players.length}`, '-f', file,
        '-h', database.host, '-p', String(database.port), '-U', database.user, database.name,
      ],
      { env: { ...process.env, PGPASSWORD: database.password } },
    );
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench said something else:\n${stdout}`);
    return Number(tps);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
