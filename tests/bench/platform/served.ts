/**
 * A platform as a process of its own for the load tests: embedded PostgreSQL that syncs to the disk, and so many players with
 * money that none of them has to wait for the minimum cycle between two rounds. It prints one line of JSON when it is ready,
 * and ends when its standard input does.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { kobo } from '../../../src/core/money';
import { openSession } from '../../../server/accounts/sessions';
import { openChangeFeed } from '../../../server/db/change-feed';
import { READ_POOL_SIZE, createPool, embeddedConfig } from '../../../server/db/database';
import { startEmbedded } from '../../../server/db/embedded/embedded';
import { migrate } from '../../../server/db/migrate';
import { transaction } from '../../../server/db/transaction';
import { fillCatalogue } from '../../../server/games/initial-catalogue';
import { readFairness } from '../../../server/games/seed-pairs';
import { BINDING_COOKIE, TOKEN_COOKIE } from '../../../server/http/cookies';
import { post } from '../../../server/ledger/post';
import { readSeedKeys } from '../../../server/seed-key-file';
import { testClient } from '../../support/http-client';
import { createBenchApp } from './app';

export interface Served {
  readonly pid: number;
  readonly baseUrl: string;
  /** A bare Fastify that answers every GET with the same 304, and every POST once it has written a row. */
  readonly bareUrl: string;
  readonly players: readonly { readonly userId: string; readonly sessionId: string; readonly cookie: string; readonly token: string }[];
  /** The folder with the database and the seed keys. */
  readonly dataDir: string;
  /** The connection for pgbench. */
  readonly database: { readonly host: string; readonly port: number; readonly user: string; readonly password: string; readonly name: string };
}

/** With 2.5 s between two rounds of a player, this is enough for 1,600 rounds a second. */
const ENOUGH_PLAYERS = 4_000;
const BATCH = 100;
/** The balance of each player in kobo, so large that nobody runs out. */
const PLAYER_KOBO = kobo(10_000_000_000);
const MIGRATIONS = new URL('../../../server/db/migrations/', import.meta.url);

const playerCount = Number(process.argv[2] ?? ENOUGH_PLAYERS);
const dataDir = await mkdtemp(join(tmpdir(), 'ayo-load-'));
const database = await startEmbedded({ dataDir, log: () => undefined });
const connection = embeddedConfig(database);
const pool = createPool(connection, () => undefined);
await migrate(pool, MIGRATIONS);
const now = () => new Date();
const seedKeys = await readSeedKeys({ seedKeyFile: undefined, dataDir }, { pool, randomBytes, now });
const changeFeed = openChangeFeed(pool.options, () => undefined);
const readPool = createPool({ ...connection, max: READ_POOL_SIZE }, () => undefined);
const app = await createBenchApp({ pool, readPool }, dataDir, seedKeys, changeFeed);
await fillCatalogue(pool, now);
const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });

interface NewPlayer {
  readonly userId: string;
  readonly sessionId: string;
  readonly bindingSecret: string;
}

/** Makes players with money, seeds and session, without a password to hash, and as many in one transaction as possible. */
async function makePlayers(from: number, to: number): Promise<NewPlayer[]> {
  const newPlayers: NewPlayer[] = [];
  await transaction(pool, async (tx) => {
    newPlayers.length = 0;
    for (let n = from; n < to; n += 1) {
      const userId = `bench${n}`;
      await tx.query(
        `INSERT INTO player (user_id, username, username_key, email, email_activated_at, password_hash, firstname, lastname,
                             date_of_birth, phone, created_at)
         VALUES ($1, $1, $1, $1 || '@example.com', $2, 'none', 'Ada', 'Obi', '1990-05-17', $3, $2)`,
        [userId, now(), `+234${7_000_000_000 + n}`],
      );
      const moves = [{ kind: 'deposit', from: 'gateway', to: 'real', amount: PLAYER_KOBO }] as const;
      await post(tx, { userId, kind: 'deposit', reference: `bench-${n}`, at: now(), moves });
      await readFairness(tx, { now, randomBytes, seedKeys }, userId);
      const { sessionId, bindingSecret } = await openSession(tx, { now, randomBytes }, userId, { userAgent: 'bench', address: '' });
      newPlayers.push({ userId, sessionId, bindingSecret });
    }
  });
  return newPlayers;
}

/** Adds the anti-forgery token that the platform gives to the session's browser. */
async function withToken({ userId, sessionId, bindingSecret }: NewPlayer): Promise<Served['players'][number]> {
  const client = testClient(baseUrl);
  client.cookies.set(BINDING_COOKIE, bindingSecret);
  await client.request('GET', '/api/v1/auth/anti-forgery');
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { userId, sessionId, cookie, token: client.cookies.get(TOKEN_COOKIE) ?? '' };
}

const players: Served['players'][number][] = [];
for (let n = 0; n < playerCount; n += BATCH) {
  players.push(...(await Promise.all((await makePlayers(n, Math.min(n + BATCH, playerCount))).map(withToken))));
}
await pool.query('CREATE TABLE bench_player (n integer PRIMARY KEY, user_id text NOT NULL)');
await pool.query('INSERT INTO bench_player SELECT place, user_id FROM unnest($1::text[]) WITH ORDINALITY AS listed (user_id, place)', [
  players.map(({ userId }) => userId),
]);

const bare = Fastify();
bare.get('/*', async (_request, reply) => reply.code(304).header('etag', '"constant"').send());
// The floor of a round: one row, one commit.
await pool.query('CREATE TABLE bench_row (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)');
bare.post('/*', async (_request, reply) => {
  await pool.query({ name: 'bench-row', text: 'INSERT INTO bench_row DEFAULT VALUES' });
  return reply.code(201).send({});
});
const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

const served: Served = {
  pid: process.pid, baseUrl, bareUrl, players, dataDir,
  database: {
    host: connection.host ?? '', port: connection.port ?? 5432, user: String(connection.user), name: String(connection.database),
    password: typeof connection.password === 'string' ? connection.password : '',
  },
};
console.log(JSON.stringify(served));

process.stdin.resume();
process.stdin.once('end', () => void (async () => {
  await Promise.all([app.close(), bare.close(), changeFeed.close()]);
  await Promise.all([pool.end(), readPool.end()]);
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
})());
