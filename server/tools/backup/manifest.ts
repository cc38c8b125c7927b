/** What a backup's folder says about itself. It is written last, so a folder without it is not a whole backup. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { errorCode } from '../../db/errors';

export const MANIFEST_FILE = 'backup.json';
export const ARCHIVE_FILE = 'database.tar';
/** PostgreSQL's own list of the files in the archive, each with its SHA-256. */
export const FILE_LIST = 'backup_manifest';

const FORMAT = 1;
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const position = z.string().check(z.regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/));

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** PostgreSQL's version, for example 18.4. */
  postgres: z.string(),
  systemId: z.string(),
  startedAt: z.iso.datetime(),
  /** All that was acknowledged before this moment is in the backup. */
  coveredUntil: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  from: position,
  to: position,
  /** The newest migration. */
  migration: z.string(),
  /** The seed keys without which rounds and draws under way can't go on; the keys themselves are not in the backup. */
  seedKeys: z.array(z.string()),
  /** The field keys without which account numbers can't be opened; a backup of an older version names none. */
  fieldKeys: z.optional(z.array(z.string())),
  files: z.array(z.object({ name: z.enum([ARCHIVE_FILE, FILE_LIST]), bytes: z.number(), sha256 })),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

export const toManifest = (facts: Omit<BackupManifest, 'format'>): BackupManifest => ({ format: FORMAT, ...facts });

/** Reads a backup's manifest. Throws an Error for a folder without a whole backup. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    throw new Error(`${folder} has no whole backup: there is no ${MANIFEST_FILE} in it.`, { cause: error });
  }
  const parsed = manifestSchema.safeParse(toJson(text));
  if (!parsed.success) throw new Error(`${path.join(folder, MANIFEST_FILE)} can't be read, or was written by another version of Ayo.`);
  return parsed.data;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
