/** Text → its ASCII bytes. Throws a RangeError beyond U+007F; callers check their input with a pattern first. */
export function asciiBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) throw new RangeError(`not an ASCII character at ${i}`);
    bytes[i] = unit;
  }
  return bytes;
}

/** Bytes → lower-case hexadecimal, two characters a byte. */
export function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return hex;
}
