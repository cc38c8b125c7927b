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
  readonly isSuccessor: boolean;
  readonly isSecond: boolean;
  readonly holderIsClosed: boolean;
  /** The time when this account first showed the identity. */
  readonly since: Date;
}

interface Row {
  readonly player_id: string;
  readonly other_id: string;
  readonly person_hash: Buffer;
  readonly is_successor: boolean;
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
  WITH shown_hash AS (
    SELECT person_hash FROM identity WHERE user_id = ANY($1) UNION SELECT person_hash FROM identity_check WHERE user_id = ANY($1) AND person_hash IS NOT NULL
  )
  SELECT showing.user_id AS player_id, held.user_id AS other_id, held.person_hash, held.passed_at IS NOT NULL AS is_successor,
    showing_player.is_second, holder.closed_at IS NOT NULL AS holder_is_closed, showing.since
  FROM shown_hash JOIN identity held USING (person_hash) JOIN player holder ON holder.user_id = held.user_id
    JOIN LATERAL (SELECT user_id, min(at) AS since FROM (
        SELECT user_id, verified_at AS at FROM identity WHERE person_hash = held.person_hash AND taken_at IS NULL
        UNION ALL SELECT user_id, at FROM identity_check shown_check WHERE person_hash = held.person_hash
          AND NOT EXISTS (
            SELECT FROM person_separation separation WHERE separation.user_id = shown_check.user_id AND separation.after_check >= shown_check.check_id)) shown
      GROUP BY user_id) showing ON showing.user_id <> held.user_id
    JOIN player showing_player ON showing_player.user_id = showing.user_id AND showing_player.closed_at IS NULL
    LEFT JOIN identity own_identity ON own_identity.user_id = showing.user_id AND own_identity.passed_at IS NULL
  WHERE held.taken_at IS NULL
    AND CASE WHEN $2::text IS NULL THEN showing.user_id = ANY($1) OR held.user_id = ANY($1) ELSE showing.user_id = ANY($1) AND held.user_id = $2 END
    AND CASE WHEN held.passed_at IS NULL THEN own_identity.user_id IS NULL ELSE own_identity.person_hash = held.person_hash END
  ORDER BY is_successor DESC, (showing.user_id = ANY($1)) DESC, showing.since, showing.user_id, held.user_id LIMIT $3`;

async function readPairs(db: Db, userId: string, otherId: string | null = null): Promise<readonly IdentityPair[]> {
  const { rows } = await db.query<Row>(PAIRS, [[userId], otherId, otherId === null ? MAX_PAIRS : null]);
  return rows.map((row) => ({
    playerId: row.player_id, otherId: row.other_id, personHash: row.person_hash, isSuccessor: row.is_successor, isSecond: row.is_second,
    holderIsClosed: row.holder_is_closed, since: row.since,
  }));
}

/** `refused`: the identity check refused this account, because too many had shown the number. */
export function pairState({ isSuccessor, isSecond }: IdentityPair): AdminIdentityPair['stands'] {
  if (isSuccessor) return 'follows';
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
  const hasProtection = protectionAt(row, at) !== 'none';
  return { barred: hasProtection ? { until: row.protection_until?.toISOString() ?? null } : null, hasLimits: row.limited };
}
