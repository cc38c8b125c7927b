/**
 * The origin of what a frame is to load; null where it may not be framed: not a page of the web, or on the site’s own host,
 * at whatever port, since cookies know no ports.
 */
export function frameOrigin(url: string, ownHost: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, protocol, hostname } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && hostname !== ownHost ? origin : null;
}
