/**
 * Which accounts are one person's. They share `person_id`, which is set when another account turns out to have the same
 * verified identity (server/persons); whoever has one account alone has none, and pays nothing for this. One of them plays,
 * the one that has the identity; the others are second ones.
 */

/** The player, and every other account of the same person. `$1` = the player. */
export const ACCOUNTS_OF_PERSON = `
  SELECT $1::text AS user_id
  UNION SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id WHERE own.user_id = $1`;

/** The same for what the player is told: a second account may be a stranger's, who is told nothing of the others. */
export const ACCOUNTS_VISIBLE_TO_PLAYER = `
  SELECT $1::text AS user_id
  UNION SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id WHERE own.user_id = $1 AND NOT own.is_second`;

/**
 * All that ever claimed with the player's identity, also an account from which it was taken: else two accounts and a word with
 * the team would get twice what is given once.
 */
export const ACCOUNTS_SHARING_CLAIMS = `
  ${ACCOUNTS_OF_PERSON}
  UNION SELECT had.user_id FROM identity own JOIN identity had USING (person_hash) WHERE own.user_id = $1 AND own.passed_at IS NULL`;

/** The player, and the closed accounts that had the identity before: what was used of a limit there is not free again here. */
export const ACCOUNTS_SHARING_LIMITS = `
  SELECT $1::text AS user_id
  UNION SELECT before.user_id FROM identity own JOIN identity before USING (person_hash)
    WHERE own.user_id = $1 AND own.passed_at IS NULL AND before.taken_at IS NULL`;

/**
 * The other accounts that had the player's identity, and for a second account those that share it: what they were given, this
 * one is not given again. A second account says nothing about the one that plays, since anybody who knows the number can make one.
 */
export const ACCOUNTS_BEFORE = `
  SELECT before.user_id FROM identity own JOIN identity before USING (person_hash)
    WHERE own.user_id = $1 AND own.passed_at IS NULL AND before.user_id <> $1
  UNION SELECT other.user_id FROM player own JOIN player other ON other.person_id = own.person_id AND NOT other.is_second
    WHERE own.user_id = $1 AND own.is_second`;
