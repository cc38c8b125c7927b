/** The platform under load, with client and server on the same machine and each figure beside a floor of the same run. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/stages.mjs';
import { memoryLine } from '../process';
import { isAbove, isBelow, formatMilliseconds, timeLine, formatRatio } from '../table';
import type { Line, Table } from '../table';
import { runLoad } from './load';
import type { LoadRequest, Load } from './load';
import { readMemory } from './memory';
import { measureBareLedger } from './pgbench';
import type { Served } from './served';

/** Budgets as ratios to a floor that was measured in the same run; `p99` is a ratio to the median. */
const BUDGETS = { polls: 0.5, rounds: 0.5, p99: 10 } as const;
const CLIENTS = 16;
const SECONDS = 8;
/** The results of this time are discarded, because connections, plans and machine code are made in it. */
const WARM_UP_SECONDS = 3;

interface ChildProcess {
  /** The first line of its output. */
  readonly line: string;
  stop(): Promise<void>;
}

async function startChild(file: string, args: readonly string[] = []): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', `tests/bench/platform/${file}`, ...args], {
    cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = new Promise<void>((done) => child.once('exit', () => done()));
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', () => fail(new Error(`The platform for the load tests (${file}) did not start.`)));
  });
  return {
    line,
    stop: async () => {
      child.stdin.end();
      await exit;
    },
  };
}

async function startServed(): Promise<{ readonly served: Served; stop(): Promise<void> }> {
  const { line, stop } = await startChild('served.ts');
  return { served: JSON.parse(line) as Served, stop };
}

const startSecondProcess = ({ database, dataDir }: Served): Promise<ChildProcess> => startChild('second-process.ts', [JSON.stringify(database), dataDir]);

/** Returns the player of a client's turn; each client has players of its own. */
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

async function measurePolls(served: Served): Promise<readonly Line[]> {
  const tags = await Promise.all(Array.from({ length: CLIENTS }, (_, client) => balanceTag(served, playerOf(served, client))));
  const ask = (client: number): LoadRequest => {
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
  // Half of the greatest load: each client pauses as long as an answer takes at full load.
  const half = await runLoad(served.baseUrl, { ...shape, ms: SECONDS * 1000, pauseMs: (CLIENTS / own.perSecond) * 1000 }, ask);
  const ratio = own.perSecond / bare.perSecond;
  const rates = `${Math.round(own.perSecond)}/s, ${formatRatio(ratio)} bare Fastify's ${Math.round(bare.perSecond)}/s`;
  return [
    timeLine('balance polls answered with 304', rates, `≥ ${formatRatio(BUDGETS.polls)}`, isBelow(ratio, BUDGETS.polls)),
    halfLoadLine(half),
  ];
}

function halfLoadLine({ medianMs, p99Ms }: Load): Line {
  const ratio = p99Ms / medianMs;
  const value = `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (${formatRatio(ratio)})`;
  return timeLine('  the same at about half load', value, `p99 ≤ ${formatRatio(BUDGETS.p99)}`, isAbove(ratio, BUDGETS.p99));
}

type MoneyCall = 'round' | 'deposit';

/** Makes the next request of each client, and continues through the players from one measurement to the next. */
function createMoneyRequests(served: Served): (way: MoneyCall) => (client: number) => LoadRequest {
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

const NAMES: Readonly<Record<MoneyCall, string>> = { round: 'rounds', deposit: 'deposits' };

interface MoneyMeasurement {
  readonly way: MoneyCall;
  readonly processes: number;
  readonly load: Load;
  /** Null where it was not measured. */
  readonly half: Load | null;
}

async function measureMoneyCalls(
  addresses: readonly string[],
  asks: (way: MoneyCall) => (client: number) => LoadRequest,
): Promise<readonly MoneyMeasurement[]> {
  const measurements: MoneyMeasurement[] = [];
  const shape = { clients: CLIENTS, expected: 201 };
  for (const way of ['round', 'deposit'] as const) {
    await runLoad(addresses, { ...shape, ms: WARM_UP_SECONDS * 1000 }, asks(way));
    const load = await runLoad(addresses, { ...shape, ms: SECONDS * 1000 }, asks(way));
    const pauseMs = (CLIENTS / load.perSecond) * 1000;
    const half = addresses.length === 1 ? await runLoad(addresses, { ...shape, ms: SECONDS * 1000, pauseMs }, asks(way)) : null;
    measurements.push({ way, processes: addresses.length, load, half });
  }
  return measurements;
}

function linesOf({ way, processes, load, half }: MoneyMeasurement, bare: number | null): readonly Line[] {
  const ratio = bare === null ? Number.NaN : load.perSecond / bare;
  const floorText = bare === null ? '' : `, ${formatRatio(ratio)} the bare ledger statement's ${Math.round(bare)}/s`;
  const hasBudget = bare !== null && way === 'round' && processes === 1;
  const [budget, isOver] = hasBudget ? [`≥ ${formatRatio(BUDGETS.rounds)}`, isBelow(ratio, BUDGETS.rounds)] as const : ['', false] as const;
  return [
    timeLine(`${NAMES[way]} with ${CLIENTS} clients, ${processes === 1 ? 'one process' : `${processes} processes`}`, `${Math.round(load.perSecond)}/s${floorText}`, budget, isOver),
    timeLine(`  one ${way}`, `median ${formatMilliseconds(load.medianMs)}, p99 ${formatMilliseconds(load.p99Ms)}`),
    ...(half === null ? [] : [halfLoadLine(half)]),
  ];
}

/**
 * Measures rounds and deposits through one process, then through two on the same database; the floor comes last because it
 * bypasses the platform.
 */
async function measureMoney(served: Served): Promise<readonly Line[]> {
  const asks = createMoneyRequests(served);
  const alone = await measureMoneyCalls([served.baseUrl], asks);
  const memory = [memoryLine('memory of one process and its database, under this load', await readMemory(/platform\/served\.ts/))];
  const second = await startSecondProcess(served);
  let both: readonly MoneyMeasurement[];
  try {
    both = await measureMoneyCalls([served.baseUrl, second.line], asks);
    memory.push(memoryLine('memory of the second process alone', await readMemory(/platform\/second\.ts/), false));
  } finally {
    await second.stop();
  }
  const bare = await measureBareLedger(served, SECONDS);
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
    return ['The platform under load, clients on the same machine', [...(await measurePolls(served)), ...(await measureMoney(served))]];
  } finally {
    await stop();
  }
}
