/**
 * Checks the audit trail of admins: `npm run audit:verify [-- --noted 120:9f3a…]`. It reads every line and computes its hash again.
 * It ends with 0 and says where the trail ends (note that elsewhere: `--noted` compares a later trail with it), with 2 and the first
 * broken line, or with 1 when it could not check. It changes nothing.
 */
import { parseArgs } from 'node:util';
import type { AuditHead } from '../../src/core/audit-chain';
import { describeVerdict, verifyAudit } from '../audit';
import { readConfig, runCommand, withDatabase } from './command';

const USAGE = 'Usage: npm run audit:verify [-- --noted LINES:HASH]';

function readExpectedHead(args: string[]): AuditHead | null {
  const { values } = parseArgs({ args, options: { noted: { type: 'string' } } });
  if (values.noted === undefined) return null;
  const [, length, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.noted) ?? [];
  if (length === undefined || hash === undefined) throw new Error(`${USAGE}\n--noted is where a trail ended, as this command says it.`);
  return { length: Number(length), hash };
}

async function run(): Promise<number> {
  const expectedHead = readExpectedHead(process.argv.slice(2));
  return withDatabase(readConfig(), async (pool) => {
    const verdict = await verifyAudit(pool, expectedHead);
    process.stdout.write(`${describeVerdict(verdict)}\n`);
    return verdict.ok ? 0 : 2;
  });
}

await runCommand(run);
