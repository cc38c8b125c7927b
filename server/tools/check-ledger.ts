/**
 * Checks the whole ledger and its guards: `npm run ledger:check [-- --reopen] [-- --noted 120:9f3a…]`. It prints each violation; one of money
 * stops money, as in the running platform. Where nothing is violated it takes back the stop that an earlier check of everything made. With
 * `--reopen` it also begins the checkpoint anew, and takes back the stop of the checkpoint: for a ledger that people have looked at. It ends
 * with 0 when money is in order, with 2 when not, or when something else still stops money, and with 1 when it could not check. It also says
 * where the ledger ends: noted outside of the database, `--noted` shows later that nothing up to there was changed (server/ledger/noted-head.ts).
 */
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { proveGuards } from '../ledger/guards-proof';
import { readNotedHead } from '../ledger/noted-head';
import type { LedgerHead } from '../ledger/noted-head';
import { readMoneySwitch } from '../ledger/money-switch';
import { checkMoneyNow, reopenMoney } from '../money-watch';
import { readConfig, runCommand, withDatabase } from './command';

const USAGE = 'Usage: npm run ledger:check [-- --reopen] [-- --noted ENTRY:HASH]';

function readNoted(noted: string | undefined): LedgerHead | null {
  if (noted === undefined) return null;
  const [, entryId, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(noted) ?? [];
  if (entryId === undefined || hash === undefined) throw new Error(`${USAGE}\n--noted is where a ledger ended, as this command says it.`);
  return { entryId: Number(entryId), hash };
}

async function check(pool: Pool, isReopening: boolean, noted: LedgerHead | null): Promise<number> {
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
  const { head, isNotedWhole } = await readNotedHead(pool, noted);
  lines.push(`The ledger was checked up to ${head.entryId}:${head.hash}`);
  if (noted !== null && isNotedWhole === true) lines.push(`Nothing up to entry ${noted.entryId} has changed since it was noted.`);
  if (noted !== null && isNotedWhole === false) lines.push(`An entry up to ${noted.entryId} was changed, removed or added since it was noted, or the note is of another ledger.`);
  process.stdout.write(`${lines.join('\n')}\n`);
  return isInOrder && isOpen && missingGuards.length === 0 && isNotedWhole !== false ? 0 : 2;
}

async function run(): Promise<number> {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { reopen: { type: 'boolean', default: false }, noted: { type: 'string' } } });
  const noted = readNoted(values.noted);
  return withDatabase(readConfig(), (pool) => check(pool, values.reopen, noted));
}

await runCommand(run);
