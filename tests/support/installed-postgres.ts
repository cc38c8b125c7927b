/** A PostgreSQL that is installed on this machine, for a run of the platform's tests, in the place of the embedded one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAnswering } from '../../server/db/embedded/bootstrap';
import { SUPERUSER } from '../../server/db/embedded/cluster';
import { exists } from '../../server/db/embedded/files';
import { runProgram, programOptions } from '../../server/db/embedded/run-program';
import { parseUsers } from '../../server/db/embedded/server-user';
import type { UserId } from '../../server/db/embedded/server-user';
import type { Endpoint } from '../../server/db/embedded/settings';

export interface InstalledPostgres {
  readonly endpoint: Endpoint;
  /** The data directory. */
  readonly data: string;
  /** Ends the server as a crash would, and removes its data. */
  stop(): Promise<void>;
}

export interface InstalledPostgresOptions {
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Fills the data directory in the place of initdb. */
  readonly fill?: (data: string) => Promise<void>;
}

const PORT = 5432;
const ANSWERS_WITHIN_MS = 60_000;
const LOOK_MS = 50;

/** The user that Debian's package has made, where this is root, as whom PostgreSQL does not run. */
export async function postgresUser(): Promise<UserId | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = parseUsers(await readFile('/etc/passwd', 'utf8')).find(({ name }) => name === 'postgres');
  if (user === undefined) throw new Error('There is no user postgres, as whom PostgreSQL could run.');
  return user;
}

/**
 * Starts a new server from the programs in `bin` (Debian: /usr/lib/postgresql/15/bin), with a socket in a temporary folder and without waiting for
 * the disk. Its settings are PostgreSQL's own, as those of an operator's server may be.
 */
export async function startInstalledPostgres(bin: string, { settings, fill }: InstalledPostgresOptions = {}): Promise<InstalledPostgres> {
  if (!(await exists(path.join(bin, 'postgres')))) throw new Error(`There is no PostgreSQL in ${bin}; install it (Debian: apt-get install postgresql-15).`);
  const user = await postgresUser();
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-installed-'));
  await chmod(folder, 0o700);
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = programOptions('/', user);
  if (fill === undefined) {
    const args = [`--pgdata=${data}`, `--username=${SUPERUSER}`, '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'];
    const { code, output } = await runProgram(path.join(bin, 'initdb'), args, options);
    if (code !== 0) throw new Error(`initdb failed: ${output}`);
  } else await fill(data);
  const all = { listen_addresses: '', unix_socket_directories: folder, port: PORT, fsync: 'off', max_connections: 300, log_min_messages: 'fatal', ...settings };
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...options, stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endpoint = { host: folder, port: PORT, password: undefined };
  const end = Date.now() + ANSWERS_WITHIN_MS;
  while (!(await isAnswering(endpoint))) {
    if (server.exitCode !== null || Date.now() > end) throw new Error(`The PostgreSQL of ${bin} does not answer.`);
    await pause(LOOK_MS);
  }
  return {
    endpoint, data,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
