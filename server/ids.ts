import type { Foundation } from './foundation';

/** An id has 127 random bits, so that none occurs twice and none says how many rows there are. */
const ID_BYTES = 16;

/** The first character of base64url is a letter when its first bit is zero. */
const FIRST_BIT_MASK = 0x7f;

/**
 * Makes an id that names a row and is no secret: 22 characters, legal wherever the contract takes an id. It begins with a letter,
 * because a spreadsheet would run one that begins with a hyphen as a formula.
 */
export function newId(platform: Pick<Foundation, 'randomBytes'>): string {
  const bytes = Buffer.from(platform.randomBytes(ID_BYTES));
  bytes.writeUInt8(bytes.readUInt8(0) & FIRST_BIT_MASK, 0);
  return bytes.toString('base64url');
}
