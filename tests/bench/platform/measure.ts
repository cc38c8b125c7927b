/** The platform under load, client and server on the same machine, each figure beside a floor of the same run. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/stages.mjs';
import { memoryLine } from '../process';
import { isAbove, isBelow, milliseconds, timeLine, times } from '../table';
import type { Line, Table } from '../table';
import { runLoad } from './load';
import type { Ask, Load } from './load';
import { memoryOf } from './memory';
import { bareLedger } from './pgbench';
import type { Served } from './served';

/** Of a floor that was measured in the same run; the last one of the median. */
const BUDGETS = { polls: 0.5, rounds: 0.5, p99: 10 } as const;
const CLIENTS = 16;
const SECONDS = 8;
/** Discarded: connections, plans and machine code are made meanwhile. */
const WARM_UP_SECONDS = 3;

interface Child {
  /** The first that it said. */
  readonly line: string;
  stop(): Promise<void>;
}

async function startChild(file: string, args: readonly string[] = []): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', `tests/bench/platform/${file}`, ...args], {
    cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', () => fail(new Error(`The platform for the load tests (${file}) did not start.`)));
  });
  return {
    line,
    stop: async () => {
      child.stdin.end();
      await gone;
    },
  };
}

async function startServed(): Promise<{ readonly served: Served; stop(): Promise<void> }> {
  const { line, stop } = await startChild('served.ts');
  return { served: JSON.parse(line) as Served, stop };
}

const startSecond = ({ database }: Served): Promise<Child> => startChild('second.ts', [JSON.stringify(database)]);

/** Each client has players of its own; `turn` goes through them. */
function playerOf({ players }: Served, client: number, turn = 0): Served['players'][number] {
  const player = players[(client + turn * CLIENTS) % players.length];
  if (player === undefined) throw new Error('There are no players.');
  return player;
}

async function balanceTag({ baseUrl }: Served, { userId, sessionId, cookie }: Served['players'][number]): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/player/${userId}/balance`, { headers: { 'x-sessionid': sessionId, cookie } });
  const tag = answer.headers.get('etag');
  if (tag === null) throw new Error(`The balance was answered with ${answer.status} and no ETag.`);
  return tag;
}

async function polls(served: Served): Promise<readonly Line[]> {
  const tags = await Promise.all(Array.from({ length: CLIENTS }, (_, client) => balanceTag(served, playerOf(served, client))));
  const ask = (client: number): Ask => {
    const { userId, sessionId, cookie } = playerOf(served, client);
    return {
      method: 'GET', path: `/api/v1/player/${userId}/balance`,
      headers: { 'x-sessionid': sessionId, cookie, 'if-none-match': tags[client] },
    };
  };
  const shape = { clients: CLIENTS, expected: 304 };
  for (const url of [served.baseUrl, served.bareUrl]) await runLoad(url, { ...shape, ms: WARM_UP_SECONDS * 1000 }, ask);
  const bare = await runLoad(served.bareUrl, { ...shape, ms: SECONDS * 1000 }, ask);
  const own = await runLoad(served.baseUrl, { ...shape, ms: SECONDS * 1000 }, ask);
  // Half as much as it can do: each client waits as long as an answer takes at full load.
  const half = await runLoad(served.baseUrl, { ...shape, ms: SECONDS * 1000, pauseMs: (CLIENTS / own.perSecond) * 1000 }, ask);
  const ratio = own.perSecond / bare.perSecond;
  const rates = `${Math.round(own.perSecond)}/s, ${times(ratio)} bare Fastify's ${Math.round(bare.perSecond)}/s`;
  return [
    timeLine('balance polls answered with 304', rates, `≥ ${times(BUDGETS.polls)}`, isBelow(ratio, BUDGETS.polls)),
    halfLoadLine(half),
  ];
}

function halfLoadLine({ medianMs, p99Ms }: Load): Line {
  const ratio = p99Ms / medianMs;
  const value = `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (${times(ratio)})`;
  return timeLine('  the same at about half load', value, `p99 ≤ ${times(BUDGETS.p99)}`, isAbove(ratio, BUDGETS.p99));
}

type Ways = 'round' | 'deposit';

