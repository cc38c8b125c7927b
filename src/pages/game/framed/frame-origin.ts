/** The origin of what a frame is to load; null where it may not be framed: not a page of the web, or of this very site. */
export function frameOrigin(url: string, ownOrigin: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, protocol } = new URL(url);
  return (protocol === 'https:' || protocol === 'http:') && origin !== ownOrigin ? origin : null;
}
