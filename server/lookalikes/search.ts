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
  /** True where the searched account got it last, so a change to that one made the two look alike. */
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
 * An account gets at most so many pairs in one search, so that the work does not grow with the number of accounts that somebody opens. Accounts
 * that are verified, held money, or are excluded or on a break come first, then the oldest ones. An account beyond them could require nothing
 * of this one that they don't require as well, and when it changes, its own search finds this one.
 */
export const MAX_PAIRS = 20;

/**
 * An account that was never verified and never held money belongs to a crowd where this many older accounts of the same sort look like it. It
 * gets no pairs, and must show its identity in any case. Nobody has so many accounts by mistake, and without a bound somebody who opens some
 * hundred would make every later search dearer.
 */
export const CROWD = 20;

interface Row extends AccountRow {
  readonly is_same_birthday: boolean;
  /** For each fact: null where the two do not share it, else true where the searched account got it last. */
  readonly shared_phone: boolean | null;
  readonly shared_browser: boolean | null;
  readonly shared_payouts: boolean | null;
  /** The number of older accounts that look alike, and were never verified and never held money. */
  readonly older_unproven: number;
}

/**
 * Selects the accounts that may look like the player's (`$1`), at most `$2` of them: each shares a phone, or a browser together with the birthday
 * or a part of the name, or a payout account. They are found by an index, with the keys that `search-keys.ts` stores. Earlier names, phones
 * and payout accounts count as well; otherwise an excluded player could change them and open the next account with the old ones.
 *
 * A key from before we stored the dates of keys has none; the comparison then takes the date on which its account was opened.
 *
 * `OFFSET 0` keeps the planner, which expects far more candidates than there are, from reading all players. It expects that many
 * because the commonest words of names are the commonest keys, and these are not searched.
 */
const CANDIDATES = `
  WITH
  -- The player's account: one row.
  self AS (SELECT user_id, person_id, date_of_birth, created_at FROM player WHERE user_id = $1),

  -- The keys by which it is found: words of names, whole names, phones and browsers.
  own_key AS (SELECT kind, key, added_at FROM lookalike_key WHERE user_id = $1),

  -- Each bank account that it has, had, or asked a payout to, with the time of the first use.
  own_payee AS (
    SELECT account_ref, min(at) AS at FROM (
      SELECT account_ref, added_at AS at FROM bank_account WHERE user_id = $1
      UNION ALL SELECT account_ref, created_at FROM withdrawal WHERE user_id = $1
      UNION ALL SELECT account_ref, added_at FROM former_bank_account WHERE user_id = $1) used
    GROUP BY account_ref),

  -- Each fact that another account shares, with the times at which the player's account and the other one got it. \`is_named\` marks a browser
  -- that was found together with a part of the name.
  fact AS (
    SELECT k.user_id, CASE k.kind WHEN 'phone' THEN 'phone' ELSE 'browser' END AS kind, k.kind = 'named-browser' AS is_named,
      o.added_at AS own_at, k.added_at AS other_at
    FROM own_key o CROSS JOIN LATERAL (
      SELECT * FROM lookalike_key WHERE key = o.key AND kind = o.kind AND kind IN ('phone', 'browser', 'named-browser') AND user_id <> $1 OFFSET 0) k
    UNION ALL
    SELECT user_id, 'payouts', false, min(own_at), min(at) FROM (
      SELECT b.user_id, n.at AS own_at, b.added_at AS at FROM own_payee n JOIN bank_account b USING (account_ref)
      UNION ALL SELECT w.user_id, n.at, w.created_at FROM own_payee n JOIN withdrawal w USING (account_ref)
      UNION ALL SELECT f.user_id, n.at, f.added_at FROM own_payee n JOIN former_bank_account f USING (account_ref)) paid
    WHERE user_id <> $1 GROUP BY user_id),

  -- For each other account and kind of fact one row. The times are those of the fact of that kind that came last.
  shared AS (
    SELECT f.user_id, f.kind, max(f.own_at) AS own_at, max(f.other_at) AS other_at, bool_and(f.is_named) AS is_named
    FROM fact f GROUP BY f.user_id, f.kind),

  -- Of these rows the ones that make the two accounts look alike: a payout account alone, and anything else together with the birthday or the name.
  -- Where the birthdays differ, \`name\` has one row if the accounts share two words of a name (as many as \`isSameName\` needs) or a whole one.
  -- \`is_own_doing\`: the player's account got what they share no earlier than the other one. Left out are admins, accounts of the same person, and
  -- accounts of a crowd.
  alike AS (
    SELECT p.user_id, p.created_at, p.date_of_birth = s.date_of_birth AS is_same_birthday, f.kind, s.created_at AS own_created_at,
      p.protection <> 'none' AS is_barred, p.verification = 'none' AND p.person_id IS NULL AS is_unverified,
      greatest(f.own_at, name.own_at, s.created_at) >= greatest(f.other_at, name.other_at, p.created_at) AS is_own_doing
    FROM shared f CROSS JOIN self s CROSS JOIN LATERAL (SELECT * FROM player WHERE user_id = f.user_id OFFSET 0) p
      LEFT JOIN LATERAL (
        SELECT max(o.added_at) AS own_at, max(k.added_at) AS other_at
        FROM own_key o JOIN lookalike_key k ON k.user_id = p.user_id AND k.date_of_birth = p.date_of_birth AND k.kind = o.kind AND k.key = o.key
        WHERE o.kind IN ('word', 'name') AND f.kind <> 'payouts' AND p.date_of_birth <> s.date_of_birth
        HAVING count(DISTINCT k.key) FILTER (WHERE k.kind = 'word') > 1 OR bool_or(k.kind = 'name')) name ON true
    WHERE p.role = 'player' AND (p.person_id IS NULL OR p.person_id IS DISTINCT FROM s.person_id)
      AND (f.kind = 'payouts' OR name.own_at IS NOT NULL OR p.date_of_birth = s.date_of_birth AND NOT f.is_named)
      AND NOT (p.verification = 'none' AND p.person_id IS NULL AND EXISTS (SELECT FROM lookalike_crowd c WHERE c.user_id = p.user_id))),

  -- For each account that looks alike one row, with its facts side by side. \`is_unproven\`: it was never verified and never held money.
  lookalike AS (
    SELECT user_id, created_at, own_created_at, is_same_birthday, is_barred,
      is_unverified AND NOT coalesce((SELECT m.chain_length > 0 FROM ledger_account m WHERE m.account_id = 'real:' || a.user_id), false) AS is_unproven,
      bool_or(is_own_doing) FILTER (WHERE kind = 'phone') AS shared_phone, bool_or(is_own_doing) FILTER (WHERE kind = 'browser') AS shared_browser,
      bool_or(is_own_doing) FILTER (WHERE kind = 'payouts') AS shared_payouts
    FROM alike a GROUP BY user_id, created_at, own_created_at, is_same_birthday, is_barred, is_unverified),

  -- The same rows in the order in which they become pairs (\`MAX_PAIRS\`), each with the number of older unproven ones among them all (\`CROWD\`).
  ranked AS (
    SELECT *, row_number() OVER (ORDER BY is_unproven AND NOT is_barred, is_unproven, created_at, user_id) AS place,
      (count(*) FILTER (WHERE is_unproven AND (created_at, user_id) < (own_created_at, $1)) OVER ())::int AS older_unproven
    FROM lookalike)

  SELECT ${ACCOUNT_COLUMNS}, r.is_same_birthday, r.shared_phone, r.shared_browser, r.shared_payouts, r.older_unproven
  FROM ranked r CROSS JOIN LATERAL (SELECT * FROM player WHERE user_id = r.user_id OFFSET 0) p
  WHERE r.place <= $2 ORDER BY r.place`;

