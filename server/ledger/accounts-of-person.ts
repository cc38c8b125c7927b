/**
 * SQL for the accounts of one person. They share `person_id`, which is set when a second account shows the same verified identity
 * (server/persons); a person with one account has none, so their queries cost nothing more. The account that has the identity plays;
 * the others are second accounts. `$1` is the player.
 *
 * An account has its identity while `identity.passed_at` is null. `passed_at` is set when the account is closed and another account follows
 * it, or when two admins decide that the identity is another account's. Only the admins' decision sets `taken_at` as well, also on an identity
 * that was passed on before.
 */

/** The player, and every other account of the same person. */
export const ACCOUNTS_OF_PERSON = `
  SELECT $1::text AS user_id
  UNION SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id WHERE own.user_id = $1`;

/** For each of the players `$1`: the accounts of their person, as `player_id` and `user_id`. */
export const ACCOUNTS_OF_PERSONS = `
  SELECT each AS player_id, each AS user_id FROM unnest($1::text[]) each
  UNION SELECT own.user_id, other.user_id FROM player own JOIN player other ON other.person_id = own.person_id WHERE own.user_id = ANY($1)`;

/** The accounts whose data the player may see: a second account may be a stranger's, so it sees only itself. */
export const ACCOUNTS_VISIBLE_TO_PLAYER = `
  SELECT $1::text AS user_id
  UNION SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id WHERE own.user_id = $1 AND NOT own.is_second`;

/**
 * Accounts that look like the player's (server/lookalikes) and that nobody has verified, whether they are open or closed. `user_id` of a
 * hint is the account whose change made the two alike. A hint that the other account's change made counts only if its kind is
 * `device`. Otherwise a stranger could write the player's phone into an account of their own, and the player would be refused bonuses.
 */
const unverifiedLookalikes = (kind: 'any' | 'device'): string => `
  SELECT o.user_id FROM person_hint h JOIN player o ON o.user_id = CASE WHEN h.user_id = $1 THEN h.other_id ELSE h.user_id END
    WHERE ${kind === 'any' ? `(h.user_id = $1 OR (h.other_id = $1 AND h.kind = 'device'))` : `(h.user_id = $1 OR h.other_id = $1) AND h.kind = 'device'`}
      AND o.verification = 'none' AND o.person_id IS NULL AND NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id)`;

/**
 * All accounts that ever had the player's identity, also one from which staff took it. Otherwise a person could claim a promotion
 * twice: with one account, and with another after the team has moved the identity. An unverified account of the same name and birthday
 * in the same browser counts as well, because only the same person has such an account, and could otherwise abandon it and claim anew.
 */
export const ACCOUNTS_SHARING_CLAIMS = `
  ${ACCOUNTS_OF_PERSON}
  UNION ${unverifiedLookalikes('device')}
  UNION SELECT holder.user_id FROM identity own JOIN identity holder USING (person_hash) WHERE own.user_id = $1 AND own.passed_at IS NULL`;

/** The player, and the closed accounts that had the identity before: what they used of a limit counts here, too. */
export const ACCOUNTS_SHARING_LIMITS = `
  SELECT $1::text AS user_id
  UNION SELECT earlier.user_id FROM identity own JOIN identity earlier USING (person_hash)
    WHERE own.user_id = $1 AND own.passed_at IS NULL AND earlier.taken_at IS NULL`;

/**
 * The accounts whose bonuses the player does not get again: the other accounts that had the player's identity, those that look like
 * the player's and have shown no identity, and for a second account also the one that has it now. A second account does not count for the
 * one that plays, since anybody who knows the NIN can make one.
 */
export const OTHER_ACCOUNTS_SHARING_BONUSES = `
  SELECT earlier.user_id FROM identity own JOIN identity earlier USING (person_hash)
    WHERE own.user_id = $1 AND own.passed_at IS NULL AND earlier.user_id <> $1
  UNION ${unverifiedLookalikes('any')}
  UNION SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id AND NOT other.is_second
    WHERE own.user_id = $1 AND own.is_second`;
