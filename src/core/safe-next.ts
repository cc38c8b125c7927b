/** A path of this site never has an empty segment (`//host`), a backslash, a dot segment or a control character. */
const NOT_A_PATH = /\/\/|\\|\/\.{1,2}(?:\/|$)|[\u0000-\u001f\u007f]/;
/** Browsers and servers on the way decode at most this often. */
const DECODINGS = 3;

/** The text and what becomes of it when it is decoded again and again; null when it can't be decoded. */
function readings(text: string): readonly string[] | null {
  const all = [text];
  for (let round = 0; round < DECODINGS; round += 1) {
    const last = all.at(-1) ?? '';
    try {
      all.push(decodeURIComponent(last));
    } catch {
      return null;
    }
  }
  return all;
}

/**
 * Where to go after signing in, from the `next` parameter: a path of this site with its query, and `/` for all else:
 * other origins, `//host`, backslashes (browsers read them as slashes), schemes, dot segments, control characters,
 * each plain or encoded.
 */
export function safeNext(next: string | null): string {
  if (next === null || !next.startsWith('/')) return '/';
  const path = next.split(/[?#]/, 1)[0] ?? '';
  const rest = next.slice(path.length);
  const decoded = readings(path);
  if (decoded === null || decoded.some((each) => NOT_A_PATH.test(each))) return '/';
  // Browsers remove white space from an address, and read a backslash as a slash.
  return /[\s\\]/.test(rest) ? '/' : next;
}
