/** Writes bytes as base32 (RFC 4648) without padding, the form in which apps take a secret. Pure. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      text += ALPHABET[(buffer >> bits) & 31] ?? '';
    }
    buffer &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (ALPHABET[(buffer << (BITS - bits)) & 31] ?? '');
}
