/**
 * Requires an identity check where strong hints say that two accounts belong to one person: the player shows by a NIN who they
 * are. Until then no money comes in, and where the other account is excluded or on a break, nothing can be staked either; money
 * can always go out.
 *
 * A hint is a fact about both accounts and stays. The required check follows from the state of the two accounts
 * (`required-check.ts`), and is computed again whenever one of them changes (`settle.ts`, which alone calls what is here).
 */
import type { PoolClient } from 'pg';
import type { IdentityCheck } from '../ledger/guards';
import { readSearchedAccount } from './account-rows';
import { readPairsOf } from './pair-rows';
import { requiredCheck, strictestCheck } from './required-check';
import { findLookalikes } from './search';
import type { HintKind } from './search';

/** A fact that makes two accounts look alike. */
export interface Hint {
  /** The account that was changed last, so that the two look alike. */
  readonly userId: string;
  readonly otherId: string;
  readonly kind: HintKind;
  /** With `nin`, the identity that both have shown. Another identity that they show later makes another hint. */
  readonly personHash?: Buffer | null;
}

/** Searches for accounts that look like the player's, and stores the hints. An account that looks like very many others gets none. */
export async function findHints(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const self = await readSearchedAccount(tx, userId);
  if (self === null) return;
  const { lookalikes, isInCrowd } = await findLookalikes(tx, self);
  if (isInCrowd && (await joinCrowd(tx, userId, at))) return;
  const hints = lookalikes.flatMap(({ userId: otherId, hints: commonFacts }) =>
    commonFacts.map(({ kind, isOwnDoing }): Hint => (isOwnDoing ? { userId, otherId, kind } : { userId: otherId, otherId: userId, kind })));
  await insertHints(tx, hints, at);
}

/**
 * Puts an account that was never verified and never held money into the crowd. Returns false for any other account, which gets its pairs
 * however many there are.
 */
async function joinCrowd(tx: PoolClient, userId: string, at: Date): Promise<boolean> {
  const isUnproven = `p.verification = 'none' AND p.person_id IS NULL
    AND NOT EXISTS (SELECT FROM ledger_account m WHERE m.account_id = 'real:' || p.user_id AND m.chain_length > 0)`;
  const { rowCount } = await tx.query(
    `WITH unproven AS (SELECT p.user_id FROM player p WHERE p.user_id = $1 AND ${isUnproven}), joined AS (
       INSERT INTO lookalike_crowd (user_id, at) SELECT user_id, $2 FROM unproven ON CONFLICT DO NOTHING)
     SELECT FROM unproven`,
    [userId, at],
  );
  return rowCount !== 0;
}

/** Stores hints; one that is there already, in either direction, stays as it is. */
export async function insertHints(tx: PoolClient, hints: readonly Hint[], at: Date): Promise<void> {
  if (hints.length === 0) return;
  await tx.query(
    `INSERT INTO person_hint (user_id, other_id, kind, at, evidence)
     SELECT n.user_id, n.other_id, n.kind, $5, n.evidence FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) n (user_id, other_id, kind, evidence)
     WHERE NOT EXISTS (SELECT FROM person_hint h WHERE h.user_id = n.other_id AND h.other_id = n.user_id AND h.kind = n.kind AND h.evidence = n.evidence)
     ON CONFLICT (user_id, other_id, kind, evidence) DO NOTHING`,
    [
      hints.map(({ userId }) => userId), hints.map(({ otherId }) => otherId), hints.map(({ kind }) => kind),
      hints.map(({ kind, personHash }) => (kind === 'nin' ? (personHash?.toString('hex') ?? '') : '')), at,
    ],
  );
}

/**
 * Ends the hints of this account that two verified identities have answered, and stores the required check in its row and in
 * those of the accounts that look like it, so that the guards of money need to read nothing else. It locks only the rows that
 * change.
 */
export async function updateRequiredChecks(tx: PoolClient, userId: string, at: Date): Promise<void> {
  await endAnsweredHints(tx, userId, at);
  const ownPairs = (await readPairsOf(tx, [userId])).get(userId) ?? [];
  const userIds = [userId, ...ownPairs.map(({ otherId }) => otherId)];
  const pairs = await readPairsOf(tx, userIds);
  const unconditional = await readUnconditionalChecks(tx, userIds);
  const checks = new Map(userIds.map((each): [string, IdentityCheck | null] => {
    const pairChecks = (pairs.get(each) ?? []).map((pair) => requiredCheck(pair, at));
    return [each, strictestCheck([...pairChecks, unconditional.has(each) ? 'play' : null])];
  }));
  await storeChecks(tx, checks);
}

async function endAnsweredHints(tx: PoolClient, userId: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO person_hint_end (hint_id, at, how)
     SELECT h.hint_id, $2, CASE WHEN o.person_id = s.person_id THEN 'linked' ELSE 'another-person' END
     FROM person_hint h JOIN player s ON s.user_id = h.user_id JOIN player o ON o.user_id = h.other_id
     WHERE (h.user_id = $1 OR h.other_id = $1) AND (s.verification = 'verified' OR s.person_id IS NOT NULL) AND (o.verification = 'verified' OR o.person_id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id)
     ON CONFLICT (hint_id, how) DO NOTHING`,
    [userId, at],
  );
}

/**
 * Returns those of these accounts that must show an identity, whichever accounts they look like: one whose identity was given to another
 * account and that has shown none since, and one of a crowd.
 */
async function readUnconditionalChecks(tx: PoolClient, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM player p WHERE user_id = ANY($1) AND verification = 'none' AND person_id IS NULL
       AND (EXISTS (SELECT FROM person_separation s WHERE s.user_id = p.user_id) OR EXISTS (SELECT FROM lookalike_crowd c WHERE c.user_id = p.user_id))`,
    [userIds],
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Locks the rows in the order of their ids, as everybody does who needs several. */
async function storeChecks(tx: PoolClient, checks: ReadonlyMap<string, IdentityCheck | null>): Promise<void> {
  const values = [[...checks.keys()], [...checks.values()]];
  const changedPlayers = `player p JOIN unnest($1::text[], $2::text[]) n (user_id, required) USING (user_id) WHERE p.identity_check IS DISTINCT FROM n.required`;
  const { rowCount } = await tx.query(`SELECT FROM ${changedPlayers} ORDER BY p.user_id FOR NO KEY UPDATE OF p`, values);
  if (rowCount === 0) return;
  await tx.query(
    `UPDATE player p SET identity_check = n.required, version = version + 1
     FROM unnest($1::text[], $2::text[]) n (user_id, required) WHERE p.user_id = n.user_id AND p.identity_check IS DISTINCT FROM n.required`,
    values,
  );
}
