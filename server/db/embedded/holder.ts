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
 * A holder listens on a socket of its own in `holder/` and says so in a record. Whether it lives is asked of the
 * kernel, by connecting: a killed process holds nothing, a process number used again deceives nobody, and it works
 * between containers that share the directory (their process numbers mean nothing to each other).
 *
 * Taking over from a dead holder X has to be won by exactly one process: it is, by creating the file `after-X.json`
 * with link(2), which fails when it is there. The winner then makes itself `current.json` (rename) and only then
 * removes the claim; a loser that looked too early and creates the claim anew sees another `current.json` and steps
 * back. Tokens are never used twice and `current.json` is never removed, so there is no order of steps in which two
 * processes hold the directory.
 */

const recordSchema = z.object({ token: z.string(), pid: z.number(), since: z.string() });
type HolderRecord = z.infer<typeof recordSchema>;

export const HOLDER_FOLDER = 'holder';

const TOKEN_BYTES = 12;
const NO_HOLDER = 'nobody';
const CONNECT_DEADLINE_MS = 2_000;
const MAX_ROUNDS = 1_000;

/** What a process has while it holds a data directory. */
export interface Hold {
  release(): Promise<void>;
}

/**
 * Takes the data directory for this process until `release` or its death.
 *
 * @param shownAs the directory as the user wrote it, for the message
 * @param now ms since 1970
 * @throws DataDirectoryHeldError when another living process has it
 */
export async function holdDataDirectory(dataDir: string, shownAs: string, now: () => number): Promise<Hold> {
  const folder = path.join(dataDir, HOLDER_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const name = shortNameOf(folder, socketFile(token));
  const own = path.join(folder, `own-${token}.json`);
  let server: Server | undefined;
  try {
    server = await listen(address(name.path, token), shownAs);
    await writeDurably(own, JSON.stringify({ token, pid: process.pid, since: new Date(now()).toISOString() }));
    await takeOver({ folder, socketFolder: name.path, token, own, shownAs });
  } catch (error) {
    await Promise.all([closeServer(server), rm(own, { force: true })]);
    name.release();
    throw error;
  }
  const listening = server;
  return {
    release: async () => {
      await closeServer(listening);
      name.release();
    },
  };
}

interface Attempt {
  readonly folder: string;
  readonly socketFolder: string;
  readonly token: string;
  readonly own: string;
  readonly shownAs: string;
}

async function takeOver(attempt: Attempt): Promise<void> {
  const { folder, token, own, shownAs } = attempt;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const chain = await readChain(folder);
    const last = chain.at(-1);
    if (last !== undefined && (await lives(attempt.socketFolder, last.token))) {
      throw new DataDirectoryHeldError(shownAs, last);
    }
    const claim = claimFile(folder, last?.token ?? NO_HOLDER);
    if (!(await linkUnlessThere(own, claim, shownAs))) continue;
    if ((await readChain(folder)).at(-1)?.token !== token) {
      await rm(claim, { force: true });
      continue;
    }
    await rename(own, path.join(folder, 'current.json'));
    await sweep(folder, chain);
    return;
  }
  throw new EmbeddedDatabaseError(`The data directory ${shownAs} could not be taken: other processes keep taking it.`);
}

/** The record in `current.json` and the claims that follow it, oldest first. The last one is, or was, the holder. */
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
 * Only the holder calls this: what it took over from can never live again, and no claim but on its own token counts any
 * more.
 */
async function sweep(folder: string, dead: readonly HolderRecord[]): Promise<void> {
  const names = await readdir(folder);
  const doomed = [...names.filter((name) => name.startsWith('after-')), ...dead.map(({ token }) => socketFile(token))];
  await Promise.all(doomed.map((name) => rm(path.join(folder, name), { force: true })));
}

async function linkUnlessThere(from: string, to: string, shownAs: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw unfit(shownAs, error);
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

/** A full backlog or a process that is stopped still counts as alive: only the kernel's "nobody listens" is a death. */
function lives(socketFolder: string, token: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address(socketFolder, token));
    const settle = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(CONNECT_DEADLINE_MS, () => { settle(true); });
    socket.once('connect', () => { settle(true); });
    socket.once('error', (error) => { settle(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT')); });
  });
}

function listen(at: string, shownAs: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => { reject(unfit(shownAs, error)); });
    server.listen(at, () => {
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

function unfit(shownAs: string, cause: unknown): EmbeddedDatabaseError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new EmbeddedDatabaseError(
    `The data directory ${shownAs} is on a file system without Unix sockets or hard links (${code}). ` +
      'Set DATA_DIR to a directory on a local disk, or DATABASE_URL.',
    { cause },
  );
}

const socketFile = (token: string): string => `${token}.sock`;
const claimFile = (folder: string, token: string): string => path.join(folder, `after-${token}.json`);
const address = (folder: string, token: string): string =>
  process.platform === 'win32' ? `\\\\.\\pipe\\ayo-${token}` : path.join(folder, socketFile(token));
