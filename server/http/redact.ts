/** Removes secrets and personal data from log lines. */

const HIDDEN = '[hidden]';
const MAX_DEPTH = 4;

/** Members with these names are hidden, whatever their values are. */
const SECRET_NAMES =
  /pass(word|phrase)|secret|token|session_?id|cookie|authorization|e-?mail|phone|msisdn|\bnin\b|\bbvn\b|account_?n(umber|o)|first_?name|last_?name|user_?name|date_?of_?birth/i;

/** Parts of a text that look like a person's or a session's data are hidden, wherever they stand. */
const SECRET_TEXTS: readonly RegExp[] = [
  // E-mail addresses.
  /[^\s@"'<>(),;:=/\\]+@[^\s@"'<>(),;:=/\\]+/g,
  // 256 bits in base64url (session ids, binding cookies, mail tokens) or in hexadecimal, but not inside a longer word.
  /(?<![\w-])[\w-]{43}(?![\w-])/g,
  /(?<![\w-])[0-9a-f]{64}(?![\w-])/gi,
  // Phone, account and identity numbers, virtual identity numbers.
  /(?<![\w.-])\+?\d{10,14}(?![\w-])/g,
  /\b[A-Z]{2}\d{12}[A-Z]{2}\b/g,
];

/** Hides the parts of a text that look secret. */
export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((rest, pattern) => rest.replace(pattern, HIDDEN), text);
}

/** Returns a value as it may stand in a log. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Error) return redactError(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value)) return value.map((each) => redact(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, SECRET_NAMES.test(name) ? HIDDEN : redact(member, depth + 1)]),
  );
}

/**
 * Returns name, code and place of an error. The message of a database's error quotes values of the player ("invalid input …"), so
 * it is left out, and the code and the constraint remain.
 */
function redactError(error: Error): Record<string, unknown> {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const isDatabaseError = 'severity' in error;
  return {
    name: error.name,
    ...('code' in error && { code: redact(error.code) }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(!isDatabaseError && { message: redactText(error.message) }),
    stack: frames.slice(0, 12).map((frame) => redactText(frame.trim())),
  };
}
