import { BODIES } from '../worker/support';
import { respondTo } from './answers';

/** A platform that keeps one effect of each request, as the real one does, on a network that can be broken. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | null;
  readonly sessionId: string | null;
  readonly ifMatch: string | null;
}

/**
 * `lost`: the platform executes the request, and its answer does not arrive. `cut`: the request does not arrive. After both, the
 * connection is broken for other requests, too. `stopped`: a firewall drops this request alone. A response: the platform gives that
 * answer and executes nothing.
 */
export type Weather = 'fine' | 'lost' | 'cut' | 'stopped' | (() => Response);

export class ModelPlatform {
  /** Every request that arrived, in order. */
  readonly requests: ReceivedRequest[] = [];
  readonly #done = new Map<string, string>();
  #isBroken = false;
  /** The faults of the next requests, one for each. After them the network is fine. */
  weather: Weather[] = [];
  /** Its answer to a request for the profile. */
  profile: unknown = BODIES['profile'];
  /** A network that answers everything with a page of its own. */
  portal: (() => Response) | null = null;

  /** The effects of the requests, in order. A repeated key has no second effect. */
  get effects(): readonly string[] {
    return [...this.#done.values()];
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const { method = 'GET', body } = init;
    const path = input instanceof Request ? input.url : input.toString();
    if (this.portal !== null) return this.portal();
    const isOther = path.endsWith('/profile') || path.endsWith('/anti-forgery');
    if (isOther && this.#isBroken) throw new TypeError('no network');
    if (path.endsWith('/profile')) return Response.json(this.profile);
    if (path.endsWith('/anti-forgery')) return new Response(null, { status: 204 });
    const now = this.weather.shift() ?? 'fine';
    this.#isBroken = now === 'cut' || now === 'lost';
    if (now === 'cut' || now === 'stopped') throw new TypeError('no network');
    this.requests.push({
      method, path, key: headers.get('idempotency-key'), sessionId: headers.get('x-sessionid'), ifMatch: headers.get('if-match'),
      body: typeof body === 'string' ? JSON.parse(body) : null,
    });
    if (typeof now === 'function') return now();
    const effect = `${method} ${path} ${typeof body === 'string' ? body.replace(/"sentAt":"[^"]*"/, '') : ''}`;
    this.#done.set(headers.get('idempotency-key') ?? effect, effect);
    if (now === 'lost') throw new TypeError('the connection broke');
    return respondTo(method, path);
  };
}

/** A refusal as the platform words it. */
export function problem(status: number, code: string, more: object = {}, headers: Readonly<Record<string, string>> = {}): () => Response {
  return () =>
    Response.json({ title: 'No.', status, code, detail: `Because of ${code}.`, ...more }, {
      status, headers: { 'content-type': 'application/problem+json', ...headers },
    });
}
