/**
 * The ids of withdrawals. An id names its player, and the reference at the gateway has the id in it: so a statement tells whose payout it has, also
 * where a restored database knows nothing of the payout.
 */
import type { Foundation } from '../../foundation';
import { WITHDRAWAL_PREFIX } from '../reference-prefixes';

/** Only the ids of one player must differ from each other in this part. A gateway takes references of up to 50 characters. */
const OWN_BYTES = 7;
const PLAYER_BYTES = 16;
/** For a player whose id has not the platform's form. */
const OTHER_BYTES = 12;
const HEX_PER_BYTE = 2;

/** Makes the id of a new withdrawal, in hex. */
export function newWithdrawalId({ randomBytes }: Pick<Foundation, 'randomBytes'>, userId: string): string {
  const player = Buffer.from(userId, 'base64url');
  if (player.length !== PLAYER_BYTES || player.toString('base64url') !== userId) return randomBytes(OTHER_BYTES).toString('hex');
  return randomBytes(OWN_BYTES).toString('hex') + player.toString('hex');
}

/** Returns the player whom a reference names; null for one that names nobody. Whether there is such a player is another question. */
export function playerOfReference(reference: string): string | null {
  const id = reference.startsWith(WITHDRAWAL_PREFIX) ? reference.slice(WITHDRAWAL_PREFIX.length) : '';
  if (!/^[0-9a-f]+$/.test(id) || id.length !== (OWN_BYTES + PLAYER_BYTES) * HEX_PER_BYTE) return null;
  return Buffer.from(id.slice(OWN_BYTES * HEX_PER_BYTE), 'hex').toString('base64url');
}
