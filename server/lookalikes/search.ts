/**
 * Searches for accounts that look like one person's: the same date of birth or the same name, together with the same phone or
 * browser, or the same payout account alone. The date of birth is enough without the name, because a player who wants to get round
 * an exclusion may spell the name differently or leave a part of it out; and the name without the date of birth, because they may
 * write another one. The search is the same whether or not somebody is excluded; otherwise a stranger who opens an account with
 * somebody's birthday and phone could see from it whether they are. Each kind of hint is one entry of `HINTS`; a new one goes there,
 * and into the list of kinds that the table takes.
 */
import type { Db } from '../ledger/accounts';
import { ACCOUNT_COLUMNS, toSearchedAccount } from './account-rows';
import type { AccountRow, SearchedAccount } from './account-rows';
import { isSameParts } from './same-name';

type SearchedKind = 'phone' | 'device' | 'payout-account';
/** `nin` marks a second account, which showed the identity of the other one. */
export type HintKind = SearchedKind | 'nin';

/** A fact that two accounts have in common. */
export interface FoundHint {
  readonly kind: SearchedKind;
  /** True where the searched account had it last, so a change to that one made the two look alike. */
  readonly isOwnDoing: boolean;
}

export interface Lookalike {
  readonly userId: string;
  readonly hints: readonly FoundHint[];
}

export interface SearchResult {
  /** Those that can require something come first: see `MAX_PAIRS`. */
  readonly lookalikes: readonly Lookalike[];
  /** True for an account that looks like very many others, see `CROWD`. */
  readonly isInCrowd: boolean;
}

/**
 * An account gets at most so many pairs in one search, so that the work does not grow with what somebody opens: first with
 * accounts that are verified, held money, or are excluded or on a break, then with the oldest ones. What the others could require
 * of this account one of these requires, too, and when one of the others changes its own search finds this one.
 */
export const MAX_PAIRS = 20;

/**
 * An account that was never verified and never held money gets no pairs where this many older ones of the same sort look like it.
 * It needs its identity in any case then. Nobody has so many accounts by mistake, and without a bound somebody who opens some
 * hundred would make every later search dearer.
 */
export const CROWD = 20;

interface Row extends AccountRow {
  readonly is_same_birthday: boolean;
  /** For each fact: null where the two do not share it, else true where this account had it last. */
  readonly shared_phone: boolean | null;
  readonly shared_browser: boolean | null;
  readonly shared_payouts: boolean | null;
  /** The number of older accounts that look alike, and were never verified and never held money. */
  readonly older_unproven: number;
}

/**
 * Selects everybody who has something in common with the player, each found by an index: a phone, a browser with the birthday or
 * with a part of the name, or a payout account. Two words are what `isSameName` needs at least. Earlier names, phones and payout
 * accounts count as well; otherwise an excluded player could change them and open the next account with the old ones.
 *
 * A key from before we stored the dates of keys has none; the comparison then takes the date on which its account was opened.
 *
 * `OFFSET 0` keeps the planner, which expects far more candidates than there are, from reading all players. It expects that many
 * because the commonest words of names are the commonest keys, and these are not searched.
 */
