/**
 * A proxy between a browser and the product that breaks what it is told to break: the network as players have it. The
 * site's address is the proxy's; what passes is not changed.
 */
import { createServer, request as ask } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * - `lose-answer`: the platform gets the request and answers, and the connection breaks before a byte of the answer.
 * - `drop`: the connection breaks before the platform hears of the request.
 * - `hang`: the request is taken, and nothing ever comes.
 */
export type Fault = 'lose-answer' | 'drop' | 'hang';

export interface Rule {
  readonly method: string;
  /** Of the path with its query. */
  readonly path: RegExp;
  readonly fault: Fault;
  /** How many requests it hits; default: all. */
  readonly times?: number;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  /** What the platform answered; null when it was not asked, or has not answered yet. */
  status: number | null;
  readonly fault: Fault | null;
}

export interface FaultProxy {
  readonly url: string;
  /** Every request that arrived here, in order. */
  readonly seen: readonly SeenRequest[];
  /** From now on; several may hold at once, the oldest that fits is taken. */
  break(rule: Rule): void;
  /** Everything passes again; what hangs is dropped. */
  heal(): void;
  close(): Promise<void>;
}

interface Holding extends Rule {
  left: number;
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const seen: SeenRequest[] = [];
  const hanging = new Set<Socket>();
  let rules: Holding[] = [];

  function faultFor(method: string, path: string): Fault | null {
    const rule = rules.find((each) => each.left > 0 && each.method === method && each.path.test(path));
    if (rule === undefined) return null;
    rule.left -= 1;
    return rule.fault;
  }

  function passOn(request: IncomingMessage, hear: (answer: IncomingMessage) => void): ClientRequest {
    const { method, url, headers } = request;
    const onward = ask({ hostname, port, method, path: url, headers }, hear);
    request.pipe(onward);
    return onward;
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/' } = request;
    const fault = faultFor(method, url);
    const note: SeenRequest = { method, path: url, key: keyOf(request), status: null, fault };
    seen.push(note);
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'hang') return void hanging.add(request.socket);
    const onward = passOn(request, (answer) => {
      note.status = answer.statusCode ?? null;
      if (fault === 'lose-answer') {
        answer.resume();
        answer.once('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      answer.once('error', () => request.socket.destroy());
    });
    // No product behind it is as if nobody listened here.
    onward.once('error', () => request.socket.destroy());
    response.once('close', () => {
      if (fault !== 'lose-answer') onward.destroy();
    });
  }

  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address() as AddressInfo;

  function heal(): void {
    rules = [];
    for (const socket of hanging) socket.destroy();
    hanging.clear();
  }

  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    break: (rule) => rules.push({ ...rule, left: rule.times ?? Infinity }),
    heal,
    close: async () => {
      heal();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
