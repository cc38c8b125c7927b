/** Calls the platform in tests as a browser does: keeps cookies, copies the anti-forgery token, sends the session id. */
import { Agent, request as sendRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { addressOf } from '../../src/api/address';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../src/core/contract/endpoint';
import type { Problem } from '../../src/core/contract/problem';

export interface TestAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body of a 2xx. Throws for any other status, with the answer's text. */
  readonly data: T;
  /** The parsed body of an error, or null. */
  readonly problem: Problem | null;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Replace the usual headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly key?: string;
}

type Part<Name extends string, Value> = Value extends undefined ? { readonly [K in Name]?: undefined } : { readonly [K in Name]: Value };
export type CallOptions<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyOf<E>> &
  Omit<RequestOptions, 'body'> & { readonly query?: QueryOf<E> };

export interface TestClient {
  /** Set by `signUp` and `signIn`; change it to send another one. */
  session: { sessionId: string; userId: string } | null;
  readonly cookies: Map<string, string>;
  /** Makes a call of the contract. It gets a token first, as the app does. */
  call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<TestAnswer<AnswerOf<E>>>;
  /** Sends any request; `path` has `/api`. It carries cookies, session id and token, and gets no token first. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
}

export const userIdOf = ({ session }: TestClient): string => session?.userId ?? '';
export const statusAndCode = ({ status, problem }: Pick<TestAnswer, 'status' | 'problem'>) => [status, problem?.code];
export const paramsOf = (client: TestClient): { userId: string } => ({ userId: userIdOf(client) });

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (attributes.some((each) => each.trim() === 'Max-Age=0')) cookies.delete(name);
    else cookies.set(name, pair.slice(at + 1));
  }
}

function toAnswer<T>(name: string, status: number, headers: Headers, text: string): TestAnswer<T> {
  const isJson = headers.get('content-type')?.includes('json') === true && text !== '';
  const parsed: unknown = isJson ? JSON.parse(text) : undefined;
  return {
    status,
    headers,
    text,
    get data() {
      if (status < 200 || status > 299) throw new Error(`${name} was answered with ${status} ${text}`);
      // A cast in place of a check, because the caller says of which type the answer is; a test that checks the shape uses the schema.
      return parsed as T;
    },
    // A cast in place of a check, because all refusals of the platform have this shape.
    problem: status >= 400 && isJson ? (parsed as Problem) : null,
  };
}

const agent = new Agent({ keepAlive: true });

/** The headers that `fetch` adds to each request. */
const FETCH_HEADERS = { 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node', 'accept-encoding': 'gzip, deflate' };

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request as `fetch` does without following redirects: with its headers, and the answer decoded. `fetch` itself takes twice as long. */
async function send(method: string, url: string, headers: Readonly<Record<string, string>>, body: string | undefined): Promise<RawAnswer> {
  const length = body === undefined ? (['POST', 'PUT', 'PATCH'].includes(method) ? 0 : undefined) : Buffer.byteLength(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = sendRequest(new URL(url), {
      method,
      agent,
      headers: {
        ...FETCH_HEADERS,
        ...(body !== undefined && { 'content-type': 'text/plain;charset=UTF-8' }),
        ...(length !== undefined && { 'content-length': length }),
        ...headers,
      },
    }, resolve);
    request.on('error', reject);
    request.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const answerHeaders = new Headers();
  const { rawHeaders } = response;
  for (let at = 0; at < rawHeaders.length; at += 2) answerHeaders.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const bytes = Buffer.concat(chunks);
  const decode = bytes.length === 0 ? undefined : DECODERS[answerHeaders.get('content-encoding') ?? ''];
  return { status: response.statusCode ?? 0, headers: answerHeaders, text: new TextDecoder().decode(decode === undefined ? bytes : decode(bytes)) };
}

export function testClient(baseUrl: string): TestClient {
  const cookies = new Map<string, string>();
  const client: TestClient = { session: null, cookies, call, request };

  function headersOf(method: string, { body, headers, key }: RequestOptions): Record<string, string> {
    const all: Record<string, string | undefined> = {
      accept: 'application/json',
      'content-type': body === undefined ? undefined : 'application/json',
      cookie: cookies.size === 0 ? undefined : [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-sessionid': client.session?.sessionId,
      'x-xsrf-token': method === 'GET' ? undefined : cookies.get('XSRF-TOKEN'),
      'idempotency-key': key,
      ...headers,
    };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  async function request(method: string, path: string, options: RequestOptions = {}): Promise<TestAnswer> {
    const { body } = options;
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const { status, headers, text } = await send(method, baseUrl + path, headersOf(method, options), sent);
    keepCookies(cookies, headers);
    return toAnswer(`${method} ${path}`, status, headers, text);
  }

  async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<TestAnswer<AnswerOf<E>>> {
    const address = addressOf(endpoint, options.params, options.query);
    if (address === null) throw new Error(`The parameters do not fit ${endpoint.method} ${endpoint.path}.`);
    if (endpoint.method !== 'GET' && !cookies.has('XSRF-TOKEN')) await request('GET', '/api/v1/auth/anti-forgery');
    // A cast, because `request` does not know which endpoint is at the path.
    return (await request(endpoint.method, `/api${address}`, options)) as TestAnswer<AnswerOf<E>>;
  }

  return client;
}
