/** Programs of a node, and signals to all that they have started. Reads `/proc`, so it needs Linux. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chown, readFile, readdir } from 'node:fs/promises';
import { parseUsers } from '../../server/db/embedded/server-user';
import type { UserId } from '../../server/db/embedded/server-user';

/** PostgreSQL does not run as root, so its programs are run as the user that Debian's package has made. Undefined: as who runs this. */
export async function databaseUser(): Promise<UserId | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = parseUsers(await readFile('/etc/passwd', 'utf8')).find(({ name }) => name === 'postgres');
  if (user === undefined) throw new Error('There is no user postgres, as whom PostgreSQL could run; install postgresql-15, or run this as an ordinary user.');
  return user;
}

export async function giveTo(user: UserId | undefined, place: string): Promise<void> {
  if (user !== undefined) await chown(place, user.uid, user.gid);
}

export interface ProgramPlace {
  /** Standard output and standard error are appended to this file. */
  readonly logFile: string;
  readonly folder: string;
  readonly user?: UserId | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export function startIn(program: string, args: readonly string[], { logFile, folder, user, env = {} }: ProgramPlace): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(program, [...args], {
    cwd: folder,
    // A group of its own: Ctrl-C is for the run, which then stops everything in its order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin`, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
    ...(user !== undefined && { uid: user.uid, gid: user.gid }),
  });
  closeSync(log);
  return child;
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Sends a signal to a child of ours, and waits for its end. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Returns all processes below these, and these, parents first. */
export async function familyOf(pids: readonly number[]): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The process may have ended meanwhile.
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family: number[] = [];
  const waiting = [...pids];
  for (let pid = waiting.shift(); pid !== undefined; pid = waiting.shift()) {
    family.push(pid);
    waiting.push(...(children.get(pid) ?? []));
  }
  return family;
}

/** Stops processes and all below them, and returns these. The parents are stopped first, so that none is made meanwhile and missed. */
export async function freeze(pids: readonly number[]): Promise<number[]> {
  signalAll(pids, 'SIGSTOP');
  const family = await familyOf(pids);
  signalAll(family, 'SIGSTOP');
  return family;
}

/** Sends a signal to processes; one that has ended meanwhile is no error. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
