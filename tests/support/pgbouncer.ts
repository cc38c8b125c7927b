/** PgBouncer with the shipped configuration before the PostgreSQL of a test run. */
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ROLE } from '../../server/db/embedded/bootstrap';
import { makeDatabaseCable } from './cut-connection';
import { adapt, readDeployFile } from './deploy-files';
import { freePort } from './free-port';
import { requireProgram, startProgram } from './programs';

const NOBODY = 65_534;
const ANSWERS_WITHIN_MS = 60_000;

export interface StartedPgbouncer {
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts it for one database of the run. It makes at most `size` connections to the server. Throws an Error where it is not installed. */
export async function startPgbouncer(database: string, { size, ignored = '' }: { readonly size: number; readonly ignored?: string }): Promise<StartedPgbouncer> {
  const program = requireProgram('pgbouncer');
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-pgbouncer-'));
  const port = await freePort();
  // Nobody but the server's own user and root can enter the folder of its socket.
  const cable = await makeDatabaseCable();
  const [file, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'users')];
  await writeFile(users, `"${ROLE}" ""\n`);
  await writeFile(file, adapt(await readDeployFile('pgbouncer.ini'), {
    'ayo = host=127.0.0.1 port=5000 dbname=ayo': `${database} = host=${cable.config.host} port=${cable.config.port} dbname=${database}`,
    'listen_port = 6432': `listen_port = ${port}\nignore_startup_parameters = ${ignored}`,
    'auth_type = scram-sha-256': 'auth_type = trust', '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 40': `default_pool_size = ${size}`,
    '/var/log/postgresql/pgbouncer.log': path.join(folder, 'log'), '/var/run/postgresql/pgbouncer.pid': path.join(folder, 'pid'),
  }));
  // It does not run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  for (const each of process.getuid?.() === 0 ? [folder, file, users] : []) await chown(each, NOBODY, NOBODY);
  const { child, output } = startProgram(program, [file], {}, user);
  const databaseUrl = `postgresql://${ROLE}@127.0.0.1:${port}/${database}`;
  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const end = Date.now() + ANSWERS_WITHIN_MS;
  while (!(await answers())) if (child.exitCode !== null || Date.now() > end) throw new Error(`PgBouncer does not answer: ${output()}`);
  return {
    databaseUrl,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await cable.cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
