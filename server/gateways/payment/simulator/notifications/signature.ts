import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-ayo-signature';
/** A notification that is older than this, or further in the future, may be a recording. */
export const TOLERANCE_MS = 300_000;
const HEADER = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

function mac(secret: string, timestamp: string, rawBody: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
}

/** Returns the header's value: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signNotification(secret: string, rawBody: Buffer | string, nowMs: number): string {
  const timestamp = String(Math.floor(nowMs / 1000));
  return `t=${timestamp},v1=${mac(secret, timestamp, rawBody).toString('hex')}`;
}

/**
 * Returns true where one of `secrets` signed exactly these bytes within 300 s of now. It takes the same time for every wrong signature, so that the
 * time tells nothing about the secrets.
 */
export function isGenuine(
  secrets: readonly string[],
  rawBody: Buffer,
  header: string | string[] | undefined,
  nowMs: number,
): boolean {
  const [, timestamp, signatureHex] = typeof header === 'string' ? (HEADER.exec(header) ?? []) : [];
  if (timestamp === undefined || signatureHex === undefined) return false;
  const signature = Buffer.from(signatureHex, 'hex');
  let isMatch = false;
  for (const secret of secrets) isMatch = timingSafeEqual(mac(secret, timestamp, rawBody), signature) || isMatch;
  return isMatch && Math.abs(nowMs - Number(timestamp) * 1000) <= TOLERANCE_MS;
}
