/**
 * Puts a backup back: `npm run restore -- FOLDER`, into a DATA_DIR that has no database. Payouts stay off until the gateways'
 * statements were compared with the restored books. `npm run restore -- --mark TIME` says of the database of DATABASE_URL, which was put
 * back by other tools, that it has nothing from after that time.
 */
import { parseArgs } from 'node:util';
import { migrate } from '../db/migrate';
import { createLineLog } from '../http/logging';
import { markAsRestored, restoreBackup } from './backup/restore-backup';
import { MIGRATIONS } from './check-schema';
import { readConfig, runCommand, withAnyDatabase } from './command';

const USAGE = 'Usage: npm run restore -- FOLDER, or npm run restore -- --mark TIME for a database that other tools have put back';
const NEXT_STEPS = `Payouts are off, and everybody has to sign in again. Put the secrets back into DATA_DIR/secrets, start Ayo, and compare a statement of each
gateway that pays out with the books: it must begin before the backup and end after this moment (server/tools/reconcile.ts, or the nightly run).
What was changed after the backup is as it was before. So nobody has a role at the desk now, and approvals that were not at the bank yet are undone:
npm run admin:restore -- USERNAME gives an owner theirs, with a new sign-in, and that owner gives the others theirs under People in /admin.
`;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { mark: { type: 'string' } } });
  const [folder, ...extraArguments] = positionals;
  if ((folder === undefined) === (values.mark === undefined) || extraArguments.length > 0) throw new Error(USAGE);
  const config = readConfig();
  const now = () => new Date();
  if (folder === undefined) {
    const coveredUntil = new Date(values.mark ?? '');
    if (Number.isNaN(coveredUntil.getTime()) || coveredUntil > now()) throw new Error(`${USAGE}\n--mark is the last moment that the database has everything of, like 2026-11-21T09:00:00Z.`);
    await withAnyDatabase(config, async (pool) => {
      await migrate(pool, MIGRATIONS);
      await markAsRestored(pool, coveredUntil, now());
    });
    process.stdout.write(`The database has nothing from after ${coveredUntil.toISOString()}.\n${NEXT_STEPS}`);
    return 0;
  }
  if (config.databaseUrl !== undefined) throw new Error('DATABASE_URL is set: put that PostgreSQL back with its own tools, then say so with --mark.');
  const log = createLineLog(process.stderr, 'database');
  const { coveredUntil } = await restoreBackup({ folder, dataDir: config.dataDir, migrations: MIGRATIONS, now, log });
  process.stdout.write(`${config.dataDir} has all that was acknowledged before ${coveredUntil}; what came later is lost.\n${NEXT_STEPS}`);
  return 0;
}

await runCommand(run);
