/**
 * Polls of the balance that are answered with 304, beside a bare Fastify in the same process. The two take turns by the second, so that other
 * work on the machine slows down both, and are compared by answers a second and by the processor time of an answer.
 */
import { formatRatio, isAbove, isBelow, timeLine } from '../table';
import type { Line } from '../table';
import { readCpuSeconds } from './cpu';
import { runLoad } from './load';
import type { Load, LoadRequest } from './load';
import { CLIENTS, playerOf } from './served-child';
import type { Served } from './served';

/** Budgets as ratios to the floor of the same run; `p99` is a ratio to the median. */
const BUDGETS = { polls: 0.5, p99: 10 } as const;
const TURNS = 8;
const TURN_MS = 1_000;
/** The results of this time are discarded, because connections, plans and machine code are made in it. */
const WARM_UP_MS = 3_000;
const HALF_LOAD_MS = 8_000;

interface Tally {
  answers: number;
  seconds: number;
  /** Processor time of the server; null where the system does not tell. */
  cpuSeconds: number | null;
}

async function balanceTag({ baseUrl }: Served, { userId, sessionId, cookie }: Served['players'][number]): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/player/${userId}/balance`, { headers: { 'x-sessionid': sessionId, cookie } });
  const tag = answer.headers.get('etag');
  if (tag === null) throw new Error(`The balance was answered with ${answer.status} and no ETag.`);
  return tag;
}

async function takeTurn(url: string, pid: number, tally: Tally, ask: (client: number) => LoadRequest): Promise<void> {
  const before = await readCpuSeconds(pid);
  const { count, seconds } = await runLoad(url, { clients: CLIENTS, expected: 304, ms: TURN_MS }, ask);
  const after = await readCpuSeconds(pid);
  tally.answers += count;
  tally.seconds += seconds;
  tally.cpuSeconds = before === null || after === null || tally.cpuSeconds === null ? null : tally.cpuSeconds + after - before;
}

const perSecond = ({ answers, seconds }: Tally): number => answers / seconds;
const cpuMicroseconds = ({ answers, cpuSeconds }: Tally): number | null => (cpuSeconds === null ? null : (cpuSeconds / answers) * 1e6);

export async function measurePolls(served: Served): Promise<readonly Line[]> {
  const tags = await Promise.all(Array.from({ length: CLIENTS }, (_, client) => balanceTag(served, playerOf(served, client))));
  const ask = (client: number): LoadRequest => {
    const { userId, sessionId, cookie } = playerOf(served, client);
    return { method: 'GET', path: `/api/v1/player/${userId}/balance`, headers: { 'x-sessionid': sessionId, cookie, 'if-none-match': tags[client] } };
  };
  const shape = { clients: CLIENTS, expected: 304 };
  for (const url of [served.baseUrl, served.bareUrl]) await runLoad(url, { ...shape, ms: WARM_UP_MS }, ask);
  const bare: Tally = { answers: 0, seconds: 0, cpuSeconds: 0 };
  const own: Tally = { answers: 0, seconds: 0, cpuSeconds: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await takeTurn(served.bareUrl, served.pid, bare, ask);
    await takeTurn(served.baseUrl, served.pid, own, ask);
  }
  // Half of the greatest load: each client pauses as long as an answer takes at full load.
  const half = await runLoad(served.baseUrl, { ...shape, ms: HALF_LOAD_MS, pauseMs: (CLIENTS / perSecond(own)) * 1000 }, ask);
  return [rateLine(bare, own), cpuLine(bare, own), halfLoadLine(half)];
}

function rateLine(bare: Tally, own: Tally): Line {
  const ratio = perSecond(own) / perSecond(bare);
  const rates = `${Math.round(perSecond(own))}/s, ${formatRatio(ratio)} bare Fastify's ${Math.round(perSecond(bare))}/s`;
  return timeLine('balance polls answered with 304', rates, `≥ ${formatRatio(BUDGETS.polls)}`, isBelow(ratio, BUDGETS.polls));
}

function cpuLine(bare: Tally, own: Tally): Line {
  const [ofBare, ofOwn] = [cpuMicroseconds(bare), cpuMicroseconds(own)];
  const name = '  the server’s processor time of one';
  if (ofBare === null || ofOwn === null) return timeLine(name, 'not measured: needs Linux');
  return timeLine(name, `${ofOwn.toFixed(0)} µs, of bare Fastify ${ofBare.toFixed(0)} µs (${formatRatio(ofBare / ofOwn)})`);
}

/** Makes the line of a load of which half was asked for. */
export function halfLoadLine({ medianMs, p99Ms }: Load): Line {
  const ratio = p99Ms / medianMs;
  const value = `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (${formatRatio(ratio)})`;
  return timeLine('  the same at about half load', value, `p99 ≤ ${formatRatio(BUDGETS.p99)}`, isAbove(ratio, BUDGETS.p99));
}
