/**
 * Parses an address; null where the text is none. `URL.parse` and `URL.canParse` are not used, because the oldest browsers
 * served lack them.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
