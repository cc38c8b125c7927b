/** Rules that say which requests the fault proxy breaks, and how. */

/**
 * - `drop`: the connection breaks before the platform hears of the request.
 * - `lose-answer`: the platform gets the request and answers, and the connection breaks before a byte of the answer.
 * - `hold-answer`: the platform gets the request and answers; the answer is kept back until everything heals.
 * - `hang`: the request is taken, and nothing ever comes. Neither does the platform hear of it.
 * - `drip`: the platform's answer, headers at once, then one byte a second.
 * - `truncate`: the first half of the platform's JSON, as if that were all.
 * - `wrong-schema`: the platform's JSON with a text in place of every list.
 * - `wrong-currency`: the platform's JSON with dollars in place of naira.
 * - `huge`: the platform's JSON and 10 MB of spaces after it.
 * - `bad-gateway`: 502, and a page of a proxy.
 * - `portal`: 200, and the page of a network that wants a sign-in; of a script and an image, too.
 * - `portal-redirect`: 302 to the sign-in page of another host, or to `to`.
 * - `portal-511`: 511, and the page.
 * - `text-ok`: 200, and "OK" as plain text: a firewall that answers whatever it stops.
 * - `no-route`: 404, and plain text of a gateway that has nobody behind it during a deploy.
 */
export type Fault =
  | 'drop' | 'lose-answer' | 'hold-answer' | 'hang' | 'drip'
  | 'truncate' | 'wrong-schema' | 'wrong-currency' | 'huge'
  | 'bad-gateway' | 'portal' | 'portal-redirect' | 'portal-511' | 'text-ok' | 'no-route';

export interface Rule {
  /** Default: every method. */
  readonly method?: string;
  /** Matches the path with its query. */
  readonly path: RegExp;
  readonly fault: Fault;
  /** How many requests it hits; default: all. */
  readonly times?: number;
  /** The target of `portal-redirect`. */
  readonly to?: string;
}

export const EVERYTHING = /^/;
/** Matches the calls of the running app, but not the app's own files. */
export const CALLS = /^\/(?:api\/|config\.json)/;

interface ActiveRule extends Rule {
  remaining: number;
}

/** The active rules; of several that match, the oldest that is not used up applies. */
export class Rules {
  #rules: ActiveRule[] = [];

  add(rule: Rule): void {
    this.#rules.push({ ...rule, remaining: rule.times ?? Infinity });
  }

  clear(): void {
    this.#rules = [];
  }

  /** Finds the rule for a request, and uses it once. */
  take(method: string, path: string): Rule | null {
    const isMatch = ({ remaining, method: of = method, path: at }: ActiveRule) => remaining > 0 && of === method && at.test(path);
    const rule = this.#rules.find(isMatch);
    if (rule === undefined) return null;
    rule.remaining -= 1;
    return rule;
  }
}
