/** Many clients over persistent connections; each sends its next request when it has the answer to the last one. */
import { Agent, request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string;
}

export interface Load {
  /** How many requests were answered, and in how many seconds. */
  readonly count: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export interface Answer {
  readonly status: number;
  /** As the header says; undefined without one. */
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Sends one request and reads the whole answer. */
export function send(agent: Agent, base: URL, { method, path, headers, body }: LoadRequest): Promise<Answer> {
  return new Promise((done, fail) => {
    const clientRequest = request({ agent, hostname: base.hostname, port: base.port, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text: Buffer.concat(parts).toString() }));
      answer.on('error', fail);
    });
    clientRequest.on('error', fail);
    clientRequest.end(body);
  });
}

export interface LoadShape {
  readonly clients: number;
  readonly ms: number;
  readonly expected: number;
  readonly pauseMs?: number;
  /** Refusals because of too many calls don't count, and their client pauses; else they are errors. */
  readonly mayRefuse?: boolean;
}

const REFUSED_PAUSE_MS = 50;

/**
 * Runs `clients` side by side for `ms` milliseconds; `ask` makes the next request of a client. Rejects at the first answer with
 * a status other than `expected`, because a load of errors measures nothing. `pauseMs` is the pause between two requests of a
 * client. The clients are divided equally among the addresses.
 */
export async function runLoad(
  addresses: string | readonly string[],
  { clients, ms, expected, pauseMs = 0, mayRefuse = false }: LoadShape,
  makeRequest: (client: number) => LoadRequest,
): Promise<Load> {
  const bases = [addresses].flat().map((address) => new URL(address));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const durationsMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + ms;
  async function client(n: number): Promise<void> {
    const base = bases[n % bases.length];
    if (base === undefined) throw new Error('There is no address.');
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      const { status, text } = await send(agent, base, makeRequest(n));
      if (mayRefuse && (status === 503 || status === 429)) {
        await new Promise((done) => setTimeout(done, REFUSED_PAUSE_MS));
        continue;
      }
      if (status !== expected) throw new Error(`${status} instead of ${expected}: ${text.slice(0, 300)}`);
      durationsMs.push(performance.now() - sentMs);
      if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - startMs) / 1000;
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { count: durationsMs.length, seconds, perSecond: durationsMs.length / seconds, medianMs: percentile(0.5), p99Ms: percentile(0.99) };
}
