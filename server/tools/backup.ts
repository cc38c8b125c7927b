/**
 * Takes a backup of the embedded database: `npm run backup -- FOLDER [--secrets FOLDER]`, also while Ayo runs. The secrets are not in it;
 * with --secrets they are copied into a folder of their own, which belongs on another medium.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createLineLog } from '../http/logging';
import { copySecrets, listSecrets, requireKeyFiles } from './backup/secret-files';
import { takeBackup } from './backup/take-backup';
import { readConfig, runCommand } from './command';

const USAGE = 'Usage: npm run backup -- FOLDER [--secrets FOLDER]';

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { secrets: { type: 'string' } } });
  const [folder, ...extraArguments] = positionals;
  if (folder === undefined || extraArguments.length > 0) throw new Error(USAGE);
  const config = readConfig();
  if (config.databaseUrl !== undefined) throw new Error('DATABASE_URL is set: back up that PostgreSQL with its own tools, as server/README.md says under Backups.');
  if (values.secrets !== undefined && isWithin(values.secrets, folder)) throw new Error('The secrets must not lie beside the backup. Name another folder for them.');
  if (values.secrets !== undefined) await requireKeyFiles(config);
  const manifest = await takeBackup({ dataDir: config.dataDir, folder, now: () => new Date(), log: createLineLog(process.stderr, 'database') });
  const bytes = manifest.files.reduce((total, file) => total + file.bytes, 0);
  const seconds = (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / 1_000;
  process.stdout.write(`${folder}: ${(bytes / 1_000_000).toFixed(1)} MB in ${seconds.toFixed(1)} s. It has all that was acknowledged before ${manifest.coveredUntil}.\n`);
  const secrets = await listSecrets(config, process.env);
  process.stdout.write(`Not in it, and to be kept apart:\n${secrets.map(({ name, loss }) => `  ${name}: ${loss}\n`).join('')}`);
  if (values.secrets !== undefined) {
    const copied = await copySecrets(secrets, values.secrets);
    process.stdout.write(`${copied} files with secrets were copied to ${values.secrets}. Variables are yours to keep.\n`);
  }
  return 0;
}

function isWithin(inner: string, outer: string): boolean {
  const relative = path.relative(path.resolve(outer), path.resolve(inner));
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

await runCommand(run);
