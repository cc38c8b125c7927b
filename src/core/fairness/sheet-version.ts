/** Computes the version of a par sheet on the player's device, so that the platform can't give other rules under an old version. */
import { canonicalJson } from '../canonical-json';
import { asciiBytes, hexOf } from './ascii';
import type { SubtleHmac } from './verify-webcrypto';

/** A par sheet as the platform sent it, which is not checked. */
export type RawSheet = Readonly<Record<string, unknown>>;

/** Returns null for a value that is no par sheet, because a par sheet is ASCII. Rejects where WebCrypto fails. */
export async function sheetVersion(subtle: Pick<SubtleHmac<unknown>, 'digest'>, sheet: RawSheet): Promise<string | null> {
  const text = canonicalJson(sheet);
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', asciiBytes(text))));
}
