/** Reads the accounts that look like a given one, with the present state of both. */
import type { Db } from '../ledger/accounts';
import type { IdentityCheck } from '../ledger/guards';
import type { Resemblance, AccountState } from './required-check';

export interface LookalikePair extends Resemblance {
  readonly otherId: string;
  /** The check that the other account needs now, because of this account or of others. */
  readonly otherCheck: IdentityCheck | null;
  /** The same pair, seen from the other account. */
  readonly reversed: Resemblance;
}

interface Row extends AccountState {
  readonly user_id: string;
  readonly identity_check: IdentityCheck | null;
  readonly kinds: Resemblance['kinds'] | null;
  /** True where a change to this account (`by_self`), or to the other one, made the two look alike. */
  readonly by_self: boolean;
  readonly by_other: boolean;
  readonly since: Date;
  readonly one_of_many: boolean;
  /** True where this account had the shared payout accounts first (`own`), or the other one did. */
  readonly own: boolean;
  readonly others: boolean;
}

/**
 * Selects the hints of both directions, since a hint holds for both accounts. A hint that the team has ended requires nothing
 * any more.
 */
const PAIRS = `
  WITH found AS (
    SELECT other_id, hint_id, kind, at, true AS by_self FROM person_hint WHERE user_id = $1
    UNION ALL SELECT user_id, hint_id, kind, at, false FROM person_hint WHERE other_id = $1
  ), asking AS (
    SELECT f.* FROM found f WHERE NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = f.hint_id AND e.how = 'by-team')
  ), pair AS (
    SELECT other_id, array_agg(DISTINCT kind ORDER BY kind) AS kinds, min(at) AS since, bool_or(by_self) AS by_self, bool_or(NOT by_self) AS by_other,
      coalesce(bool_and((SELECT count(DISTINCT n.other_id) FROM asking n WHERE n.kind = 'nin' AND NOT n.by_self AND n.hint_id < a.hint_id AND n.at > a.at - interval '30 days') >= 3)
        FILTER (WHERE kind = 'nin' AND NOT by_self), false) AS one_of_many
    FROM asking a GROUP BY other_id
  ), account AS (
    SELECT $1::text AS user_id UNION ALL SELECT other_id FROM pair
  ), payee AS (
    SELECT user_id, bank_code, account_number, min(at) AS since, bool_or(paid) AS paid FROM (
      SELECT user_id, bank_code, account_number, added_at AS at, false AS paid FROM account JOIN bank_account USING (user_id)
      UNION ALL SELECT user_id, bank_code, account_number, added_at, false FROM account JOIN former_bank_account USING (user_id)
      UNION ALL SELECT user_id, bank_code, account_number, created_at, state = 'paid' FROM account JOIN withdrawal USING (user_id)) used
    GROUP BY user_id, bank_code, account_number
  ), shared AS (
    SELECT b.user_id AS other_id, bool_and(a.since < b.since AND NOT b.paid) AS own, bool_and(b.since < a.since AND NOT a.paid) AS others
    FROM payee a JOIN payee b USING (bank_code, account_number) WHERE a.user_id = $1 AND b.user_id <> $1 GROUP BY b.user_id
  ), standing AS (
    SELECT p.user_id, p.person_id, p.is_second, p.verification = 'verified' OR p.person_id IS NOT NULL AS is_identified,
      least((SELECT min(verified_at) FROM identity i WHERE i.user_id = p.user_id AND i.taken_at IS NULL), (SELECT min(at) FROM person_link l WHERE l.user_id = p.user_id
        AND l.link_id > coalesce((SELECT max(link_id) FROM person_link z WHERE z.user_id = p.user_id AND z.person_id IS NULL), 0))) AS identified_at,
      p.protection, p.protection_until, p.closed_at IS NOT NULL AS is_closed, p.created_at, p.identity_check,
      EXISTS (SELECT FROM person_hint h JOIN person_hint_end e USING (hint_id)
        WHERE e.how = 'by-team' AND h.kind = 'nin' AND (h.user_id = p.user_id OR h.other_id = p.user_id)) AS was_told_apart,
      coalesce((SELECT m.chain_length > 0 FROM ledger_account m WHERE m.account_id = 'real:' || p.user_id), false) AS has_held_money
    FROM account JOIN player p USING (user_id)
  )
  SELECT s.*, pair.kinds, pair.by_self, pair.by_other, pair.since, pair.one_of_many, coalesce(shared.own, false) AS own, coalesce(shared.others, false) AS others
  FROM standing s LEFT JOIN pair ON pair.other_id = s.user_id LEFT JOIN shared ON shared.other_id = s.user_id`;

/** Returns the accounts that count as the same person's by the hints. */
export async function readPairs(db: Db, userId: string): Promise<readonly LookalikePair[]> {
  const { rows } = await db.query<Row>({ name: 'person-pairs', text: PAIRS, values: [userId] });
  const self = rows.find((row) => row.user_id === userId);
  if (self === undefined) return [];
  return rows.flatMap((other) => {
    const { user_id: otherId, kinds, own, others, since, identity_check: otherCheck } = other;
    if (kinds === null) return [];
    // `is_one_of_many` is false here, because `updateRequiredCheck` of the other account works it out from there.
    const reversed: Resemblance = {
      self: other, other: self, kinds, since, has_own_payouts: others, is_own_doing: other.by_other, is_one_of_many: false,
    };
    const resemblance: Resemblance = {
      self, other, kinds, since, has_own_payouts: own, is_own_doing: other.by_self, is_one_of_many: other.one_of_many,
    };
    return [{ ...resemblance, otherId, otherCheck, reversed }];
  });
}
