/** The result of asking the network for an answer that may be stored. */
import { parseAnswer } from '../../src/api/answer';
import { readBody } from '../../src/api/read-body';
import { BALANCE_VERSION_HEADER } from '../../src/core/contract/headers';
import type { Storable } from './storable';

export type Outcome =
  /** A live answer that fits; `text` is passed on as it came. */
  | { readonly type: 'fresh'; readonly response: Response; readonly text: string; readonly data: unknown }
  | { readonly type: 'unchanged'; readonly response: Response }
  /** The platform refuses this player, or this one thing to the player, in words of its own. */
  | { readonly type: 'refused'; readonly response: Response; readonly text: string }
  /** An answer that the page must see as it is. A 401 or 403 in no words of a platform is one: something before it may send that. */
  | { readonly type: 'passed'; readonly response: Response; readonly text: string | null }
  /** No answer worth having: a stored one is better. `because` goes into a header, see `api/stored-answer`. */
  | { readonly type: 'failed'; readonly because: string; readonly response: Response | null; readonly text: string | null };

/** Headers that are passed on with a body; the others say how it travelled. */
const PASSED_HEADERS = ['content-type', 'etag', 'retry-after', 'date', 'age', BALANCE_VERSION_HEADER];

export function passedHeaders(from: Headers): Headers {
  const headers = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** Reads the answer to its end and says what it is. Rejects when the connection fails. */
export async function outcomeOf(response: Response, { shape, maxBytes }: Storable): Promise<Outcome> {
  if (response.type === 'opaqueredirect') return { type: 'failed', because: 'portal', response, text: null };
  const { status } = response;
  if (status === 304) return { type: 'unchanged', response };
  const text = await readBody(response, maxBytes);
  // Too big. Without a stored one the page gets an empty answer, which it refuses as what it is.
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
