/** The secrets of an installation: none is in a backup of the database, so that whoever gets hold of one can foretell no round. */
import { constants } from 'node:fs';
import { copyFile, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config';
import type { Environment } from '../../config';
import { errorCode } from '../../db/errors';
import { fieldKeyPath } from '../../field-key-file';
import { seedKeyPath } from '../../seed-key-file';

export interface Secret {
  /** A path or the name of a variable. */
  readonly name: string;
  readonly kind: 'file' | 'variable';
  /** Says what is lost without it. */
  readonly loss: string;
  /** The name that a copy of the file gets. */
  readonly copyName?: string;
}

const FILE_LOSSES: Readonly<Record<string, string>> = {
  'seed-keys': 'rounds and draws under way can be neither played nor revealed',
  'field-keys': 'account numbers can be read by nobody, no payout is sent, and nobody is recognised by their NIN',
};
const VARIABLE_LOSSES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'the password of the database; the owner of that PostgreSQL can set a new one',
  SMTP_URL: 'the password of the mail server; its owner can set a new one',
  PAYSTACK_SECRET_KEY: 'Paystack shows it and makes a new one',
  PAYSTACK_PREVIOUS_SECRET_KEY: 'notifications that are still signed with the old key are refused',
  GAME_PROVIDERS: 'players get other ids at a provider, which no longer finds their older rounds',
  GAME_PROVIDERS_FILE: 'the file that it names has what GAME_PROVIDERS would have, and the same is lost',
};
const UNNAMED_LOSS = 'see server/README.md under Backups';

/** Lists the files and variables with secrets that are in use here. A key file that a variable names is listed even where it is not there. */
export async function listSecrets(config: Pick<Config, 'dataDir' | 'seedKeyFile' | 'fieldKeyFile'>, env: Environment): Promise<Secret[]> {
  const folder = path.resolve(config.dataDir, 'secrets');
  const inFolder = (await namesIn(folder)).map((name) => path.join(folder, name));
  const keyFiles = new Map(Object.entries(keyPaths(config)).map(([name, place]) => [path.resolve(place), name]));
  const named = [...keyFiles].flatMap(([place, name]) => (isNamed(config, name) && !inFolder.includes(place) ? [place] : []));
  const files = [...inFolder, ...named].map((place): Secret => {
    const name = keyFiles.get(place) ?? path.basename(place);
    return { name: place, kind: 'file', loss: FILE_LOSSES[name] ?? UNNAMED_LOSS, copyName: keyFiles.get(place) ?? copyNameOf(name) };
  });
  const variables = Object.entries(VARIABLE_LOSSES).filter(([name]) => (env[name] ?? '') !== '');
  return [...files, ...variables.map(([name, loss]): Secret => ({ name, kind: 'variable', loss }))];
}

type KeyFileConfig = Pick<Config, 'dataDir' | 'seedKeyFile' | 'fieldKeyFile'>;

/** The files of keys by the names that their copies get: those that a restore looks for, whatever the files are called here. */
const keyPaths = (config: KeyFileConfig): Readonly<Record<string, string>> => ({ 'seed-keys': seedKeyPath(config), 'field-keys': fieldKeyPath(config) });

const isNamed = (config: KeyFileConfig, name: string): boolean => (name === 'seed-keys' ? config.seedKeyFile : config.fieldKeyFile) !== undefined;

/** A file that has the name of a file of keys, while a variable names another one, must not take that one's place. */
const copyNameOf = (name: string): string => (Object.hasOwn(FILE_LOSSES, name) ? `unused-${name}` : name);

/** Returns the names of the files in a folder, also where they are links, as in a folder that Kubernetes fills. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  // A link that leads nowhere is listed, too, so that whoever reads or copies it says so.
  const isFile = async (name: string): Promise<boolean> => (await stat(path.join(folder, name)).catch(() => null))?.isFile() ?? true;
  const found = await Promise.all(names.map(async (name) => ((await isFile(name)) ? [name] : [])));
  return found.flat().toSorted();
}

/** Throws where one of the two files of keys is missing: without them a backup can't be used. */
export async function requireKeyFiles(config: KeyFileConfig): Promise<void> {
  for (const [name, place] of Object.entries(keyPaths(config))) {
    if ((await stat(place).catch(() => null))?.isFile() === true) continue;
    throw new Error(`${place} is not there, and without the ${name} a backup can't be used. Set DATA_DIR, SEED_KEY_FILE and FIELD_KEY_FILE as Ayo has them.`);
  }
}

/** Copies the files among the secrets into a folder that only its owner can enter, and returns how many. Throws where one can't be copied. */
export async function copySecrets(secrets: readonly Secret[], folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder for the secrets.`);
  const files = secrets.filter(({ kind }) => kind === 'file');
  for (const { name, copyName } of files) {
    const copy = path.join(folder, copyName ?? path.basename(name));
    // One copy never takes the place of another.
    await copyFile(name, copy, constants.COPYFILE_EXCL);
    await chmod(copy, 0o600);
  }
  return files.length;
}
