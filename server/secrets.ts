/** Makes secrets that are handed out once and stored only as their hash. */
import { hash } from 'node:crypto';
import type { Foundation } from './foundation';

/** Nobody guesses 256 bits, so a plain hash protects the stored form well enough. */
export const SECRET_BYTES = 32;

/** Makes a session id, a binding secret or a mail token: 43 characters that fit a header, a cookie and a link. */
export function newSecret(platform: Pick<Foundation, 'randomBytes'>): string {
  return platform.randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the stored form of a secret: its SHA-256, 64 hexadecimal characters. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'hex');
}
