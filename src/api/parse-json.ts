/** Matches a JSON token that is a string or a number. Strings come first, so that digits inside them stay. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
/** Digits behind a point do not match, because a list of games is long and holds many of them: it takes the short way below. */
const MAY_HOLD_LONG_INTEGER = /(?:^|[^.\d])\d{16}/;

/**
 * JSON whose integers of 16 digits or more stay as they were written, as strings: real platforms send ids that a double
 * can't hold (`1234567890123456789` would become `…6800`). Throws a SyntaxError like `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  if (!MAY_HOLD_LONG_INTEGER.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (LONG_INTEGER.test(token) ? `"${token}"` : token)));
}
