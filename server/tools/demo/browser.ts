/** Calls the platform as the app in a browser does: it keeps cookies, copies the anti-forgery token, and sends the session's id. */
import type { FastifyInstance } from 'fastify';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../src/core/contract/endpoint';
import { antiForgery } from '../../../src/core/contract/auth';

/** Where a person sits: their address, what a proxy says of it, and their browser. */
export interface Seat {
  readonly address: string;
  readonly state: string;
  readonly userAgent: string;
}

/** The headers in which the demo's own proxy says where somebody is. */
export const COUNTRY_HEADER = 'x-demo-country';
export const REGION_HEADER = 'x-demo-region';

type Part<Name extends string, Value> = Value extends undefined ? { readonly [K in Name]?: undefined } : { readonly [K in Name]: Value };
type CallOptions<E extends Endpoint> = Part<'params', ParamsOf<E>> & Part<'body', BodyOf<E>> & {
  readonly query?: QueryOf<E>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The platform refused a call: a limit, a break, a rule. The person goes away then, as people do. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
  readonly call: string;
  readonly code: string;

  constructor(call: string, code: string, text: string) {
    super(`${call} was refused: ${text}`);
    this.call = call;
    this.code = code;
  }
}

interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

export class Browser {
  readonly #app: FastifyInstance;
  readonly #seat: Seat;
  readonly #newKey: () => string;
  readonly #cookies = new Map<string, string>();
  session: { readonly sessionId: string; readonly userId: string } | null = null;

  constructor(app: FastifyInstance, seat: Seat, newKey: () => string) {
    this.#app = app;
    this.#seat = seat;
    this.#newKey = newKey;
  }

  get params(): { userId: string } {
    return { userId: this.session?.userId ?? '' };
  }

  /** Makes a call of the contract. Throws RefusedCall for a refusal, and an Error for a fault of the platform. */
  async call<E extends Endpoint>(endpoint: E, { params, body, query, headers }: CallOptions<E>): Promise<AnswerOf<E>> {
    if (endpoint.method !== 'GET' && !this.#cookies.has('XSRF-TOKEN')) await this.call(antiForgery, {});
    const all: Record<string, string> = { accept: 'application/json', 'sec-fetch-site': 'same-origin', ...headers };
    if (this.session !== null) all['x-sessionid'] = this.session.sessionId;
    if (endpoint.method !== 'GET') all['x-xsrf-token'] = this.#cookies.get('XSRF-TOKEN') ?? '';
    if (endpoint.idempotent === true) all['idempotency-key'] = this.#newKey();
    const path = `/api${addressOf(endpoint.path, params ?? {}, query ?? {})}`;
    const { status, text } = await this.#send(endpoint.method, path, all, body === undefined ? undefined : JSON.stringify(body));
    const name = `${endpoint.method} ${endpoint.path}`;
    if (status >= 500) throw new Error(`${name} failed with ${status}: ${text}`);
    if (status >= 400) throw new RefusedCall(name, codeOf(text), text);
    // A cast, because the platform checks its own answers against the contract.
    return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<E>;
  }

  /** Opens a page of the simulator; returns the address to which it sends the browser. */
  open(path: string): Promise<Reply> {
    return this.#send('GET', path, {}, undefined);
  }

  /** Sends a form of the simulator: opens its page first, for the token in it. */
  async submit(path: string, fields: Readonly<Record<string, string>>): Promise<Reply> {
    const page = await this.open(path);
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const reply = await this.#send('POST', path, { 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams({ token, ...fields }).toString());
    if (reply.status >= 400) throw new Error(`The form of ${path} was refused with ${reply.status}.`);
    return reply;
  }

  /** Goes without its session; the browser's other cookies stay. */
  leave(): void {
    this.session = null;
    this.#cookies.delete('XSRF-TOKEN');
  }

  async #send(method: Endpoint['method'], url: string, headers: Readonly<Record<string, string>>, payload: string | undefined): Promise<Reply> {
    const { address, state, userAgent } = this.#seat;
    const response = await this.#app.inject({
      method, url, remoteAddress: '127.0.0.1',
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers, 'user-agent': userAgent, 'x-forwarded-for': address,
        [COUNTRY_HEADER]: 'NG', [REGION_HEADER]: state,
        ...(this.#cookies.size > 0 && { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const { location } = response.headers;
    return { status: response.statusCode, location: typeof location === 'string' ? location : undefined, text: response.body };
  }
}

function addressOf(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function codeOf(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? String(parsed.code) : 'unknown';
  } catch {
    return 'unknown';
  }
}
