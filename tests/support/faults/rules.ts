/** What the fault server may be told to do with a request, and to which. */

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
 */
export type Fault =
  | 'drop' | 'lose-answer' | 'hold-answer' | 'hang' | 'drip'
  | 'truncate' | 'wrong-schema' | 'wrong-currency' | 'huge'
  | 'bad-gateway' | 'portal' | 'portal-redirect' | 'portal-511';

export interface Rule {
  /** Default: every method. */
  readonly method?: string;
  /** Of the path with its query. */
  readonly path: RegExp;
  readonly fault: Fault;
  /** How many requests it hits; default: all. */
  readonly times?: number;
  /** Where `portal-redirect` sends to. */
  readonly to?: string;
}

export const EVERYTHING = /^/;
/** What the app asks for while it runs; not the app itself. */
export const CALLS = /^\/(?:api\/|config\.json)/;

interface Holding extends Rule {
  left: number;
}

/** The rules that hold; of several that fit, the oldest that is not used up is taken. */
export class Rules {
  #rules: Holding[] = [];

  add(rule: Rule): void {
    this.#rules.push({ ...rule, left: rule.times ?? Infinity });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The rule for a request, which is used up by one then. */
  take(method: string, path: string): Rule | null {
    const fits = ({ left, method: of = method, path: at }: Holding) => left > 0 && of === method && at.test(path);
    const rule = this.#rules.find(fits);
    if (rule === undefined) return null;
    rule.left -= 1;
    return rule;
  }
}
