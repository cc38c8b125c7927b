/** Reads an address; null for what is none. `URL.parse` and `URL.canParse` are missing in the oldest browsers served, where they would throw. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
