/** A network between clients and the platform that drops, doubles, delays and answers 502, by chance. */
import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownAnswer, send } from '../faults/own-answers';
import { passOn } from '../faults/spoilt-answers';
import type { Random } from '../seeds';

const RATES = { drop: 0.05, loseAnswer: 0.05, duplicate: 0.05, badGateway: 0.03, badGatewayAfter: 0.02, delay: 0.1 };
/** Enough for others to overtake. */
const LATE_MS = 40;

export interface ChaosProxy {
  readonly url: string;
  readonly counts: Record<keyof typeof RATES | 'passed', number>;
  /** Resolves when no request with this key is on its way any more. */
  quiet(key: string): Promise<void>;
  close(): Promise<void>;
}

interface Taken {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function take(request: IncomingMessage): Promise<Taken> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers, body: Buffer.concat(parts) };
}

export async function startChaosProxy(target: string, random: Random): Promise<ChaosProxy> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const counts: ChaosProxy['counts'] = { drop: 0, loseAnswer: 0, duplicate: 0, badGateway: 0, badGatewayAfter: 0, delay: 0, passed: 0 };
  const onWay = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const hits = (fault: keyof typeof RATES): boolean => {
    const isHit = random.chance(RATES[fault]);
    if (isHit) counts[fault] += 1;
    return isHit;
  };

  /** The platform gets it, whatever becomes of the answer. */
  function forward({ method, path, headers, body }: Taken): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const onward = ask({ hostname, port, method, path, headers, agent }, done);
      onward.once('error', fail);
      onward.end(body);
    });
  }

  async function copyLater(taken: Taken): Promise<void> {
    await pause(random.below(LATE_MS));
    const answer = await forward(taken);
    answer.resume();
    await new Promise((done) => answer.once('close', done));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const taken = await take(request);
    if (hits('drop')) return void request.socket.destroy();
    const bad = ownAnswer({ path: /^/, fault: 'bad-gateway' });
    if (bad !== null && hits('badGateway')) {
      send(response, bad);
      return;
    }
    const copy = hits('duplicate') ? copyLater(taken) : Promise.resolve();
    if (hits('delay')) await pause(random.below(LATE_MS));
    const answer = await forward(taken);
    counts.passed += 1;
    if (hits('loseAnswer')) {
      answer.resume();
      answer.once('close', () => request.socket.destroy());
    } else if (bad !== null && hits('badGatewayAfter')) {
      answer.resume();
      send(response, bad);
    } else passOn(answer, response);
    await copy;
  }

  async function track(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers['idempotency-key'] ?? '');
    onWay.set(key, (onWay.get(key) ?? 0) + 1);
    try {
      await handle(request, response);
    } catch {
      // The client or the platform went away in the middle: one more thing that a network does.
      response.destroy();
    } finally {
      const left = (onWay.get(key) ?? 1) - 1;
      onWay.set(key, left);
      if (left === 0) waiting.get(key)?.splice(0).forEach((wake) => wake());
    }
  }

  const server = createServer((request, response) => void track(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    quiet: async (key) => {
      if ((onWay.get(key) ?? 0) === 0) return;
      await new Promise<void>((done) => waiting.set(key, [...(waiting.get(key) ?? []), done]));
    },
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
