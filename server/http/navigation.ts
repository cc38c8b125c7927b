/** Distinguishes navigations from other requests, and repairs addresses that can't be decoded. */
import type { IncomingMessage } from 'node:http';

/** The part of a request that is there before Fastify handles it. */
type RequestHead = Pick<IncomingMessage, 'headers'>;

/** Says whether a browser navigates to the address. Browsers send their mode; Safari before 16.4 sends none, so we read `Accept`. */
export function isNavigation({ headers }: RequestHead): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    // The result is used because the bundler would remove a call whose result is not, and the error with it.
    return decodeURIComponent(path).length > 0;
  } catch {
    return false;
  }
}

/**
 * Returns the URL to route a request by. The router refuses a path that can't be decoded (`/%`, `/%c0%ae`), but a browser that
 * navigates there must get a page, as at every address that leads nowhere. So each percent sign of the path is escaped.
 */
export function toDecodableUrl(request: RequestHead & Pick<IncomingMessage, 'url'>): string {
  const url = request.url ?? '/';
  const [path = '/'] = url.split(/[?#]/, 1);
  if (isDecodable(path) || !isNavigation(request) || path.startsWith('/api/')) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
