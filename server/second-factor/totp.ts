/** Codes of six digits that change every 30 seconds (TOTP, RFC 6238, with the SHA-1 that every app has). Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const STEP_MS = 30_000;
export const SECRET_BYTES = 20;
const DIGITS = 6;
/** Clocks differ, and typing takes time, so the code of the step before and of the one after are accepted as well. */
const WINDOW = 1;
const CODE_PATTERN = /^\d{6}$/;

/** Says whether this is a code of an app, and not a recovery code. */
export const isAppCode = (code: string): boolean => CODE_PATTERN.test(code);

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** Returns the code of a step. RFC 6238 has vectors of eight digits. */
export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the steps around `at` whose code this is, the oldest first. All are compared, so the time that it takes tells nothing. */
export function findSteps(secret: Uint8Array, code: string, at: Date): readonly number[] {
  if (!isAppCode(code)) return [];
  const given = Buffer.from(code);
  const now = stepAt(at);
  const steps = Array.from({ length: 2 * WINDOW + 1 }, (_, index) => now - WINDOW + index).filter((step) => step >= 0);
  return steps.filter((step) => timingSafeEqual(given, Buffer.from(codeOfStep(secret, step))));
}
