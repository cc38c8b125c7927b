/**
 * A proxy between a browser and the product that breaks requests by rules, like a real phone's network. Browsers use its address as
 * the site's; it does not change what passes. `faults/rules.ts` lists the faults.
 */
import { Agent, createServer, request as ask } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ownAnswer, send } from './faults/own-answers';
import { Rules } from './faults/rules';
import type { Fault, Rule } from './faults/rules';
import { changesBody, passOn, passOnSpoilt } from './faults/spoilt-answers';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  /** The status of the platform's answer; null when it got no request, or has not answered yet. */
  status: number | null;
  readonly fault: Fault | null;
  /** True on a connection that carried a request before: when it breaks, a browser sends the request again by itself. */
  readonly isOnKeptConnection: boolean;
}

export interface FaultProxy {
  readonly url: string;
  /** Every request that arrived here, in order. */
  readonly requests: readonly SeenRequest[];
  /** Adds a rule. Several may apply at once; of those that match, the oldest is used. */
  break(rule: Rule): void;
  /** Lets everything pass again: requests that hang are dropped, and answers that were held arrive. */
  heal(): void;
  /** Does the same as `heal`, but requests that hang continue to hang, as on a phone. */
  healForNew(): void;
  /** Stops listening, so that connections are refused. */
  refuse(): Promise<void>;
  /** Listens again after `refuse`, at the same address. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** This is longer than any pause of the app, so that a browser keeps its connections, as to real hosts. */
const KEEP_ALIVE_MS = 120_000;

/** One request on its way to the platform. */
interface Passing {
  readonly fault: Fault | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: IncomingMessage) => void;
  readonly onError: () => void;
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const requests: SeenRequest[] = [];
  const usedSockets = new WeakSet<Socket>();
  const hangingSockets = new Set<Socket>();
  const rules = new Rules();
  let heldAnswers: (() => void)[] = [];
  // After a restart of the platform a kept connection would be a fault that no rule asked for, so what can't be asked twice has a new one.
  const keptAgent = new Agent({ keepAlive: true });
  const freshAgent = new Agent({ keepAlive: false });

  function askOn(agent: Agent, request: IncomingMessage, { fault, signal, onAnswer }: Passing): ClientRequest {
    const { method, url } = request;
    const headers = { ...request.headers };
    if (changesBody(fault)) {
      // A body that will be changed must be sent, and not be compressed.
      headers['accept-encoding'] = 'identity';
      delete headers['if-none-match'];
    }
    const onward = ask({ hostname, port, method, path: url, headers, agent, signal }, onAnswer);
    if (method === 'GET') onward.end();
    else request.pipe(onward);
    return onward;
  }

  function askPlatform(request: IncomingMessage, passing: Passing): void {
    const askAnew = () => void askOn(freshAgent, request, passing).once('error', passing.onError);
    if (request.method !== 'GET') return askAnew();
    const onward = askOn(keptAgent, request, passing);
    onward.once('error', () => {
      if (onward.reusedSocket && !passing.signal.aborted) askAnew();
      else passing.onError();
    });
  }

  function deliver(fault: Fault | null, answer: IncomingMessage, response: ServerResponse, socket: Socket): void {
    if (fault === 'lose-answer') {
      answer.resume();
      answer.once('end', () => socket.destroy());
    } else if (fault !== null && changesBody(fault)) {
      passOnSpoilt(fault, answer, response).catch(() => socket.destroy());
    } else passOn(answer, response);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', socket } = request;
    const rule = rules.take(method, url);
    const fault = rule?.fault ?? null;
    const record: SeenRequest = { method, path: url, key: keyOf(request), status: null, fault, isOnKeptConnection: usedSockets.has(socket) };
    usedSockets.add(socket);
    requests.push(record);
    if (fault === 'drop') return void socket.destroy();
    if (fault === 'hang') return void hangingSockets.add(socket);
    const own = rule === null ? null : ownAnswer(rule);
    if (own !== null) {
      request.resume();
      return send(response, own);
    }
    const isGone = new AbortController();
    askPlatform(request, {
      fault,
      signal: isGone.signal,
      onAnswer: (answer) => {
        record.status = answer.statusCode ?? null;
        const answerNow = () => deliver(fault, answer, response, socket);
        if (fault === 'hold-answer') heldAnswers.push(answerNow);
        else answerNow();
      },
      // A product that does not answer looks as if nobody listened here.
      onError: () => socket.destroy(),
    });
    response.once('close', () => {
      if (fault === null) isGone.abort();
    });
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, handle);

  async function listenAt(at: number): Promise<void> {
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', fail);
        done();
      });
    });
  }

  function healForNew(): void {
    rules.clear();
    for (const answerNow of heldAnswers) answerNow();
    heldAnswers = [];
  }

  function heal(): void {
    healForNew();
    for (const socket of hangingSockets) socket.destroy();
    hangingSockets.clear();
  }

  async function refuse(): Promise<void> {
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  }

  await listenAt(0);
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}`,
    requests,
    break: (rule) => rules.add(rule),
    heal,
    healForNew,
    refuse,
    listen: () => listenAt(own),
    close: async () => {
      heal();
      if (server.listening) await refuse();
      keptAgent.destroy();
      freshAgent.destroy();
    },
  };
}
