/** Who else a player is: accounts of one person, by the NIN that was verified, or tried while another account had it. */
import type { Db } from '../ledger/accounts';

/**
 * Keeps the persons that a player is known to be until the transaction ends: what two accounts of one claim at the same
 * moment comes one after the other. The caller holds the player's row, so nothing is verified meanwhile.
 */
export async function lockPersons(tx: Db, userId: string): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('person/' || encode(person_hash, 'hex'), 0))
     FROM (SELECT person_hash FROM player_person WHERE user_id = $1 ORDER BY person_hash) AS persons`,
    [userId],
  );
}

/** The player, and every other account of the same person. */
export const ACCOUNTS_OF_PERSON = `
  SELECT $1::text AS user_id
  UNION SELECT other.user_id FROM player_person own JOIN player_person other USING (person_hash) WHERE own.user_id = $1`;
