/**
 * Requires an identity check where strong hints say that two accounts belong to one person: the player shows by a NIN who they
 * are. Until then no money comes in, and where the other account is excluded or on a break, nothing can be staked either; money
 * can always go out.
 *
 * A hint is a fact about both accounts and stays. The required check follows from the state of the two accounts
 * (`required-check.ts`), and is computed again whenever one of them changes.
 */
import type { PoolClient } from 'pg';
import type { Db } from '../ledger/accounts';
import { ACCOUNTS_OF_PERSON } from '../ledger/person';
import { readSearchedAccount } from './account-rows';
import { readPairs } from './pair-rows';
import { isStricter, requiredCheck, strictestCheck } from './required-check';
import { findLookalikes } from './search';
import type { HintKind, Lookalike } from './search';
import { storeSearchKeys } from './search-keys';

/**
 * Searches for accounts that look like the player's, stores the hints, and updates the required check. It is called when the
 * account changes in a way that can produce a hint: at sign-up, at sign-in, and with another name, phone or payout account. The
 * caller has locked the birthday (`lock.ts`) before anything else, and may hold the player's row. The row of another account
 * changes where it needs a stricter check because of this one.
 */
export async function recordHints(tx: PoolClient, userId: string, deviceCookie: string | null, at: Date): Promise<void> {
  const self = await readSearchedAccount(tx, userId);
  if (self !== null) await storeSearchKeys(tx, [self]);
  const others = self === null ? [] : await findLookalikes(tx, self, deviceCookie);
  for (const other of others) await insertHints(tx, { of: other.userId, userId, kinds: other.kinds }, at);
  await updateRequiredCheck(tx, userId, at);
  for (const { reversed, otherId, otherCheck } of await readPairs(tx, userId)) {
    if (isStricter(requiredCheck(reversed, at), otherCheck)) await updateRequiredCheck(tx, otherId, at);
  }
}

/** The account `userId`, which looks like the account `of`, and what they have in common besides name and birthday. */
export interface Likeness {
  readonly of: string;
  readonly userId: string;
  /** The kinds found now; earlier searches may have found others. */
  readonly kinds: readonly HintKind[];
  /** With `nin`, the identity that both have shown. Another identity that they show later makes another hint. */
  readonly personHash?: Buffer | null;
}

/** Returns the accounts that look like one of these. The caller has locked their birthdays. */
export async function findLikenesses(db: Db, userIds: readonly string[], deviceCookie: string | null): Promise<readonly Likeness[]> {
  const likenesses: Likeness[] = [];
  for (const of of userIds) {
    const self = await readSearchedAccount(db, of);
    const others: readonly Lookalike[] = self === null ? [] : await findLookalikes(db, self, deviceCookie);
    likenesses.push(...others.map(({ userId, kinds }) => ({ of, userId, kinds })));
    const before = (await readPairs(db, of)).filter(({ otherId }) => !others.some(({ userId }) => userId === otherId));
    likenesses.push(...before.map(({ otherId }) => ({ of, userId: otherId, kinds: [] })));
  }
  return likenesses;
}

/** Returns all known accounts of the player's person. */
export async function accountsOfPerson(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ user_id: string }>(`SELECT user_id FROM player WHERE user_id IN (${ACCOUNTS_OF_PERSON})`, [userId]);
  return rows.map((row) => row.user_id);
}

/** Stores the hints, and updates the required checks now that something about `of` has changed. The caller has locked all rows. */
export async function recordLikenesses(tx: PoolClient, likenesses: readonly Likeness[], at: Date): Promise<void> {
  for (const likeness of likenesses) await insertHints(tx, likeness, at);
  for (const userId of new Set(likenesses.map((each) => each.userId))) await updateRequiredCheck(tx, userId, at);
}

async function insertHints(tx: PoolClient, { of, userId, kinds, personHash }: Likeness, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO person_hint (user_id, other_id, kind, at, evidence)
     SELECT $1, $2, k.kind, $4, CASE k.kind WHEN 'nin' THEN $5 ELSE '' END FROM unnest($3::text[]) k (kind)
     WHERE NOT EXISTS (SELECT FROM person_hint h WHERE h.user_id = $2 AND h.other_id = $1 AND h.kind = k.kind AND (h.kind <> 'nin' OR h.evidence = $5))
     ON CONFLICT (user_id, other_id, kind, evidence) DO NOTHING`,
    [userId, of, kinds, at, personHash?.toString('hex') ?? ''],
  );
}

/**
 * Ends the hints that two verified identities have answered, and stores the required check in the player's row, so that the
 * guards of money need to read nothing else.
 */
export async function updateRequiredCheck(tx: PoolClient, userId: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO person_hint_end (hint_id, at, how)
     SELECT h.hint_id, $2, CASE WHEN o.person_id = s.person_id THEN 'linked' ELSE 'another-person' END
     FROM person_hint h JOIN player s ON s.user_id = h.user_id JOIN player o ON o.user_id = h.other_id
     WHERE (h.user_id = $1 OR h.other_id = $1) AND (s.verification = 'verified' OR s.person_id IS NOT NULL) AND (o.verification = 'verified' OR o.person_id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id)
     ON CONFLICT (hint_id, how) DO NOTHING`,
    [userId, at],
  );
  const pairChecks = (await readPairs(tx, userId)).map((pair) => requiredCheck(pair, at));
  const check = strictestCheck([...pairChecks, (await mustVerifyAgain(tx, userId)) ? 'play' : null]);
  await tx.query(
    `UPDATE player SET identity_check = $2, version = version + 1 WHERE user_id = $1 AND identity_check IS DISTINCT FROM $2`,
    [userId, check],
  );
}

/** Returns true where the identity of the account was given to another one, and it has shown none since. */
async function mustVerifyAgain(tx: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM player WHERE user_id = $1 AND verification = 'none' AND person_id IS NULL AND EXISTS (SELECT FROM person_separation WHERE user_id = $1)`,
    [userId],
  );
  return rowCount !== 0;
}
