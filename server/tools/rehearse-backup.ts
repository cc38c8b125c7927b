/**
 * Rehearses a restore: `npm run backup:rehearse -- FOLDER [--secrets FOLDER] [--place FOLDER]`. It puts the backup back into a temporary
 * place, checks all that can be checked, says how long it took and how much would be lost today, and removes the place. It ends with
 * 0 when all is well, 2 when a check failed, 1 when the backup could not be put back.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createLineLog } from '../http/logging';
import { rehearseBackup } from './backup/rehearse-backup';
import { runCommand } from './command';

/** They lie beside this folder, as a source and built. */
const MIGRATIONS = path.join(import.meta.dirname, '../db/migrations');
const USAGE = 'Usage: npm run backup:rehearse -- FOLDER [--secrets FOLDER] [--place FOLDER]';
const MINUTE_MS = 60_000;

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { secrets: { type: 'string' }, place: { type: 'string' } } });
  const [folder, ...extraArguments] = positionals;
  if (folder === undefined || extraArguments.length > 0) throw new Error(USAGE);
  const { steps, isGood, manifest } = await rehearseBackup({
    folder, parent: values.place ?? tmpdir(), migrations: MIGRATIONS, now: () => new Date(), log: createLineLog(process.stderr, 'database'),
    seedKeyFile: values.secrets === undefined ? undefined : path.join(values.secrets, 'seed-keys'),
    fieldKeyFile: values.secrets === undefined ? undefined : path.join(values.secrets, 'field-keys'),
  });
  for (const { says, isGood: isStepGood, seconds } of steps) process.stdout.write(`${isStepGood ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s  ${says}\n`);
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const lostMinutes = (Date.now() - Date.parse(manifest.coveredUntil)) / MINUTE_MS;
  process.stdout.write(`A restore takes ${total.toFixed(1)} s here. The last ${lostMinutes.toFixed(1)} minutes would be lost: all since ${manifest.coveredUntil}.\n`);
  return isGood ? 0 : 2;
}

await runCommand(run);
