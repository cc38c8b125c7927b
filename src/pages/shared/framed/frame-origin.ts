import { parseUrl } from '../../../bridge/page/parse-url';

/**
 * The origin of a frame's address. It is null for an address that may not be framed: no page of the web, or one on the site's own host at
 * any port, because cookies know no ports.
 */
export function frameOrigin(url: string, ownHost: string): string | null {
  const address = parseUrl(url);
  if (address === null) return null;
  const { origin, protocol, hostname } = address;
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ownHost ? origin : null;
}
