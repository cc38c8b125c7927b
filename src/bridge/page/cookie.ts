/** Returns the value of a cookie that scripts may read; null where there is none. */
export function readCookie(name: string): string | null {
  const prefix = `${name}=`;
  const pair = document.cookie.split('; ').find((each) => each.startsWith(prefix));
  if (pair === undefined) return null;
  const value = pair.slice(prefix.length);
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