interface Comparison {
  readonly row: Row;
  readonly isSameBirthdayOrName: boolean;
}

/** Each says whether the searched account got the fact last; null where the two do not share it, or it is no hint between them. */
const HINTS: Readonly<Record<SearchedKind, (comparison: Comparison) => boolean | null>> = {
  phone: ({ row, isSameBirthdayOrName }) => (isSameBirthdayOrName ? row.shared_phone : null),
  device: ({ row, isSameBirthdayOrName }) => (isSameBirthdayOrName ? row.shared_browser : null),
  'payout-account': ({ row }) => row.shared_payouts,
};
const KINDS = Object.keys(HINTS).filter((kind): kind is SearchedKind => kind in HINTS);

/** We read more candidates than an account can get pairs, because some of those that the keys find turn out to have another name. */
const MAX_CANDIDATES = 2 * MAX_PAIRS;

/** Finds the accounts that look like the player's. Accounts that are linked to the same person are left out. */
export async function findLookalikes(db: Db, self: SearchedAccount): Promise<SearchResult> {
  const { rows } = await db.query<Row>({ name: 'person-candidates', text: CANDIDATES, values: [self.userId, MAX_CANDIDATES] });
  const lookalikes = rows.map((row): Lookalike => ({ userId: row.user_id, hints: hintsOf(self, row) })).filter(({ hints }) => hints.length > 0);
  return { lookalikes: lookalikes.slice(0, MAX_PAIRS), isInCrowd: lookalikes.length > 0 && (rows[0]?.older_unproven ?? 0) >= CROWD };
}

function hintsOf(self: SearchedAccount, row: Row): FoundHint[] {
  const { names } = toSearchedAccount(row);
  const isSameBirthdayOrName = row.is_same_birthday || names.some((name) => self.names.some((own) => isSameParts(name, own)));
  return KINDS.flatMap((kind) => {
    const isOwnDoing = HINTS[kind]({ row, isSameBirthdayOrName });
    return isOwnDoing === null ? [] : [{ kind, isOwnDoing }];
  });
}
