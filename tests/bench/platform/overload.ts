/**
 * What a process does when more calls come than it can serve. First as many rounds as it serves are measured; then so many, twice and three
 * times as many are sent, however slowly it answers, and a few polls beside them. Clients and server are on the same machine, so what the
 * clients take is missing in what is served.
 */
import { Agent } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createPool } from '../../../server/db/database';
import { formatMegabytes, formatMilliseconds, formatRatio, isAbove, isBelow, timeLine } from '../table';
import type { Line, Table } from '../table';
import { runLoad, send } from './load';
import type { Answer, LoadRequest } from './load';
import { createMoneyRequests } from './money-requests';
import { CLIENTS, playerOf, startServed } from './served-child';
import type { Served } from './served';

/** Of what is served without overload so much is served with it, and the memory is no more than so many times what it was. */
const BUDGETS = { served: 0.9, memory: 1.5 } as const;
const WARM_UP_MS = 4_000;
const MEASURE_MS = 6_000;
const OVERLOAD_MS = 8_000;
const LOADS = [1, 2, 3] as const;
const POLLS_PER_SECOND = 50;
/** How often the clients look whether the next request is due. */
const TICK_MS = 5;
const MEMORY_INTERVAL_MS = 200;
const MAX_SOCKETS = 2_000;

interface Tally {
  sent: number;
  served: number;
  refused: number;
  /** Of the served ones, in ms. */
  readonly durationsMs: number[];
}

interface Step {
  readonly seconds: number;
  readonly rounds: Tally;
  readonly polls: Tally;
  /** The most that the server's process had, in bytes; null where the system does not tell. */
  readonly memory: number | null;
}

const newTally = (): Tally => ({ sent: 0, served: 0, refused: 0, durationsMs: [] });