const CANDIDATES = `
  WITH self AS (SELECT user_id, person_id, date_of_birth, created_at FROM player WHERE user_id = $1),
  own AS (SELECT kind, key, added_at FROM lookalike_key WHERE user_id = $1),
  number AS (
    SELECT bank_code, account_number, min(at) AS at FROM (
      SELECT bank_code, account_number, added_at AS at FROM bank_account WHERE user_id = $1
      UNION ALL SELECT bank_code, account_number, created_at FROM withdrawal WHERE user_id = $1
      UNION ALL SELECT bank_code, account_number, added_at FROM former_bank_account WHERE user_id = $1) used GROUP BY bank_code, account_number
  ), fact AS (
    SELECT k.user_id, CASE k.kind WHEN 'phone' THEN 'phone' ELSE 'browser' END AS kind, k.kind = 'named-browser' AS is_named, o.added_at AS own_at, k.added_at AS other_at
    FROM own o CROSS JOIN LATERAL (
      SELECT * FROM lookalike_key WHERE key = o.key AND kind = o.kind AND kind IN ('phone', 'browser', 'named-browser') AND user_id <> $1 OFFSET 0) k
    UNION ALL
    SELECT user_id, 'payouts', false, min(own_at), min(at) FROM (
      SELECT b.user_id, n.at AS own_at, b.added_at AS at FROM number n JOIN bank_account b USING (account_number, bank_code)
      UNION ALL SELECT w.user_id, n.at, w.created_at FROM number n JOIN withdrawal w USING (account_number, bank_code)
      UNION ALL SELECT f.user_id, n.at, f.added_at FROM number n JOIN former_bank_account f USING (account_number, bank_code)) paid
    WHERE user_id <> $1 GROUP BY user_id
  ), shared AS (
    SELECT f.user_id, f.kind, max(f.own_at) AS own_at, max(f.other_at) AS other_at, bool_and(f.is_named) AS is_named
    FROM fact f GROUP BY f.user_id, f.kind
  ), alike AS (
    SELECT p.user_id, p.created_at, p.date_of_birth = s.date_of_birth AS is_same_birthday, f.kind, s.created_at AS own_created_at,
      p.protection <> 'none' AS is_barred, p.verification = 'none' AND p.person_id IS NULL AS is_unverified,
      greatest(f.own_at, name.own_at, s.created_at) >= greatest(f.other_at, name.other_at, p.created_at) AS is_own_doing
    FROM shared f CROSS JOIN self s CROSS JOIN LATERAL (SELECT * FROM player WHERE user_id = f.user_id OFFSET 0) p
      LEFT JOIN LATERAL (
        SELECT max(o.added_at) AS own_at, max(k.added_at) AS other_at
        FROM own o JOIN lookalike_key k ON k.user_id = p.user_id AND k.date_of_birth = p.date_of_birth AND k.kind = o.kind AND k.key = o.key
        WHERE o.kind IN ('word', 'name') AND f.kind <> 'payouts' AND p.date_of_birth <> s.date_of_birth
        HAVING count(DISTINCT k.key) FILTER (WHERE k.kind = 'word') > 1 OR bool_or(k.kind = 'name')) name ON true
    WHERE p.role = 'player' AND (p.person_id IS NULL OR p.person_id IS DISTINCT FROM s.person_id)
      AND (f.kind = 'payouts' OR name.own_at IS NOT NULL OR p.date_of_birth = s.date_of_birth AND NOT f.is_named)
      AND NOT (p.verification = 'none' AND p.person_id IS NULL AND EXISTS (SELECT FROM lookalike_crowd c WHERE c.user_id = p.user_id))
  ), weighed AS (
    SELECT user_id, created_at, own_created_at, is_same_birthday, is_barred,
      is_unverified AND NOT coalesce((SELECT m.chain_length > 0 FROM ledger_account m WHERE m.account_id = 'real:' || a.user_id), false) AS is_unproven,
      bool_or(is_own_doing) FILTER (WHERE kind = 'phone') AS shared_phone, bool_or(is_own_doing) FILTER (WHERE kind = 'browser') AS shared_browser,
      bool_or(is_own_doing) FILTER (WHERE kind = 'payouts') AS shared_payouts
    FROM alike a GROUP BY user_id, created_at, own_created_at, is_same_birthday, is_barred, is_unverified
  )
  SELECT ${ACCOUNT_COLUMNS}, w.is_same_birthday, w.shared_phone, w.shared_browser, w.shared_payouts, w.older_unproven
  FROM (
    SELECT *, row_number() OVER (ORDER BY is_unproven AND NOT is_barred, is_unproven, created_at, user_id) AS place,
      (count(*) FILTER (WHERE is_unproven AND (created_at, user_id) < (own_created_at, $1)) OVER ())::int AS older_unproven
    FROM weighed) w CROSS JOIN LATERAL (SELECT * FROM player WHERE user_id = w.user_id OFFSET 0) p
  WHERE w.place <= $2 ORDER BY w.place`;

interface Comparison {
  readonly row: Row;
  /** Both have the same birthday or the same name. */
  readonly isAlike: boolean;
}

/** Each says whether the searched account had the fact last; null where the two do not share it. */
const HINTS: Readonly<Record<SearchedKind, (comparison: Comparison) => boolean | null>> = {
  phone: ({ row, isAlike }) => (isAlike ? row.shared_phone : null),
  device: ({ row, isAlike }) => (isAlike ? row.shared_browser : null),
  'payout-account': ({ row }) => row.shared_payouts,
};
const KINDS = Object.keys(HINTS).filter((kind): kind is SearchedKind => kind in HINTS);

/** More are read than an account can get, because some of those that the keys find turn out to have another name. */
const MAX_CANDIDATES = 2 * MAX_PAIRS;

/** Finds the accounts that look like the player's. Accounts that are linked to the same person are left out. */
export async function findLookalikes(db: Db, self: SearchedAccount): Promise<SearchResult> {
  const { rows } = await db.query<Row>({ name: 'person-candidates', text: CANDIDATES, values: [self.userId, MAX_CANDIDATES] });
  const lookalikes = rows.map((row): Lookalike => ({ userId: row.user_id, hints: hintsOf(self, row) })).filter(({ hints }) => hints.length > 0);
  return { lookalikes: lookalikes.slice(0, MAX_PAIRS), isInCrowd: lookalikes.length > 0 && (rows[0]?.older_unproven ?? 0) >= CROWD };
}

function hintsOf(self: SearchedAccount, row: Row): FoundHint[] {
  const { names } = toSearchedAccount(row);
  const isAlike = row.is_same_birthday || names.some((name) => self.names.some((own) => isSameParts(name, own)));
  return KINDS.flatMap((kind) => {
    const isOwnDoing = HINTS[kind]({ row, isAlike });
    return isOwnDoing === null ? [] : [{ kind, isOwnDoing }];
  });
}
