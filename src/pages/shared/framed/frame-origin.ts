/**
 * The origin of a frame's address. It is null for an address that may not be framed: no page of the web, or one on the site's own host at
 * any port, because cookies know no ports.
 */
export function frameOrigin(url: string, ownHost: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, protocol, hostname } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ownHost ? origin : null;
}
