/** Makes the answers that a network or a proxy gives by itself. */
import type { ServerResponse } from 'node:http';
import type { Rule } from './rules';

/** Every page of the network contains this text, and no store of the browser may contain it. */
export const PORTAL_MARK = 'Free-Wi-Fi-of-the-bus-stop';

const PAGE = `<!doctype html><html><head><title>${PORTAL_MARK}</title></head><body>Sign in to go on</body></html>`;

type OwnAnswer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string];

/** Returns the answer of a fault; null for one that needs the platform, or has no answer. */
export function ownAnswer({ fault, to = 'http://portal.invalid/sign-in' }: Rule): OwnAnswer | null {
  const html = { 'content-type': 'text/html; charset=utf-8' };
  switch (fault) {
    case 'bad-gateway': return [502, html, '<html><body><h1>502 Bad Gateway</h1></body></html>'];
    case 'portal': return [200, html, PAGE];
    case 'portal-511': return [511, html, PAGE];
    case 'portal-redirect': return [302, { location: to }, ''];
    case 'text-ok': return [200, { 'content-type': 'text/plain' }, 'OK'];
    case 'no-route': return [404, { 'content-type': 'text/plain' }, 'default backend - 404'];
    default: return null;
  }
}

export function send(response: ServerResponse, [status, headers, body]: OwnAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
