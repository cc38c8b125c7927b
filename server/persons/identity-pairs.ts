/** Finds accounts that have shown one identity: which of them has it, and to which of them the team may give it. */
import type { Pool } from 'pg';
import type { AdminIdentityPair } from '../../src/core/contract/lookalikes';
import { findPlayerByName } from '../accounts';
import type { DecisionContext } from '../four-eyes';
import type { Db } from '../ledger/accounts';
import { protectionAt } from '../ledger/protection-state';
import { readOpenProposals } from './proposal-rows';
import type { AccountPair } from './proposal-rows';
import { toAdminAccount, readAccounts, readShared, requireAccountRow, selectShared } from './team-rows';
import type { AccountRow } from './team-rows';

/**
 * Bounds the list, because people look at one player at a time and more pairs than this are a flood. A decision about two
 * accounts has no such bound.
 */
const MAX_PAIRS = 50;

export interface IdentityPair extends AccountPair {
  readonly personHash: Buffer;
  /** True where the other account is closed and this one followed it, so it has the identity already. */
  readonly follows: boolean;
  readonly isSecond: boolean;
  readonly holderIsClosed: boolean;
  /** The time when this account first showed the identity. */
  readonly since: Date;
}

interface Row {
  readonly player_id: string;
  readonly other_id: string;
  readonly person_hash: Buffer;
  readonly follows: boolean;
  readonly is_second: boolean;
  readonly holder_is_closed: boolean;
  readonly since: Date;
}

/**
 * Selects the pairs that include one of the accounts `$1`. An account that showed an identity and has none can be given the
 * identity of the account that has it. An account that followed a closed one has the identity, and can be separated from the
 * closed one. Checks from before a separation don't count. Where `$2` is given, this selects only the pair in which `$1` showed
 * the identity and `$2` has it.
 */
const PAIRS = `
  WITH hash AS (
    SELECT person_hash FROM identity WHERE user_id = ANY($1) UNION SELECT person_hash FROM identity_check WHERE user_id = ANY($1) AND person_hash IS NOT NULL
  )
  SELECT o.user_id AS player_id, i.user_id AS other_id, i.person_hash, i.passed_at IS NOT NULL AS follows, p.is_second, h.closed_at IS NOT NULL AS holder_is_closed, o.since
  FROM hash JOIN identity i USING (person_hash) JOIN player h ON h.user_id = i.user_id
    JOIN LATERAL (SELECT user_id, min(at) AS since FROM (
        SELECT user_id, verified_at AS at FROM identity WHERE person_hash = i.person_hash AND taken_at IS NULL
        UNION ALL SELECT user_id, at FROM identity_check c WHERE person_hash = i.person_hash
          AND NOT EXISTS (SELECT FROM person_separation z WHERE z.user_id = c.user_id AND z.after_check >= c.check_id)) shown
      GROUP BY user_id) o ON o.user_id <> i.user_id
    JOIN player p ON p.user_id = o.user_id AND p.closed_at IS NULL
    LEFT JOIN identity own ON own.user_id = o.user_id AND own.passed_at IS NULL
  WHERE i.taken_at IS NULL AND CASE WHEN $2::text IS NULL THEN o.user_id = ANY($1) OR i.user_id = ANY($1) ELSE o.user_id = ANY($1) AND i.user_id = $2 END
    AND CASE WHEN i.passed_at IS NULL THEN own.user_id IS NULL ELSE own.person_hash = i.person_hash END
  ORDER BY follows DESC, (o.user_id = ANY($1)) DESC, o.since, o.user_id, i.user_id LIMIT $3`;

async function readPairs(db: Db, userId: string, otherId: string | null = null): Promise<readonly IdentityPair[]> {
  const { rows } = await db.query<Row>(PAIRS, [[userId], otherId, otherId === null ? MAX_PAIRS : null]);
  return rows.map((row) => ({
    playerId: row.player_id, otherId: row.other_id, personHash: row.person_hash, follows: row.follows, isSecond: row.is_second,
    holderIsClosed: row.holder_is_closed, since: row.since,
  }));
}

export function pairState({ follows, isSecond }: IdentityPair): AdminIdentityPair['stands'] {
  if (follows) return 'follows';
  return isSecond ? 'second' : 'refused';
}

/** Returns the pair of these two accounts; null where the identity of the other one can't be given to this one. */
export async function findIdentityPair(db: Db, { playerId, otherId }: AccountPair): Promise<IdentityPair | null> {
  return (await readPairs(db, playerId, otherId))[0] ?? null;
}

/**
 * Returns the pairs with open proposals, and after them the pairs of the account with this username or e-mail, where one is
 * given: first those with accounts that it followed, then those in which it could be given an identity.
 */
export async function listIdentityPairs(db: Pool, context: DecisionContext, name: string | null): Promise<AdminIdentityPair[]> {
  const proposals = await readOpenProposals(db, context, 'identity');
  const namedUserId = name === null ? null : ((await findPlayerByName(db, name))?.user_id ?? null);
  const pairs: IdentityPair[] = [];
  for (const accountPair of proposals.pairs) {
    const pair = await findIdentityPair(db, accountPair);
    if (pair !== null) pairs.push(pair);
  }
  if (namedUserId !== null) pairs.push(...(await readPairs(db, namedUserId)).filter((pair) => proposals.findProposal(pair) === null));
  const accounts = await readAccounts(db, [...new Set(pairs.flatMap(({ playerId, otherId }) => [playerId, otherId]))]);
  const shared = await readShared(db, [...accounts.keys()]);
  return pairs.map((pair): AdminIdentityPair => ({
    player: toAdminAccount(accounts, pair.playerId),
    holder: {
      ...toAdminAccount(accounts, pair.otherId),
      isClosed: pair.holderIsClosed,
      ...readRestrictions(requireAccountRow(accounts, pair.otherId), context.now),
    },
    shared: selectShared(shared, pair).filter(({ kind }) => kind !== 'nin'),
    stands: pairState(pair),
    since: pair.since.toISOString(),
    proposal: proposals.findProposal(pair),
  }));
}

/** Shows admins the holder's restrictions, because a player who wants to lose one may claim that the account is somebody else's. */
function readRestrictions(row: AccountRow, at: Date): Pick<AdminIdentityPair['holder'], 'barred' | 'hasLimits'> {
  const isBarred = protectionAt(row, at) !== 'none';
  return { barred: isBarred ? { until: row.protection_until?.toISOString() ?? null } : null, hasLimits: row.limited };
}
