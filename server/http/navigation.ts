/** Whether somebody goes to an address, as opposed to a script or a picture that is asked for; and addresses that can't be decoded. */
import type { IncomingMessage } from 'node:http';

/** What is asked of a request before anything else has looked at it. */
type Asked = Pick<IncomingMessage, 'headers'>;

/** Browsers say so by the mode; those that do not say their modes (Safari before 16.4) by what they take. */
export function isNavigation({ headers }: Asked): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

function isDecodable(path: string): boolean {
  try {
    // The bundler takes out a call whose result nobody uses, and the failure with it.
    return decodeURIComponent(path).length > 0;
  } catch {
    return false;
  }
}

/**
 * The URL to route a request by. The router refuses a path that can't be decoded (`/%`, `/%c0%ae`); who goes there gets a page,
 * as for every other address that leads nowhere, so each of its percent signs stands for itself.
 */
export function readableUrl(request: Asked & Pick<IncomingMessage, 'url'>): string {
  const url = request.url ?? '/';
  const [path = '/'] = url.split(/[?#]/, 1);
  if (isDecodable(path) || !isNavigation(request) || path.startsWith('/api/')) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
