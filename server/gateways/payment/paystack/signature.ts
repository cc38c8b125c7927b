import { createHmac, timingSafeEqual } from 'node:crypto';

export const PAYSTACK_SIGNATURE_HEADER = 'x-paystack-signature';
const HEX_SHA512 = /^[0-9a-f]{128}$/;

/** What Paystack sends in the header: the hex HMAC-SHA512 of the raw body. */
export function signPaystack(secretKey: string, rawBody: Buffer | string): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex');
}

/**
 * Whether one of the secrets signed exactly these bytes; the time it takes does not tell which, or how nearly.
 *
 * Paystack signs no time, so a recording stays genuine for ever. That is harmless by design: a notification only makes us
 * ask (`verify`), what it says is never believed, and a final state is final.
 */
export function isFromPaystack(secretKeys: readonly string[], rawBody: Buffer, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !HEX_SHA512.test(header)) return false;
  const signature = Buffer.from(header, 'hex');
  let isMatch = false;
  for (const key of secretKeys) isMatch = timingSafeEqual(createHmac('sha512', key).update(rawBody).digest(), signature) || isMatch;
  return isMatch;
}
