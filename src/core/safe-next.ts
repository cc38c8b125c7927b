/** A path of this site never has an empty segment (`//host`), a backslash, a dot segment or a control character. */
const NOT_A_PATH = /\/\/|\\|\/\.{1,2}(?:\/|$)|[\u0000-\u001f\u007f]/;
/** Browsers and servers on the way decode a path this many times at most. */
const MAX_DECODINGS = 3;

/** Returns the text and its forms after one and more decodings; null when it can't be decoded. */
function decodings(text: string): readonly string[] | null {
  const all = [text];
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
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
  const decoded = decodings(path);
  if (decoded === null || decoded.some((each) => NOT_A_PATH.test(each))) return '/';
  // Browsers remove white space from an address, and read a backslash as a slash.
  return /[\s\\]/.test(rest) ? '/' : next;
}
