/** Runs a network between clients and the platform that drops, doubles and delays requests and answers 502, by chance. */
import { Agent, createServer, request as ask } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownAnswer, send } from '../faults/own-answers';
import { passOn } from '../faults/spoilt-answers';
import type { Random } from '../seeds';

const RATES = { drop: 0.05, loseAnswer: 0.05, duplicate: 0.05, badGateway: 0.03, badGatewayAfter: 0.02, delay: 0.1 };
/** So long a delay lets other requests overtake. */
const LATE_MS = 40;

export interface ChaosProxy {
  readonly url: string;
  readonly counts: Record<keyof typeof RATES | 'passed', number>;
  close(): Promise<void>;
}

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return { method: request.method ?? 'GET', path: request.url ?? '/', headers: request.headers, body: Buffer.concat(parts) };
}

export async function startChaosProxy(target: string, random: Random): Promise<ChaosProxy> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const counts: ChaosProxy['counts'] = { drop: 0, loseAnswer: 0, duplicate: 0, badGateway: 0, badGatewayAfter: 0, delay: 0, passed: 0 };
  const drawFault = (fault: keyof typeof RATES): boolean => {
    const isHit = random.chance(RATES[fault]);
    if (isHit) counts[fault] += 1;
    return isHit;
  };

  /** Sends the request to the platform, whatever happens to the answer. */
  function forward({ method, path, headers, body }: ReceivedRequest): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const onward = ask({ hostname, port, method, path, headers, agent }, done);
      onward.once('error', fail);
      onward.end(body);
    });
  }

  async function copyLater(received: ReceivedRequest): Promise<void> {
    await pause(random.below(LATE_MS));
    const answer = await forward(received);
    answer.resume();
    await new Promise((done) => answer.once('close', done));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request);
    if (drawFault('drop')) return void request.socket.destroy();
    const badGateway = ownAnswer({ path: /^/, fault: 'bad-gateway' });
    if (badGateway !== null && drawFault('badGateway')) {
      send(response, badGateway);
      return;
    }
    const copy = drawFault('duplicate') ? copyLater(received) : Promise.resolve();
    if (drawFault('delay')) await pause(random.below(LATE_MS));
    const answer = await forward(received);
    counts.passed += 1;
    if (drawFault('loseAnswer')) {
      answer.resume();
      answer.once('close', () => request.socket.destroy());
    } else if (badGateway !== null && drawFault('badGatewayAfter')) {
      answer.resume();
      send(response, badGateway);
    } else passOn(answer, response);
    await copy;
  }

  async function track(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await handle(request, response);
    } catch {
      // The client or the platform disconnected in the middle, as it happens on a network.
      response.destroy();
    }
  }

  const server = createServer((request, response) => void track(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
