/** Parses the body of an answer or a notification; null for a text that is not JSON. */
export function parseJsonOrNull(body: string | Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
