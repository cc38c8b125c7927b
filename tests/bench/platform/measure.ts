/** The platform under load, client and server on the same machine, each figure beside a floor of the same run. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/stages.mjs';
import { milliseconds, timeLine, times } from '../table';
import type { Line } from '../table';
import { runLoad } from './load';
import type { Ask } from './load';
import { bareLedger } from './pgbench';
import type { Served } from './served';

const CLIENTS = 16;
const SECONDS = 8;
/** Discarded: connections, plans and machine code are made meanwhile. */
const WARM_UP_SECONDS = 3;

interface Child {
  readonly served: Served;
  stop(): Promise<void>;
}

async function startServed(): Promise<Child> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/platform/served.ts'], {
    cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', () => fail(new Error('The platform for the load tests did not start.')));
  });
  return {
    served: JSON.parse(line) as Served,
    stop: async () => {
      child.stdin.end();
      await gone;
    },
  };
}

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
  return [
    timeLine('balance polls answered with 304', `${Math.round(own.perSecond)}/s, ${times(own.perSecond / bare.perSecond)} bare Fastify's ${Math.round(bare.perSecond)}/s`, `≥ ${times(0.5)}`),
    timeLine('the same at about half load', `median ${half.medianMs.toFixed(1)} ms, p99 ${half.p99Ms.toFixed(1)} ms (${times(half.p99Ms / half.medianMs)})`, `p99 ≤ ${times(10)}`),
  ];
}

async function rounds(served: Served): Promise<readonly Line[]> {
  const turns = new Array<number>(CLIENTS).fill(0);
  const ask = (client: number): Ask => {
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    const { userId, sessionId, cookie, token } = playerOf(served, client, turn);
    return {
      method: 'POST', path: `/api/v1/player/${userId}/games/adire-gold/rounds`,
      headers: {
        'x-sessionid': sessionId, cookie, 'x-xsrf-token': token, 'idempotency-key': randomUUID(), 'content-type': 'application/json',
      },
      body: JSON.stringify({ stake: 10, currency: 'NGN', bet: {} }),
    };
  };
  const shape = { clients: CLIENTS, expected: 201 };
  await runLoad(served.baseUrl, { ...shape, ms: WARM_UP_SECONDS * 1000 }, ask);
  const own = await runLoad(served.baseUrl, { ...shape, ms: SECONDS * 1000 }, ask);
  const bare = await bareLedger(served, SECONDS);
  const beside = bare === null
    ? 'floor not measured: pgbench is missing (Debian: apt-get install postgresql-contrib, or postgresql-15)'
    : `${times(own.perSecond / bare)} the bare ledger statement's ${Math.round(bare)}/s`;
  return [
    timeLine(`rounds with ${CLIENTS} clients`, `${Math.round(own.perSecond)}/s, ${beside}`, bare === null ? '' : `≥ ${times(0.5)}`),
    timeLine('  one round', `median ${milliseconds(own.medianMs)}, p99 ${milliseconds(own.p99Ms)}`),
  ];
}

export async function measurePlatform(): Promise<readonly Line[]> {
  const { served, stop } = await startServed();
  try {
    return [...(await polls(served)), ...(await rounds(served))];
  } finally {
    await stop();
  }
}
