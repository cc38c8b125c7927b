/**
 * A proxy between a browser and the product that breaks what it is told to break: the network as players have it. The
 * site's address is the proxy's; what passes is not changed. `faults/rules.ts` says what it can do.
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
  /** What the platform answered; null when it was not asked, or has not answered yet. */
  status: number | null;
  readonly fault: Fault | null;
  /** On a connection that had carried another one: when that breaks, a browser sends the request again by itself. */
  readonly isOnKeptConnection: boolean;
}

export interface FaultProxy {
  readonly url: string;
  /** Every request that arrived here, in order. */
  readonly seen: readonly SeenRequest[];
  /** From now on; several may hold at once, the oldest that fits is taken. */
  break(rule: Rule): void;
  /** Everything passes again; what hangs is dropped, what was held back arrives. */
  heal(): void;
  /** As `heal`, but for what hangs: as on a phone, nothing will ever come of it. */
  healForNew(): void;
  /** Nobody listens any more: connections are refused. */
  refuse(): Promise<void>;
  /** The end of `refuse`, at the same address. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than any pause of the app: a browser keeps its connections, as to real hosts. */
const KEEP_ALIVE_MS = 120_000;

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const seen: SeenRequest[] = [];
  const known = new WeakSet<Socket>();
  const hanging = new Set<Socket>();
  const rules = new Rules();
  let held: (() => void)[] = [];
  // A connection kept to a platform that is killed and started again would be one more fault, and not the one asked for.
  const agent = new Agent({ keepAlive: false });

  function askPlatform(request: IncomingMessage, fault: Fault | null, hear: (answer: IncomingMessage) => void): ClientRequest {
    const { method, url } = request;
    const headers = { ...request.headers };
    if (changesBody(fault)) {
      // What is to be changed must be there, and not compressed.
      headers['accept-encoding'] = 'identity';
      delete headers['if-none-match'];
    }
    const onward = ask({ hostname, port, method, path: url, headers, agent }, hear);
    request.pipe(onward);
    return onward;
  }

  function give(fault: Fault | null, answer: IncomingMessage, response: ServerResponse, socket: Socket): void {
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
    const note: SeenRequest = { method, path: url, key: keyOf(request), status: null, fault, isOnKeptConnection: known.has(socket) };
    known.add(socket);
    seen.push(note);
    if (fault === 'drop') return void socket.destroy();
    if (fault === 'hang') return void hanging.add(socket);
    const own = rule === null ? null : ownAnswer(rule);
    if (own !== null) {
      request.resume();
      return send(response, own);
    }
    const onward = askPlatform(request, fault, (answer) => {
      note.status = answer.statusCode ?? null;
      const answerNow = () => give(fault, answer, response, socket);
      if (fault === 'hold-answer') held.push(answerNow);
      else answerNow();
    });
    // No product behind it is as if nobody listened here.
    onward.once('error', () => socket.destroy());
    response.once('close', () => {
      if (fault === null) onward.destroy();
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
    for (const answerNow of held) answerNow();
    held = [];
  }

  function heal(): void {
    healForNew();
    for (const socket of hanging) socket.destroy();
    hanging.clear();
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
    seen,
    break: (rule) => rules.add(rule),
    heal,
    healForNew,
    refuse,
    listen: () => listenAt(own),
    close: async () => {
      heal();
      if (server.listening) await refuse();
      agent.destroy();
    },
  };
}
