import type { Platform } from './platform';

/** 128 bits: never met twice, and says nothing about how many there are. */
const ID_BYTES = 16;

/** An id that names a row and is no secret: 22 characters, legal wherever the contract takes an id. */
export function newId(platform: Pick<Platform, 'randomBytes'>): string {
  return platform.randomBytes(ID_BYTES).toString('base64url');
}
