/**
 * Both sides sign what they say to each other: `X-Ayo-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.path\nbody">`, with
 * the provider's secret. The path is in it, so that no call can be sent to where another one is taken.
 */
import { isGenuine, signNotification, SIGNATURE_HEADER, TOLERANCE_MS } from '../gateways';

export { SIGNATURE_HEADER, TOLERANCE_MS };

function signed(path: string, body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${path}\n`), Buffer.from(body)]);
}

/** The header's value for a call to `path`, which begins with a slash. */
export function signCall(secret: string, path: string, body: Buffer | string, nowMs: number): string {
  return signNotification(secret, signed(path, body), nowMs);
}

/** Whether whoever knows the secret signed exactly this call within 300 s of now. */
export function isSignedCall(secret: string, path: string, body: Buffer, header: string | string[] | undefined, nowMs: number): boolean {
  return isGenuine([secret], signed(path, body), header, nowMs);
}
