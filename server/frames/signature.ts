/**
 * Signs and checks the calls of both sides: `X-Ayo-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.path\nbody">`, with the
 * provider's secret. The signature covers the path, so that nobody can send one call's body to another call's path.
 */
import { isGenuine, signNotification, SIGNATURE_HEADER, TOLERANCE_MS } from '../gateways';

export { SIGNATURE_HEADER, TOLERANCE_MS };

function toSignedBytes(path: string, body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${path}\n`), Buffer.from(body)]);
}

/** Returns the header's value for a call to `path`, which begins with a slash. */
export function signCall(secret: string, path: string, body: Buffer | string, nowMs: number): string {
  return signNotification(secret, toSignedBytes(path, body), nowMs);
}

/** Says whether this very call was signed with the secret within 300 s of now. */
export function isSignedCall(secret: string, path: string, body: Buffer, header: string | string[] | undefined, nowMs: number): boolean {
  return isGenuine([secret], toSignedBytes(path, body), header, nowMs);
}
