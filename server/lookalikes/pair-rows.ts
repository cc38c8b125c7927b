/** Reads the accounts that look like given ones, with the present state of both. */
import type { Db } from '../ledger/accounts';
import type { Resemblance, AccountState } from './required-check';

export interface LookalikePair extends Resemblance {
  readonly otherId: string;
}

interface Row extends AccountState {
  readonly user_id: string;
  /** The account that this one looks like; null where the row has only the state of this one. */
  readonly of_user: string | null;
  readonly kinds: Resemblance['kinds'];
  /** True where a change to the account `of_user` made the two look alike. */
  readonly is_own_doing: boolean;
  readonly since: Date;
  readonly is_one_of_many: boolean;
  /** True where `of_user` had the shared payout accounts first. */
  readonly has_own_payouts: boolean;
  readonly is_same_name: boolean;
}

/**
 * Selects the pairs of the accounts `$1`, and the state of every account in them. A row that has a pair has the state of its other account. Names
 * are compared only where `required-check.ts` needs it, by their keys: somebody who shares two words counts as the same name.
 */
const PAIRS = `
  WITH
  -- Each hint about one of the accounts, from the side of that account (\`of_user\`), since a hint holds for both. \`by_self\`: a change to \`of_user\`
  -- made the two look alike.
  hint AS (
    SELECT user_id AS of_user, other_id, hint_id, kind, at, true AS by_self FROM person_hint WHERE user_id = ANY($1)
    UNION ALL SELECT other_id, user_id, hint_id, kind, at, false FROM person_hint WHERE other_id = ANY($1)),

  -- Those that still require something: not ended by the team, and not about an account of a crowd that has shown no identity.
  open_hint AS (
    SELECT f.* FROM hint f WHERE NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = f.hint_id AND e.how = 'by-team')
      AND NOT EXISTS (SELECT FROM lookalike_crowd c JOIN player p USING (user_id) WHERE c.user_id = f.other_id AND p.verification = 'none' AND p.person_id IS NULL)),

  -- Each pair of accounts with all its open hints. \`is_one_of_many\`: whenever the other account showed the identity of \`of_user\`, three other accounts
  -- had done so in the 30 days before.
  pair AS (
    SELECT of_user, other_id, array_agg(DISTINCT kind ORDER BY kind) AS kinds, min(at) AS since, bool_or(by_self) AS is_own_doing,
      coalesce(bool_and((SELECT count(DISTINCT n.other_id) FROM open_hint n WHERE n.of_user = a.of_user AND n.kind = 'nin' AND NOT n.by_self
          AND n.hint_id < a.hint_id AND n.at > a.at - interval '30 days') >= 3)
        FILTER (WHERE kind = 'nin' AND NOT by_self), false) AS is_one_of_many
    FROM open_hint a GROUP BY of_user, other_id),

  -- The accounts themselves, and those that look like them.
  account AS (
    SELECT unnest($1::text[]) AS user_id UNION SELECT other_id FROM pair),

  -- Each bank account that one of them has, had, or asked a payout to, with the first use, and whether a payout reached it.
  payee AS (
    SELECT user_id, account_ref, min(at) AS since, bool_or(paid) AS paid FROM (
      SELECT user_id, account_ref, added_at AS at, false AS paid FROM account JOIN bank_account USING (user_id)
      UNION ALL SELECT user_id, account_ref, added_at, false FROM account JOIN former_bank_account USING (user_id)
      UNION ALL SELECT user_id, account_ref, created_at, state = 'paid' FROM account JOIN withdrawal USING (user_id)) used
    GROUP BY user_id, account_ref),

  -- Each pair of accounts that share bank accounts. \`had_first\`: \`of_user\` had all of these first, and the other account was never paid there.
  shared_payee AS (
    SELECT a.user_id AS of_user, b.user_id AS other_id, bool_and(a.since < b.since AND NOT b.paid) AS had_first
    FROM payee a JOIN payee b USING (account_ref) WHERE a.user_id = ANY($1) AND b.user_id <> a.user_id GROUP BY a.user_id, b.user_id),

  -- The present state of each account (\`AccountState\`). It is identified since it was verified, or since its link to a person that was not taken
  -- back.
  account_state AS (
    SELECT p.user_id, p.person_id, p.is_second, p.verification = 'verified' OR p.person_id IS NOT NULL AS is_identified,
      least(
        (SELECT min(verified_at) FROM identity i WHERE i.user_id = p.user_id AND i.taken_at IS NULL),
        (SELECT min(at) FROM person_link l WHERE l.user_id = p.user_id
          AND l.link_id > coalesce((SELECT max(link_id) FROM person_link z WHERE z.user_id = p.user_id AND z.person_id IS NULL), 0))) AS identified_at,
      p.protection, p.protection_until, p.closed_at IS NOT NULL AS is_closed, p.created_at,
      EXISTS (SELECT FROM person_hint h JOIN person_hint_end e USING (hint_id)
        WHERE e.how = 'by-team' AND h.kind = 'nin' AND (h.user_id = p.user_id OR h.other_id = p.user_id)) AS was_told_apart,
      coalesce((SELECT m.chain_length > 0 FROM ledger_account m WHERE m.account_id = 'real:' || p.user_id), false) AS has_held_money
    FROM account JOIN player p USING (user_id))

  -- The names are compared only where the other account has shown an identity and \`of_user\` has not.
  SELECT s.*, pair.of_user, pair.kinds, pair.is_own_doing, pair.since, pair.is_one_of_many, coalesce(shared_payee.had_first, false) AS has_own_payouts,
    own.is_identified OR NOT s.is_identified
      OR EXISTS (SELECT FROM lookalike_key a JOIN lookalike_key b ON b.user_id = pair.other_id AND b.kind = 'name' AND b.key = a.key
          WHERE a.user_id = pair.of_user AND a.kind = 'name')
      OR (SELECT count(DISTINCT a.key) > 1 FROM lookalike_key a JOIN lookalike_key b ON b.user_id = pair.other_id AND b.kind = 'word' AND b.key = a.key
          WHERE a.user_id = pair.of_user AND a.kind = 'word') AS is_same_name
  FROM account_state s LEFT JOIN pair ON pair.other_id = s.user_id LEFT JOIN account_state own ON own.user_id = pair.of_user
    LEFT JOIN shared_payee ON shared_payee.of_user = pair.of_user AND shared_payee.other_id = pair.other_id`;

/** Returns, for each of these players, the accounts that count as the same person's by the hints. */
export async function readPairsOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly LookalikePair[]>> {
  const { rows } = await db.query<Row>({ name: 'person-pairs', text: PAIRS, values: [userIds] });
  const states = new Map(rows.map((row) => [row.user_id, row]));
  const pairs = new Map<string, LookalikePair[]>();
  for (const other of rows) {
    const { of_user: ofUser, user_id: otherId } = other;
    const self = ofUser === null ? undefined : states.get(ofUser);
    if (ofUser === null || self === undefined) continue;
    const own = pairs.get(ofUser) ?? [];
    pairs.set(ofUser, own);
    own.push({
      otherId, self, other, kinds: other.kinds, since: other.since, has_own_payouts: other.has_own_payouts, is_own_doing: other.is_own_doing,
      is_one_of_many: other.is_one_of_many, is_same_name: other.is_same_name,
    });
  }
  return pairs;
}

export async function readPairs(db: Db, userId: string): Promise<readonly LookalikePair[]> {
  return (await readPairsOf(db, [userId])).get(userId) ?? [];
}
