/**
 * Computes the SHA-256 of a text (UTF-8), as hex. It needs no secure context, because players of a test host on a LAN have no
 * WebCrypto.
 */
import { hexOf } from '../core/fairness/ascii';
import { sha256 } from '../core/fairness/sha256';

export function sha256Hex(text: string): string {
  return hexOf(sha256(new TextEncoder().encode(text)));
}
