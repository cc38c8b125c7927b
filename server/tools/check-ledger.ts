/**
 * Checks the whole ledger and its guards: `npm run ledger:check [-- --reopen]`. It prints each violation; one of money stops money, as in the running
 * platform. Where nothing is violated it takes back the stop that an earlier check of everything made. With `--reopen` it also begins the
 * checkpoint anew, and takes back the stop of the checkpoint: for a ledger that people have looked at. It ends with 0 when money is in order,
 * with 2 when not, or when something else still stops money, and with 1 when it could not check.
 */
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { proveGuards } from '../ledger/guards-proof';
import { readMoneySwitch } from '../ledger/money-switch';
import { checkMoneyNow, reopenMoney } from '../money-watch';
import { readConfig, runCommand, withDatabase } from './command';

async function check(pool: Pool, isReopening: boolean): Promise<number> {
  const lines: string[] = [];
  const platform = {
    pool,
    now: () => new Date(),
    log: (event: string, { id, says, count, examples, guard }: Readonly<Record<string, unknown>> = {}) => {
      if (typeof guard === 'string') lines.push(`${event}: ${String(says)}`);
      if (typeof id === 'string') lines.push(`${event}: ${id} ${String(says)}: ${String(count)}, like ${JSON.stringify(examples)}`);
    },
  };
  const missingGuards = await proveGuards(platform);
  const isInOrder = isReopening ? await reopenMoney(platform) : await checkMoneyNow(platform);
  const { isOpen, reason } = await readMoneySwitch(pool);
  const { rows } = await pool.query<{ total: number }>('SELECT count(*) AS total FROM ledger_entry');
  lines.push(`${String(rows[0]?.total)} entries; money is ${isInOrder ? 'in order' : 'not in order'} and ${isOpen ? 'open' : `closed: ${String(reason)}`}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return isInOrder && isOpen && missingGuards.length === 0 ? 0 : 2;
}

async function run(): Promise<number> {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { reopen: { type: 'boolean', default: false } } });
  return withDatabase(readConfig(), (pool) => check(pool, values.reopen));
}

await runCommand(run);
