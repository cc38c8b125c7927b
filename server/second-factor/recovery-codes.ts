/** Codes on paper, for an admin who has lost the phone: ten, each of which works once. Pure. */
import { secretHash } from '../secrets';

export const RECOVERY_CODES = 10;
/** Crockford's base32: no letter in it looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** A code has 80 bits, so nobody can guess it, and a plain hash is enough to protect it. */
const LENGTH = 16;
const GROUP = 4;
const PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Makes new codes, as they are shown: `4f2k-…`. */
export function makeRecoveryCodes(randomBytes: (size: number) => Buffer): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31] ?? '').join('');
    return (characters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
  });
}

/** Returns the stored form of a typed code, whatever its spaces, dashes and capitals are; null where it is no such code. */
export function hashOfRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return PATTERN.test(code) ? secretHash(code) : null;
}
