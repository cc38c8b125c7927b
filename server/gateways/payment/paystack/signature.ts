import { createHmac, timingSafeEqual } from 'node:crypto';

export const PAYSTACK_SIGNATURE_HEADER = 'x-paystack-signature';
const HEX_SHA512 = /^[0-9a-f]{128}$/;

/** Returns the value of Paystack's header: the HMAC-SHA512 of the raw body, in hex. */
export function signPaystack(secretKey: string, rawBody: Buffer | string): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex');
}

/**
 * Returns true where one of the secrets signed exactly these bytes. It takes the same time for every wrong signature, so that the time tells
 * nothing about the secrets.
 *
 * Paystack does not sign a time, so a recorded notification stays genuine for ever. That does no harm: a notification only makes us ask
 * (`verify`), we never trust its content, and a final state stays final.
 */
export function isFromPaystack(secretKeys: readonly string[], rawBody: Buffer, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !HEX_SHA512.test(header)) return false;
  const signature = Buffer.from(header, 'hex');
  let isMatch = false;
  for (const key of secretKeys) isMatch = timingSafeEqual(createHmac('sha512', key).update(rawBody).digest(), signature) || isMatch;
  return isMatch;
}
