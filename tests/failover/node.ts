/** One of the three nodes: PostgreSQL under Patroni, and the ways to and from it, each of which can be cut. */
import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { UserId } from '../../server/db/embedded/server-user';
import { adapt, readDeployFile } from '../support/deploy-files';
import { freePort } from '../support/free-port';
import { openLink } from './link';
import type { Link } from './link';
import { endChild, familyOf, giveTo, hasEnded, signalAll, startIn } from './processes';
import type { OnStop } from './stop';
import { until } from './wait';

/** `etcd` leads out of the node, the others lead to it: from the other nodes, and from HAProxy. */
export type Ways = Readonly<Record<'etcd' | 'postgres' | 'rest' | 'postgresOfProxy' | 'restOfProxy', Link>>;

export interface ClusterNode {
  readonly name: string;
  readonly ways: Ways;
  /** Its own ports, past all ways. */
  readonly postgresPort: number;
  readonly restPort: number;
  /** The file that Patroni runs with. */
  readonly configFile: string;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
  /** Returns the first process of PostgreSQL, which all others are below; empty where none runs. */
  postmaster(): Promise<number[]>;
  /** Returns the first processes of Patroni and of PostgreSQL. */
  roots(): Promise<number[]>;
}

export type Passwords = Readonly<Record<'superuser' | 'replication' | 'rewind' | 'restapi', string>>;

export interface NodeOptions {
  readonly folder: string;
  readonly name: string;
  /** Patroni. */
  readonly program: string;
  readonly user: UserId | undefined;
  readonly passwords: Passwords;
  readonly etcdPort: number;
}

export async function startNode({ folder, name, program, user, passwords, etcdPort }: NodeOptions, onStop: OnStop): Promise<ClusterNode> {
  const [postgresPort, restPort] = [await freePort(), await freePort()];
  const ways: Ways = {
    etcd: await openLink(etcdPort),
    postgres: await openLink(postgresPort),
    rest: await openLink(restPort),
    postgresOfProxy: await openLink(postgresPort),
    restOfProxy: await openLink(restPort),
  };
  onStop(() => Promise.all(Object.values(ways).map((way) => way.close())));
  const own = path.join(folder, name);
  await mkdir(own);
  const configFile = path.join(own, 'patroni.yml');
  await writeFile(configFile, adapt(await readDeployFile('patroni.yml'), {
    'name: node-1': `name: ${name}`,
    'listen: 10.0.0.1:8008': `listen: 127.0.0.1:${restPort}`,
    'connect_address: 10.0.0.1:8008': `connect_address: 127.0.0.1:${ways.rest.port}`,
    'listen: 10.0.0.1:5432': `listen: 127.0.0.1:${postgresPort}`,
    'connect_address: 10.0.0.1:5432': `connect_address: 127.0.0.1:${ways.postgres.port}`,
    // Otherwise Patroni would ask etcd for its own addresses, and pass by our way.
    '10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379': `127.0.0.1:${ways.etcd.port}\n  use_proxies: true`,
    '10.0.0.0/24': '127.0.0.1/32',
    '/var/lib/postgresql/15/ayo': path.join(own, 'data'),
    '/var/run/postgresql': own,
    ...Object.fromEntries(Object.entries(passwords).map(([whose, password]) => [`CHANGE-ME-${whose}`, password])),
  }), { mode: 0o600 });
  for (const each of [own, configFile]) await giveTo(user, each);

  let patroni: ChildProcess | null = null;
  const start = (): void => {
    patroni = startIn(program, [configFile], { folder: own, logFile: path.join(folder, `${name}.log`), user });
  };
  // Patroni leaves the postmaster to init, so that its own end is not PostgreSQL's.
  const postmaster = async (): Promise<number[]> => {
    const pid = Number.parseInt(await readFile(path.join(own, 'data/postmaster.pid'), 'utf8').catch(() => ''), 10);
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(own) ? [pid] : [];
  };
  const roots = async (): Promise<number[]> => [...(patroni?.pid === undefined || hasEnded(patroni) ? [] : [patroni.pid]), ...(await postmaster())];
  onStop(async () => {
    signalAll(await familyOf(await roots()), 'SIGCONT');
    // Patroni's own way of stopping PostgreSQL waits for standbys that may be gone.
    if (patroni !== null) await endChild(patroni, 'SIGKILL');
    signalAll(await postmaster(), 'SIGQUIT');
    await until(`${name} has ended`, async () => (await postmaster()).length === 0);
  });
  start();
  return { name, ways, postgresPort, restPort, configFile, start, roots, postmaster };
}