/** The next request of each client; goes on through the players from one measurement to the next. */
function moneyAsks(served: Served): (way: Ways) => (client: number) => Ask {
  const turns = new Array<number>(CLIENTS).fill(0);
  return (way) => (client) => {
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    const { userId, sessionId, cookie, token } = playerOf(served, client, turn);
    return {
      method: 'POST', path: `/api/v1/player/${userId}/${way === 'round' ? 'games/adire-gold/rounds' : 'deposits'}`,
      headers: {
        'x-sessionid': sessionId, cookie, 'x-xsrf-token': token, 'idempotency-key': randomUUID(), 'content-type': 'application/json',
      },
      body: JSON.stringify(way === 'round' ? { stake: 10, currency: 'NGN', bet: {} } : { method: 'card', amount: 500, currency: 'NGN', again: true }),
    };
  };
}

const NAMES: Readonly<Record<Ways, string>> = { round: 'rounds', deposit: 'deposits' };

interface Measured {
  readonly way: Ways;
  readonly processes: number;
  readonly load: Load;
  /** Null where it was not asked for. */
  readonly half: Load | null;
}

async function measureWays(addresses: readonly string[], asks: (way: Ways) => (client: number) => Ask): Promise<readonly Measured[]> {
  const measured: Measured[] = [];
  const shape = { clients: CLIENTS, expected: 201 };
  for (const way of ['round', 'deposit'] as const) {
    await runLoad(addresses, { ...shape, ms: WARM_UP_SECONDS * 1000 }, asks(way));
    const load = await runLoad(addresses, { ...shape, ms: SECONDS * 1000 }, asks(way));
    const pauseMs = (CLIENTS / load.perSecond) * 1000;
    const half = addresses.length === 1 ? await runLoad(addresses, { ...shape, ms: SECONDS * 1000, pauseMs }, asks(way)) : null;
    measured.push({ way, processes: addresses.length, load, half });
  }
  return measured;
}

function linesOf({ way, processes, load, half }: Measured, bare: number | null): readonly Line[] {
  const ratio = bare === null ? Number.NaN : load.perSecond / bare;
  const beside = bare === null ? '' : `, ${times(ratio)} the bare ledger statement's ${Math.round(bare)}/s`;
  const isJudged = bare !== null && way === 'round' && processes === 1;
  const [budget, isOver] = isJudged ? [`≥ ${times(BUDGETS.rounds)}`, isBelow(ratio, BUDGETS.rounds)] as const : ['', false] as const;
  return [
    timeLine(`${NAMES[way]} with ${CLIENTS} clients, ${processes === 1 ? 'one process' : `${processes} processes`}`, `${Math.round(load.perSecond)}/s${beside}`, budget, isOver),
    timeLine(`  one ${way}`, `median ${milliseconds(load.medianMs)}, p99 ${milliseconds(load.p99Ms)}`),
    ...(half === null ? [] : [halfLoadLine(half)]),
  ];
}

/** Rounds and deposits through one process, then through two on the same database; the floor last, it writes past the platform. */
async function money(served: Served): Promise<readonly Line[]> {
  const asks = moneyAsks(served);
  const alone = await measureWays([served.baseUrl], asks);
  const memory = [memoryLine('memory of one process and its database, under this load', await memoryOf(/platform\/served\.ts/))];
  const second = await startSecond(served);
  let both: readonly Measured[];
  try {
    both = await measureWays([served.baseUrl, second.line], asks);
    memory.push(memoryLine('memory of the second process alone', await memoryOf(/platform\/second\.ts/), false));
  } finally {
    await second.stop();
  }
  const bare = await bareLedger(served, SECONDS);
  const floor = bare === null ? 'not measured: pgbench is missing (Debian: apt-get install postgresql-contrib, or postgresql-15)' : `${Math.round(bare)}/s`;
  return [
    timeLine('the bare ledger statement, by pgbench', floor),
    ...[...alone, ...both].flatMap((each) => linesOf(each, bare)),
    ...memory,
  ];
}

export async function measurePlatform(): Promise<Table> {
  const { served, stop } = await startServed();
  try {
    return ['The platform under load, clients on the same machine', [...(await polls(served)), ...(await money(served))]];
  } finally {
    await stop();
  }
}
