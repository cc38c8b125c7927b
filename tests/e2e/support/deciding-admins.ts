/**
 * Two admins who may decide about money, because they are more than a day old. The first test process that needs them makes them, on a
 * product that is a day behind; every product that has them begins with a copy of its data.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTwoAdmins } from '../../support/first-admins';
import type { AdminCredentials, TwoAdmins } from '../../support/first-admins';
import { PREPARED_DATA, startProduct } from '../../support/product';
import { codesFrom } from '../../support/second-factor';
import { HOUR_MS, envOfClock } from './moved-clock';

/** Names the folder in which they are made. */
export const ADMINS_FOLDER = 'AYO_ADMINS_FOLDER';

const DATA = 'data';
const LIST = 'admins.json';
/** Where the cores are busy, making them takes a minute. */
const MAKING_LIMIT_MS = 180_000;
const LOOK_INTERVAL_MS = 200;

interface Kept {
  readonly username: string;
  readonly password: string;
  readonly codes: readonly string[];
}

interface KeptAdmins {
  readonly first: Kept;
  readonly second: Kept;
}

const keep = ({ username, password, codes }: AdminCredentials): Kept => ({ username, password, codes: codes.left() });
const unpack = ({ codes, ...names }: Kept): AdminCredentials => ({ ...names, codes: codesFrom(codes) });

const lockIn = (folder: string): string => join(folder, 'lock');

async function make(folder: string): Promise<void> {
  const clock = join(folder, 'clock');
  await writeFile(clock, String(-25 * HOUR_MS));
  const product = await startProduct(envOfClock(clock));
  try {
    const { first, second } = await makeTwoAdmins(product);
    await rename(product.dataDir, join(folder, DATA));
    const admins: KeptAdmins = { first: keep(first), second: keep(second) };
    // Written elsewhere first, so that nobody reads a half of it.
    await writeFile(join(folder, 'making'), JSON.stringify(admins));
    await rename(join(folder, 'making'), join(folder, LIST));
  } catch (error) {
    // Another process tries.
    await rm(lockIn(folder), { recursive: true });
    throw error;
  } finally {
    await product.dispose();
  }
}

const folderOfRun = (): string => {
  const folder = process.env[ADMINS_FOLDER];
  if (folder === undefined) throw new Error(`${ADMINS_FOLDER} is not set: prepared-data.ts sets it.`);
  return folder;
};

/** Makes the admins where nobody has; another process that is at it is waited for. */
async function untilMade(): Promise<KeptAdmins> {
  const folder = folderOfRun();
  const deadline = Date.now() + MAKING_LIMIT_MS;
  for (;;) {
    const text = await readFile(join(folder, LIST), 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as KeptAdmins;
    const isMaker = await mkdir(lockIn(folder)).then(() => true, () => false);
    if (isMaker) await make(folder);
    else await new Promise((done) => setTimeout(done, LOOK_INTERVAL_MS));
    if (Date.now() > deadline) throw new Error('The two admins were not made in time.');
  }
}

/** The environment with which a product has the two admins. */
export async function withDecidingAdmins(): Promise<Record<string, string>> {
  await untilMade();
  return { [PREPARED_DATA]: join(folderOfRun(), DATA) };
}

/** Returns their sign-ins, for one product. */
export async function decidingAdmins(): Promise<TwoAdmins> {
  const { first, second } = await untilMade();
  return { first: unpack(first), second: unpack(second) };
}
