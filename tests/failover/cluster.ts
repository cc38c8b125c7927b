/** Three PostgreSQL under Patroni, with etcd and HAProxy, from the files of `server/deploy`. */
import { writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { once } from 'node:events';
import pg from 'pg';
import * as z from 'zod/mini';
import { adapt, readDeployFile } from '../support/deploy-files';
import { freePort } from '../support/free-port';
import { haproxyConfig } from '../support/haproxy';
import type { Programs } from './needs';
import { startNode } from './node';
import type { ClusterNode, Passwords } from './node';
import { databaseUser, endChild, startIn } from './processes';
import type { OnStop } from './stop';
import { until, waitFor } from './wait';

const NODES = ['node-1', 'node-2', 'node-3'] as const;
const ASK_MS = 2_000;

const clusterSchema = z.object({ members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })) });
export type Member = z.infer<typeof clusterSchema>['members'][number];

export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  /** Where HAProxy leads to the primary; the role owns the database. */
  readonly databaseUrl: string;
  /** Where HAProxy leads to the processes of the platform. */
  readonly siteUrl: string;
  /** The ports at which HAProxy expects the two processes of the platform. */
  readonly platformPorts: readonly number[];
  /** Returns what Patroni of one of these nodes, the first that answers, says of all; empty where none answers. */
  members(asked?: readonly ClusterNode[]): Promise<readonly Member[]>;
  /** Waits until there is one leader, and all others follow it, one of them synchronously. Returns the leader. */
  whole(): Promise<ClusterNode>;
  switchOver(from: ClusterNode, to: ClusterNode): Promise<void>;
  /** Makes a connection as superuser to one node, whatever its role. */
  connectTo(node: ClusterNode, database: string): pg.Client;
}

/** Starts everything in `folder`, which everybody may enter. */
export async function startCluster(folder: string, programs: Programs, onStop: OnStop): Promise<Cluster> {
  const user = await databaseUser();
  const passwords: Passwords = { superuser: makePassword(), replication: makePassword(), rewind: makePassword(), restapi: makePassword() };
  const etcdPort = await startEtcd(folder, programs.etcd, onStop);
  const nodes: ClusterNode[] = [];
  for (const name of NODES) nodes.push(await startNode({ folder, name, program: programs.patroni, user, passwords, etcdPort }, onStop));

  const members = async (asked: readonly ClusterNode[] = nodes): Promise<readonly Member[]> => {
    for (const { restPort } of asked) {
      const answer: unknown = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(ASK_MS) }).then((each) => each.json()).catch(() => null);
      const parsed = clusterSchema.safeParse(answer);
      if (parsed.success) return parsed.data.members;
    }
    return [];
  };
  const connectTo = ({ postgresPort }: ClusterNode, database: string): pg.Client =>
    new pg.Client({ host: '127.0.0.1', port: postgresPort, user: 'postgres', password: passwords.superuser, database, connectionTimeoutMillis: 5_000 });
  const whole = (): Promise<ClusterNode> => waitFor('all nodes follow one primary', async () => {
    const leaders = (await members()).filter(({ role, state }) => role === 'leader' && state === 'running');
    const leader = nodes.find(({ name }) => name === leaders[0]?.name);
    if (leader === undefined || leaders.length > 1 || !(await members()).some(({ role }) => role === 'sync_standby')) return null;
    // What Patroni says of a node that is just coming back is older than that.
    return (await isFollowedBy(connectTo(leader, 'postgres'), nodes.length - 1)) ? leader : null;
  });

  const ownPassword = makePassword();
  const admin = connectTo(await whole(), 'postgres');
  await admin.connect();
  await admin.query(`CREATE ROLE ayo LOGIN PASSWORD '${ownPassword}'`);
  await admin.query('CREATE DATABASE ayo OWNER ayo');
  await admin.end();
  const { databasePort, sitePort, platformPorts } = await startHaproxy(folder, programs.haproxy, nodes, onStop);
  const databaseUrl = `postgresql://ayo:${ownPassword}@127.0.0.1:${databasePort}/ayo`;
  await until('HAProxy leads to the primary alone', () => isLedToPrimary(databaseUrl));

  return {
    nodes, databaseUrl, platformPorts, members, whole, connectTo,
    siteUrl: `http://127.0.0.1:${sitePort}`,
    switchOver: async (from, to) => {
      const args = ['-c', from.configFile, 'switchover', 'ayo', '--leader', from.name, '--candidate', to.name, '--force'];
      const command = startIn(programs.patronictl, args, { folder: path.join(folder, from.name), logFile: path.join(folder, 'patronictl.log'), user });
      await once(command, 'exit');
      if (command.exitCode !== 0) throw new Error('The switchover failed; see patronictl.log.');
    },
  };
}

/** Says whether so many nodes receive the log of the one that this connection leads to, one of them synchronously. */
async function isFollowedBy(client: pg.Client, count: number): Promise<boolean> {
  client.on('error', () => undefined);
  const states = await client.connect()
    .then(() => client.query<{ sync_state: string }>(`SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'`))
    .catch(() => null);
  await client.end().catch(() => undefined);
  return states !== null && states.rows.length >= count && states.rows.some(({ sync_state: state }) => state === 'sync');
}

/** Until its first checks HAProxy takes every node for a primary, and goes round all of them. */
async function isLedToPrimary(databaseUrl: string): Promise<boolean> {
  for (let n = 0; n < 2 * NODES.length; n += 1) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: ASK_MS });
    client.on('error', () => undefined);
    const answer = await client.connect().then(() => client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).catch(() => null);
    await client.end().catch(() => undefined);
    if (answer?.rows[0]?.is !== false) return false;
  }
  return true;
}

const makePassword = (): string => randomBytes(16).toString('hex');

/** Starts etcd with one member in the place of the three of etcd.yml: it is the majority, which a node that was cut off can't reach. */
async function startEtcd(folder: string, program: string, onStop: OnStop): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const configFile = path.join(folder, 'etcd.yml');
  await writeFile(configFile, adapt(await readDeployFile('etcd.yml'), {
    ',node-2=http://10.0.0.2:2380,node-3=http://10.0.0.3:2380': '',
    '10.0.0.1:2380': `127.0.0.1:${peerPort}`, '10.0.0.1:2379': `127.0.0.1:${port}`, '/var/lib/etcd/ayo': path.join(folder, 'etcd'),
  }));
  const etcd = startIn(program, ['--config-file', configFile], { folder, logFile: path.join(folder, 'etcd.log') });
  onStop(() => endChild(etcd, 'SIGTERM'));
  // Patroni 3.0 ends where it finds an etcd that does not know its version yet.
  await waitFor('etcd answers', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/version`).then((each) => each.text(), () => 'not_decided');
    return answer.includes('not_decided') ? null : answer;
  });
  return port;
}

async function startHaproxy(folder: string, program: string, nodes: readonly ClusterNode[], onStop: OnStop) {
  const [databasePort, sitePort, platformPorts] = [await freePort(), await freePort(), [await freePort(), await freePort()] as const];
  const configFile = path.join(folder, 'haproxy.cfg');
  await writeFile(configFile, await haproxyConfig({
    site: sitePort, platforms: platformPorts, database: databasePort,
    nodes: nodes.map(({ ways }) => ({ postgres: ways.postgresOfProxy.port, check: ways.restOfProxy.port })),
  }));
  const haproxy = startIn(program, ['-db', '-f', configFile], { folder, logFile: path.join(folder, 'haproxy.log') });
  onStop(() => endChild(haproxy, 'SIGTERM'));
  return { databasePort, sitePort, platformPorts };
}
