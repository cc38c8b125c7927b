import type { Foundation } from './foundation';

/** 127 bits of chance: never met twice, and says nothing about how many there are. */
const ID_BYTES = 16;

/** Without the first bit of base64url's first character, that is a letter. */
const BUT_THE_FIRST_BIT = 0x7f;

/**
 * An id that names a row and is no secret: 22 characters, legal wherever the contract takes an id. It begins with a letter: one
 * that began with a hyphen, spreadsheets would run as a formula, and a file for them would have to alter it.
 */
export function newId(platform: Pick<Foundation, 'randomBytes'>): string {
  const bytes = Buffer.from(platform.randomBytes(ID_BYTES));
  bytes.writeUInt8(bytes.readUInt8(0) & BUT_THE_FIRST_BIT, 0);
  return bytes.toString('base64url');
}
