/** The result of asking the network for an answer that may be stored. */
import { parseAnswer } from '../../src/api/answer';
import { readBody } from '../../src/api/read-body';
import { BALANCE_VERSION_HEADER } from '../../src/core/contract/headers';
import type { Storable } from './storable';

export type Outcome =
  /** A live answer that fits its shape; `text` is passed on as it came. */
  | { readonly type: 'fresh'; readonly response: Response; readonly text: string; readonly data: unknown }
  | { readonly type: 'unchanged'; readonly response: Response }
  /** The platform refuses the player, or this one figure, with a problem in the answer. */
  | { readonly type: 'refused'; readonly response: Response; readonly text: string }
  /** An answer that the page must see as it is, like a 401 or 403 without a problem, which a gateway before the platform may send. */
  | { readonly type: 'passed'; readonly response: Response; readonly text: string | null }
  /** No usable answer, so a stored one is better. `because` is the value of a header, see `api/stored-answer`. */
  | { readonly type: 'failed'; readonly because: string; readonly response: Response | null; readonly text: string | null };

/** The headers that are passed on with a body. The others describe the transfer, which is over. */
const PASSED_HEADERS = ['content-type', 'etag', 'retry-after', 'date', 'age', BALANCE_VERSION_HEADER];

export function passedHeaders(from: Headers): Headers {
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Reads the whole answer and classifies it. Rejects when the connection fails. */
export async function outcomeOf(response: Response, { shape, maxBytes }: Storable): Promise<Outcome> {
  if (response.type === 'opaqueredirect') return { type: 'failed', because: 'portal', response, text: null };
  const { status } = response;
  if (status === 304) return { type: 'unchanged', response };
  const text = await readBody(response, maxBytes);
  // The answer is too big. Where none is stored the page gets an empty one, which it refuses as unreadable.
  if (text === null) return { type: 'failed', because: 'unfit', response, text: '' };
  const answer = parseAnswer({ status, contentType: response.headers.get('content-type'), text }, shape);
  if (answer.ok) return { type: 'fresh', response, text, data: answer.data };
  const { error } = answer;
  if (error.captivePortal) return { type: 'failed', because: 'portal', response, text };
  if (error.problem && (status === 401 || status === 403)) return { type: 'refused', response, text };
  if (status >= 500 || status === 429) return { type: 'failed', because: String(status), response, text };
  if (status >= 200 && status < 300) return { type: 'failed', because: 'unfit', response, text };
  return { type: 'passed', response, text };
}