async function readResident(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Counts an answer. Throws for one that is neither the expected one nor a refusal that says when to come back. */
function count(tally: Tally, { status, retryAfter, text }: Answer, expected: number, tookMs: number): void {
  if (status === expected) {
    tally.served += 1;
    tally.durationsMs.push(tookMs);
    return;
  }
  if ((status !== 503 && status !== 429) || retryAfter === undefined) throw new Error(`${status} instead of ${expected}: ${text.slice(0, 300)}`);
  tally.refused += 1;
}

interface Offer {
  readonly perSecond: number;
  readonly expected: number;
  readonly makeRequest: (n: number) => LoadRequest;
  readonly tally: Tally;
}

/** Sends the offers at their rates, whatever comes back, and waits for every answer: no call that was taken may hang. */
async function sendOffers({ baseUrl, pid }: Served, offers: readonly Offer[]): Promise<{ readonly seconds: number; readonly memory: number | null }> {
  const base = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const pending: Promise<void>[] = [];
  let memory: number | null = null;
  const watch = setInterval(() => void readResident(pid).then((bytes) => {
    memory = bytes === null ? memory : Math.max(memory ?? 0, bytes);
  }), MEMORY_INTERVAL_MS);
  const startMs = performance.now();
  try {
    for (let elapsedMs = 0; elapsedMs < OVERLOAD_MS; elapsedMs = performance.now() - startMs) {
      for (const { perSecond, expected, makeRequest, tally } of offers) {
        for (; tally.sent < (elapsedMs / 1_000) * perSecond; tally.sent += 1) {
          const sentMs = performance.now();
          const request = makeRequest(tally.sent);
          pending.push(send(agent, base, request).then((answer) => count(tally, answer, expected, performance.now() - sentMs)));
        }
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const seconds = (performance.now() - startMs) / 1_000;
    await Promise.all(pending);
    return { seconds, memory };
  } finally {
    clearInterval(watch);
    agent.destroy();
  }
}

async function measureStep(served: Served, roundsPerSecond: number, nextRound: (n: number) => LoadRequest): Promise<Step> {
  const [rounds, polls] = [newTally(), newTally()];
  const poll = (n: number): LoadRequest => {
    const { userId, sessionId, cookie } = playerOf(served, n);
    return { method: 'GET', path: `/api/v1/player/${userId}/balance`, headers: { 'x-sessionid': sessionId, cookie } };
  };
  const result = await sendOffers(served, [
    { perSecond: roundsPerSecond, expected: 201, makeRequest: nextRound, tally: rounds },
    { perSecond: POLLS_PER_SECOND, expected: 200, makeRequest: poll, tally: polls },
  ]);
  return { ...result, rounds, polls };
}

const percentile = (durationsMs: readonly number[], share: number): number => {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const rate = (calls: number, { seconds }: Step): string => `${Math.round(calls / seconds)}/s`;

function describe(tally: Tally, step: Step): string {
  const p99 = tally.durationsMs.length === 0 ? 'none served' : `p99 ${formatMilliseconds(percentile(tally.durationsMs, 0.99))}`;
  return `offered ${rate(tally.sent, step)}, served ${rate(tally.served, step)}, refused ${rate(tally.refused, step)}, ${p99}`;
}

function linesOf(steps: readonly Step[]): readonly Line[] {
  const servedPerSecond = ({ rounds, seconds }: Step): number => rounds.served / seconds;
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ratio = servedPerSecond(last) / servedPerSecond(first);
  const memoryRatio = (last.memory ?? Number.NaN) / (first.memory ?? Number.NaN);
  const memories = steps.map(({ memory }) => (memory === null ? 'unknown' : formatMegabytes(memory))).join(', ');
  return [
    ...steps.flatMap((step, index) => [
      timeLine(`rounds at ${LOADS[index] ?? 0} × the capacity`, describe(step.rounds, step)),
      timeLine('  polls beside them', describe(step.polls, step)),
    ]),
    timeLine('served at 3 × beside 1 ×', formatRatio(ratio), `≥ ${formatRatio(BUDGETS.served)}`, isBelow(ratio, BUDGETS.served)),
    timeLine('memory of the process', `${memories} (${formatRatio(memoryRatio)})`, `≤ ${formatRatio(BUDGETS.memory)}`, isAbove(memoryRatio, BUDGETS.memory)),
  ];
}

async function countRounds({ database: { name, ...connection } }: Served): Promise<number> {
  const pool = createPool({ ...connection, database: name, max: 1 }, () => undefined);
  const { rows } = await pool.query<{ rounds: number }>('SELECT count(*) AS rounds FROM round');
  await pool.end();
  return rows[0]?.rounds ?? 0;
}

/**
 * Measures the capacity, then the overload, with so many players. Throws where the database has more or fewer rounds than were answered with
 * success.
 */
export async function measureOverload(players?: number): Promise<Table> {
  const { served, stop } = await startServed(players);
  try {
    const makeRound = createMoneyRequests(served)('round');
    const nextRound = (n: number): LoadRequest => makeRound(n % CLIENTS);
    // A very slow machine can serve fewer than these clients at a time.
    const shape = { clients: CLIENTS, expected: 201, mayRefuse: true };
    await runLoad(served.baseUrl, { ...shape, ms: WARM_UP_MS }, makeRound);
    const capacity = await runLoad(served.baseUrl, { ...shape, ms: MEASURE_MS }, makeRound);
    const roundsBefore = await countRounds(served);
    const steps: Step[] = [];
    for (const times of LOADS) steps.push(await measureStep(served, capacity.perSecond * times, nextRound));
    const acknowledged = steps.reduce((sum, { rounds }) => sum + rounds.served, 0);
    const written = (await countRounds(served)) - roundsBefore;
    if (written !== acknowledged) throw new Error(`${acknowledged} rounds were answered with success, and the database has ${written}.`);
    return ['Overload, clients on the same machine', [
      timeLine(`capacity, by ${CLIENTS} clients that wait for their answers`, `${Math.round(capacity.perSecond)} rounds/s`),
      ...linesOf(steps),
      timeLine('rounds answered with success, and rounds in the database', `${acknowledged}, ${written}`),
    ]];
  } finally {
    await stop();
  }
}
