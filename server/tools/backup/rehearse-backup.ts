/** Rehearses the day on which a backup is needed: puts it back into a temporary place and checks everything that can be checked there. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { openDatabase } from '../../db/database';
import type { Log } from '../../db/log';
import { findMissingFieldKeys } from '../../field-key-file';
import { createFieldKeys } from '../../field-keys';
import { readKeys } from '../../key-file';
import { openFields } from '../../seal-fields';
import { findMissingKeys } from '../../seed-key-file';
import { checkRestored, measureStep } from './check-restored';
import type { Finding, RehearsalStep } from './check-restored';
import type { BackupManifest } from './manifest';
import { restoreBackup } from './restore-backup';

export interface RehearsalOptions {
  readonly folder: string;
  /** The folder in which the temporary place is made; it needs room for the whole database. */
  readonly parent: string;
  /** The file with the seed keys that would be put back; undefined where the secrets are not at hand. */
  readonly seedKeyFile: string | undefined;
  /** The same for the field keys. */
  readonly fieldKeyFile?: string | undefined;
  readonly migrations: URL | string;
  readonly now: () => Date;
  readonly log: Log;
}

export interface Rehearsal {
  readonly steps: readonly RehearsalStep[];
  readonly isGood: boolean;
  readonly manifest: BackupManifest;
}

/**
 * Puts a backup back into a temporary place, checks it and removes the place.
 * @throws Error when the backup can't be put back at all
 */
export async function rehearseBackup({ folder, parent, seedKeyFile, fieldKeyFile, ...options }: RehearsalOptions): Promise<Rehearsal> {
  const place = await mkdtemp(path.join(parent, 'ayo-rehearsal-'));
  const steps: RehearsalStep[] = [];
  try {
    const restoring = restoreBackup({ ...options, folder, dataDir: place });
    steps.push(await measureStep(async () => {
      await restoring;
      return { says: 'The backup was put back, each of its files fits its checksum, and the migrations ran.', isGood: true };
    }));
    const restored = await restoring;
    const database = await openDatabase({ dataDir: place, log: options.log });
    try {
      steps.push(...(await checkRestored(database.pool, options.now)));
      steps.push(await measureStep(() => checkKeys(restored, seedKeyFile)));
      steps.push(await measureStep(() => checkFieldKeys(database.pool, restored, fieldKeyFile)));
    } finally {
      await database.close();
    }
    return { steps, isGood: steps.every(({ isGood }) => isGood), manifest: restored };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function checkKeys({ seedKeys }: BackupManifest, seedKeyFile: string | undefined): Promise<Finding> {
  if (seedKeyFile === undefined) return { says: `It needs ${seedKeys.length} seed keys; --secrets FOLDER looks whether you have them.`, isGood: true };
  const missing = await findMissingKeys(seedKeyFile, seedKeys);
  if (missing.length > 0) return { says: `${seedKeyFile} lacks the seed keys ${missing.join(', ')}: rounds under way could not go on.`, isGood: false };
  return { says: `${seedKeyFile} has all ${seedKeys.length} seed keys that it needs.`, isGood: true };
}

/** With the keys every sealed field is opened, since a key may be there and be the wrong one. */
async function checkFieldKeys(pool: Pool, { fieldKeys = [] }: BackupManifest, fieldKeyFile: string | undefined): Promise<Finding> {
  if (fieldKeyFile === undefined) return { says: `It needs ${fieldKeys.length} field keys; --secrets FOLDER looks whether you have them.`, isGood: true };
  const missing = await findMissingFieldKeys(fieldKeyFile, fieldKeys);
  if (missing.length > 0) return { says: `${fieldKeyFile} lacks the field keys ${missing.join(', ')}: account numbers could not be opened.`, isGood: false };
  const { opened, broken } = await openFields(pool, createFieldKeys(readKeys(await readFile(fieldKeyFile, 'utf8'), fieldKeyFile)));
  return broken === 0 ? { says: `All ${opened} sealed fields open.`, isGood: true } : { says: `${broken} of ${opened + broken} sealed fields do not open.`, isGood: false };
}
