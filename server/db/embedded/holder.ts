import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import { DataDirectoryHeldError, EmbeddedDatabaseError } from '../errors';
import { hasCode } from './files';
import { shortNameOf } from './short-path';

/*
 * One Ayo per data directory.
 *
 * A holder listens on a socket of its own in `holder/` and says so in a record. Others connect to that socket to find out
 * whether it lives: a killed process holds nothing, a process number that was used again deceives nobody, and it works between
 * containers that share the directory (whose process numbers mean nothing to each other).
 *
 * `current.json` names a holder. `after-X.json` is a claim: its writer takes over from the dead holder X (`nobody` where there was none yet),
 * and link(2) lets only one process create it. So the holder is the end of the chain: `current.json`, then the claim on its token, then the
 * claim on that one. A winner renames its own record to `current.json` and then deletes all claims. A process that read the chain before that
 * deletion may create its claim anew; it reads the chain again, does not find itself at the end, and deletes its claim. Tokens are never used
 * twice and `current.json` is never removed, so no order of steps lets two processes hold the directory.
 */

const recordSchema = z.object({ token: z.string(), pid: z.number(), since: z.string() });
type HolderRecord = z.infer<typeof recordSchema>;

export const HOLDER_FOLDER = 'holder';

const TOKEN_BYTES = 12;
const NO_HOLDER = 'nobody';
const CONNECT_DEADLINE_MS = 2_000;
const MAX_ROUNDS = 1_000;

/** A process has this while it holds a data directory. */
export interface Hold {
  release(): Promise<void>;
}

/**
 * Takes the data directory for this process until `release` or its death.
 *
 * @param displayPath the directory as the user wrote it, for the message
 * @param now ms since 1970
 * @throws DataDirectoryHeldError when another living process has it
 */
export async function holdDataDirectory(dataDir: string, displayPath: string, now: () => number): Promise<Hold> {
  const folder = path.join(dataDir, HOLDER_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const name = shortNameOf(folder, socketFile(token));
  const ownRecord = path.join(folder, `own-${token}.json`);
  let server: Server | undefined;
  try {
    server = await listen(socketAddress(name.path, token), displayPath);
    await writeDurably(ownRecord, JSON.stringify({ token, pid: process.pid, since: new Date(now()).toISOString() }));
    await takeOver({ folder, socketFolder: name.path, token, ownRecord, displayPath });
  } catch (error) {
    await Promise.all([closeServer(server), rm(ownRecord, { force: true })]);
    name.release();
    throw error;
  }
  const ownServer = server;
  return {
    release: async () => {
      await closeServer(ownServer);
      name.release();
    },
  };
}

interface TakeoverAttempt {
  readonly folder: string;
  readonly socketFolder: string;
  readonly token: string;
  readonly ownRecord: string;
  readonly displayPath: string;
}

async function takeOver(attempt: TakeoverAttempt): Promise<void> {
  const { folder, token, ownRecord, displayPath } = attempt;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const chain = await readChain(folder);
    const last = chain.at(-1);
    if (last !== undefined && (await isHolderAlive(attempt.socketFolder, last.token))) {
      throw new DataDirectoryHeldError(displayPath, last);
    }
    const claim = claimFile(folder, last?.token ?? NO_HOLDER);
    if (!(await linkIfMissing(ownRecord, claim, displayPath))) continue;
    if ((await readChain(folder)).at(-1)?.token !== token) {
      await rm(claim, { force: true });
      continue;
    }
    await rename(ownRecord, path.join(folder, 'current.json'));
    await removeLeftovers(folder, chain);
    return;
  }
  throw new EmbeddedDatabaseError(`The data directory ${displayPath} could not be taken: other processes keep taking it.`);
}

/** Reads the record in `current.json` and the claims that follow it, the oldest first. The last one is, or was, the holder. */
async function readChain(folder: string): Promise<HolderRecord[]> {
  const chain: HolderRecord[] = [];
  let next = await readRecord(path.join(folder, 'current.json'));
  if (next !== undefined) chain.push(next);
  while ((next = await readRecord(claimFile(folder, next?.token ?? NO_HOLDER))) !== undefined) chain.push(next);
  return chain;
}

async function readRecord(file: string): Promise<HolderRecord | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new EmbeddedDatabaseError(`${file} can't be read. If no other Ayo runs on this data directory, delete it.`, { cause });
  }
}

/**
 * Removes the files of former holders. Only the holder calls this: former holders never come back, and only a claim on its own
 * token counts from now on.
 */
async function removeLeftovers(folder: string, formerHolders: readonly HolderRecord[]): Promise<void> {
  const names = await readdir(folder);
  const fileNames = [...names.filter((name) => name.startsWith('after-')), ...formerHolders.map(({ token }) => socketFile(token))];
  await Promise.all(fileNames.map((name) => rm(path.join(folder, name), { force: true })));
}

async function linkIfMissing(from: string, to: string, displayPath: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw toUnsupportedError(displayPath, error);
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Says whether a holder lives. A full backlog and a stopped process count as alive: only the kernel's "nobody listens" means that
 * the holder is dead.
 */
function isHolderAlive(socketFolder: string, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketAddress(socketFolder, token));
    const settle = (isAlive: boolean): void => {
      socket.destroy();
      resolve(isAlive);
    };
    socket.setTimeout(CONNECT_DEADLINE_MS, () => { settle(true); });
    socket.once('connect', () => { settle(true); });
    socket.once('error', (error) => { settle(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT')); });
  });
}

function listen(address: string, displayPath: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => { reject(toUnsupportedError(displayPath, error)); });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (server === undefined) resolve();
    else server.close(() => { resolve(); });
  });
}

function toUnsupportedError(displayPath: string, cause: unknown): EmbeddedDatabaseError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new EmbeddedDatabaseError(
    `The data directory ${displayPath} is on a file system without Unix sockets or hard links (${code}). ` +
      'Set DATA_DIR to a directory on a local disk, or DATABASE_URL.',
    { cause },
  );
}

const socketFile = (token: string): string => `${token}.sock`;
const claimFile = (folder: string, token: string): string => path.join(folder, `after-${token}.json`);
const socketAddress = (folder: string, token: string): string =>
  process.platform === 'win32' ? `\\\\.\\pipe\\ayo-${token}` : path.join(folder, socketFile(token));
