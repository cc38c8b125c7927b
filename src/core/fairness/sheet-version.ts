/** The version that a par sheet is: computed on the player's device, so that the platform can't say other rules under an old name. */
import { canonicalJson } from '../canonical-json';
import { asciiBytes, hexOf } from './ascii';
import type { SubtleHmac } from './verify-webcrypto';

/** A par sheet as the platform sent it, which nobody has looked at. */
export type RawSheet = Readonly<Record<string, unknown>>;

/** Null for what can't be a par sheet, which is ASCII. Rejects where WebCrypto fails. */
export async function sheetVersion(subtle: Pick<SubtleHmac<unknown>, 'digest'>, sheet: RawSheet): Promise<string | null> {
  const text = canonicalJson(sheet);
  if (!/^[\x20-\x7e]*$/.test(text)) return null;
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', asciiBytes(text))));
}
