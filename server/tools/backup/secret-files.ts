/** The secrets of an installation: none is in a backup of the database, so that whoever gets hold of one can foretell no round. */
import { copyFile, chmod, mkdir, readdir } from 'node:fs/promises';
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

/** Lists the files and variables with secrets that are in use here. */
export async function listSecrets(config: Pick<Config, 'dataDir' | 'seedKeyFile' | 'fieldKeyFile'>, env: Environment): Promise<Secret[]> {
  const folder = path.join(config.dataDir, 'secrets');
  const paths = new Set((await namesIn(folder)).map((name) => path.join(folder, name)));
  const named = new Map([[seedKeyPath(config), FILE_LOSSES['seed-keys']], [fieldKeyPath(config), FILE_LOSSES['field-keys']]]);
  if (config.seedKeyFile !== undefined) paths.add(seedKeyPath(config));
  if (config.fieldKeyFile !== undefined) paths.add(fieldKeyPath(config));
  const files = [...paths].map((name): Secret => ({
    name, kind: 'file', loss: named.get(name) ?? FILE_LOSSES[path.basename(name)] ?? UNNAMED_LOSS,
  }));
  const variables = Object.entries(VARIABLE_LOSSES).filter(([name]) => (env[name] ?? '') !== '');
  return [...files, ...variables.map(([name, loss]): Secret => ({ name, kind: 'variable', loss }))];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name).toSorted();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Copies the files among the secrets into a folder that only its owner can enter, and returns how many. Throws where a name is there already. */
export async function copySecrets(secrets: readonly Secret[], folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder for the secrets.`);
  const files = secrets.filter(({ kind }) => kind === 'file');
  for (const { name } of files) {
    const copy = path.join(folder, path.basename(name));
    await copyFile(name, copy);
    await chmod(copy, 0o600);
  }
  return files.length;
}
