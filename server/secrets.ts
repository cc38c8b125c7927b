/** Secrets that are handed out once and kept only as their hash. */
import { createHash } from 'node:crypto';
import type { Foundation } from './foundation';

/** 256 bits: nobody guesses one, so a plain hash is enough to keep it by. */
export const SECRET_BYTES = 32;

/** A session id, binding secret or mail token: 43 characters that fit a header, a cookie and a link. */
export function newSecret(platform: Pick<Foundation, 'randomBytes'>): string {
  return platform.randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is kept of a secret: its SHA-256, 64 hexadecimal characters. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
