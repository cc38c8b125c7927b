/**
 * Compares a gateway's statement, a CSV file, with our books:
 * `node --import tsx server/tools/reconcile.ts <file> [--gateway paystack] [--from 2026-11-01] [--to 2026-12-01]`.
 * Without --from and --to the statement counts as that of the time from its first to its last line. It prints and stores the
 * differences, and ends with 0 when there are none, 2 when there are some, 1 when it could not compare. It moves no money, except in a database
 * that was restored: what was paid after the backup is taken from its player (`lost-payouts.ts`).
 * In a database that was restored, payouts are turned on when it finds none among the payouts. `--accept REFERENCE --reason TEXT` says of one that
 * you have settled it, which stands in the audit trail (--accept may be given again and again). `--accept-gateway NAME --reason TEXT`, with or
 * without a file, says that payouts need not wait for a gateway that can give no statement any more.
 */
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { acceptDifferences, acceptGateway, readStatementCsv, reconcile, differenceTable, readPayoutSwitch, turnPayoutsOnIfReconciled } from '../cashier';
import type { StatementLine } from '../gateways';
import { readConfig, runCommand, withDatabase } from './command';

const USAGE = 'Usage: node --import tsx server/tools/reconcile.ts <file> [--gateway NAME] [--from TIME] [--to TIME] [--accept REFERENCE --accept-gateway NAME --reason TEXT]';

class UsageError extends Error {}

interface ReconcileOptions {
  /** Null where only gateways are accepted. */
  readonly file: string | null;
  readonly gateway: string;
  readonly from: Date | null;
  readonly to: Date | null;
  /** References of differences that were settled by hand. */
  readonly accepted: readonly string[];
  readonly acceptedGateways: readonly string[];
  readonly reason: string;
}

function readArguments(args: string[]): ReconcileOptions {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      gateway: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' },
      accept: { type: 'string', multiple: true }, 'accept-gateway': { type: 'string', multiple: true }, reason: { type: 'string' },
    },
  });
  const { accept: accepted = [], 'accept-gateway': acceptedGateways = [], reason = '' } = values;
  if ((accepted.length + acceptedGateways.length > 0) !== (reason.trim() !== '')) throw new UsageError(USAGE);
  const [file = null, ...extraArguments] = positionals;
  if ((file === null && (acceptedGateways.length === 0 || accepted.length > 0)) || extraArguments.length > 0) throw new UsageError(USAGE);
  return { file, gateway: values.gateway ?? 'paystack', from: readTime('--from', values.from), to: readTime('--to', values.to), accepted, acceptedGateways, reason };
}

function readTime(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw new UsageError(`${name} is ${JSON.stringify(text)}; it must be a time like 2026-11-21 or 2026-11-21T09:00:00Z.`);
  return at;
}

type PlatformLog = Parameters<typeof turnPayoutsOnIfReconciled>[0]['log'];

/** Returns the time from the first line to just after the last one. */
function findPeriod(lines: readonly StatementLine[]): { from: Date; to: Date } {
  const times = lines.map(({ at }) => at.getTime());
  const first = times.reduce((a, b) => Math.min(a, b), Infinity);
  const last = times.reduce((a, b) => Math.max(a, b), -Infinity);
  if (lines.length === 0) throw new UsageError('The statement has no lines: say its time with --from and --to.');
  return { from: new Date(first), to: new Date(last + 1) };
}

/** Accepts differences, and turns payouts on again after a restore where nothing speaks against it. */
async function settlePayouts(
  platform: Parameters<typeof turnPayoutsOnIfReconciled>[0],
  { gateway, accepted, acceptedGateways, reason }: ReconcileOptions,
  payoutGateway: string,
): Promise<void> {
  for (const name of acceptedGateways) {
    const isNew = await acceptGateway(platform, { gateway: name, reason, osUser: userInfo().username });
    if (!isNew) throw new UsageError(`Payouts don't wait for ${name}: they are on, or it is accepted already.`);
  }
  const unknown = await acceptDifferences(platform, { gateway, references: accepted, reason, osUser: userInfo().username });
  if (unknown.length > 0) throw new UsageError(`No difference of a payout has the reference ${unknown.join(', ')}.`);
  if ((await readPayoutSwitch(platform.pool)).isOn) return;
  const isNowOn = await turnPayoutsOnIfReconciled(platform, payoutGateway);
  process.stdout.write(isNowOn ? 'Payouts are on again.\n'
    : 'Payouts stay off: a statement of each gateway that pays out must begin before the backup, end after the restore, and agree on every payout.\n');
}

async function run(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  const config = readConfig();
  // What is booked for payouts that a restore lost must be seen.
  const log: PlatformLog = (event, details) => void (event.startsWith('payout.lost') && process.stdout.write(`${event} ${JSON.stringify(details)}\n`));
  const { file } = options;
  if (file === null) {
    return withDatabase(config, async (pool) => {
      await settlePayouts({ pool, now: () => new Date(), log }, options, config.payments.payouts);
      return 0;
    });
  }
  const statement = readStatementCsv(await readFile(file, 'utf8'));
  if ('error' in statement) throw new UsageError(`${file}: ${statement.error}`);
  const period = options.from !== null && options.to !== null ? { from: options.from, to: options.to } : findPeriod(statement.lines);
  return withDatabase(config, async (pool) => {
    const platform = { pool, now: () => new Date(), log };
    const { differences, newCount } = await reconcile(platform, {
      gateway: options.gateway, source: 'file', from: options.from ?? period.from, to: options.to ?? period.to, lines: statement.lines,
    });
    process.stdout.write(`${statement.lines.length} lines of ${options.gateway}, ${differences.length} differences, ${newCount} of them new.\n`);
    if (differences.length > 0) process.stdout.write(`${differenceTable(differences)}\n`);
    await settlePayouts(platform, options, config.payments.payouts);
    return differences.length === 0 ? 0 : 2;
  });
}

await runCommand(run);
