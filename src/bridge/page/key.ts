const KEY_BYTES = 24;

/** A new `Idempotency-Key`: 192 random bits as 48 hexadecimal characters. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
