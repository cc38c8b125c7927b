/**
 * Rounds beside a floor: a bare Fastify in the same process that writes one row into the same database for each request. The two take turns by the
 * second, and are compared by answers a second and by the processor time of an answer, in Node and in PostgreSQL.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { formatRatio, timeLine } from '../table';
import type { Line, Table } from '../table';
import { readCpuSeconds, readCpuSecondsBelow } from './cpu';
import { runLoad } from './load';
import type { LoadRequest } from './load';
import { startServed } from './served-child';
import type { Served } from './served';

const TURNS = 6;
const TURN_MS = 1_000;
/** The results of this time are discarded, because connections, plans and machine code are made in it. */
const WARM_UP_MS = 3_000;
/** One player alone, and as many as the platform has connections. */
const CLIENT_COUNTS = [1, 20] as const;

interface Tally {
  answers: number;
  seconds: number;
  node: number;
  postgres: number;
}

const newTally = (): Tally => ({ answers: 0, seconds: 0, node: 0, postgres: 0 });

interface Side {
  readonly url: string;
  readonly pid: number;
  readonly clients: number;
}

async function takeTurn({ url, pid, clients }: Side, tally: Tally, ask: () => LoadRequest): Promise<void> {
  const before = [await readCpuSeconds(pid), await readCpuSecondsBelow(pid)] as const;
  const { count, seconds } = await runLoad(url, { clients, expected: 201, ms: TURN_MS }, ask);
  const after = [await readCpuSeconds(pid), await readCpuSecondsBelow(pid)] as const;
  tally.answers += count;
  tally.seconds += seconds;
  tally.node += (after[0] ?? Number.NaN) - (before[0] ?? Number.NaN);
  tally.postgres += (after[1] ?? Number.NaN) - (before[1] ?? Number.NaN);
}

/** Makes requests for rounds, each of the next player. */
function createRounds({ players }: Served): () => LoadRequest {
  let next = 0;
  return () => {
    const player = players[next % players.length];
    if (player === undefined) throw new Error('There are no players.');
    next += 1;
    const { userId, sessionId, cookie, token } = player;
    return {
      method: 'POST', path: `/api/v1/player/${userId}/games/adire-gold/rounds`,
      headers: { 'x-sessionid': sessionId, cookie, 'x-xsrf-token': token, 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
      body: JSON.stringify({ stake: 10, currency: 'NGN', bet: {} }),
    };
  };
}

const floorRequest = (): LoadRequest => ({ method: 'POST', path: '/', headers: {} });

interface Written {
  readonly rounds: number;
  readonly commits: number;
  /** The newest id. */
  readonly last: number;
}

/** Counts the transactions of the ledger above an id, and those of the database that wrote them. */
async function countWriters(database: pg.Client, above: number): Promise<Written> {
  const { rows: [row] } = await database.query<Written>(
    `SELECT count(*)::int AS rounds, count(DISTINCT xmin::text)::int AS commits, coalesce(max(transaction_id), $1)::int AS last
     FROM ledger_transaction WHERE transaction_id > $1`,
    [above],
  );
  if (row === undefined) throw new Error('a count is one row');
  return row;
}

async function measureWith(served: Served, database: pg.Client, clients: number, ask: () => LoadRequest): Promise<readonly Line[]> {
  const { pid, baseUrl, bareUrl } = served;
  const warmUp = { clients, expected: 201, ms: WARM_UP_MS };
  await runLoad(baseUrl, warmUp, ask);
  await runLoad(bareUrl, warmUp, floorRequest);
  const [own, floor] = [newTally(), newTally()];
  const { last } = await countWriters(database, 0);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await takeTurn({ url: bareUrl, pid, clients }, floor, floorRequest);
    await takeTurn({ url: baseUrl, pid, clients }, own, ask);
  }
  const { rounds, commits } = await countWriters(database, last);
  const rate = ({ answers, seconds }: Tally) => answers / seconds;
  const cost = ({ answers, node, postgres }: Tally) => `Node ${((node / answers) * 1e3).toFixed(2)} ms, PostgreSQL ${((postgres / answers) * 1e3).toFixed(2)} ms`;
  return [
    timeLine(`rounds with ${clients} ${clients === 1 ? 'client' : 'clients'}`, `${Math.round(rate(own))}/s, ${formatRatio(rate(own) / rate(floor))} the floor's ${Math.round(rate(floor))}/s`),
    timeLine('  processor time of one', `${cost(own)}; of the floor ${cost(floor)}`),
    timeLine('  commits of one', (commits / rounds).toFixed(2)),
  ];
}

/** Measures rounds on a platform of their own. Their trips and statements are counted by `tests/platform/ledger-trips.test.ts`. */
export async function measureRounds(): Promise<Table> {
  const { served, stop } = await startServed();
  const { name, ...connection } = served.database;
  const database = new pg.Client({ ...connection, database: name });
  try {
    await database.connect();
    const ask = createRounds(served);
    const lines: Line[] = [];
    for (const clients of CLIENT_COUNTS) lines.push(...(await measureWith(served, database, clients, ask)));
    return ['Rounds, beside a bare Fastify that writes one row', lines];
  } finally {
    await database.end();
    await stop();
  }
}
