/**
 * Searches for accounts that look like one person's: the same name and date of birth, together with the same phone, device or
 * payout account. The date of birth with the phone or the payout account is enough without the name, because a player who wants
 * to get round an exclusion may spell the name differently. The search is the same whether or not somebody is excluded;
 * otherwise a stranger who opens an account with somebody's birthday and phone could see from it whether they are. Each kind of
 * hint is one entry of `HINTS`; a new one goes there, and into the list of kinds that the table takes.
 */
import type { Db } from '../ledger/accounts';
import { secretHash } from '../secrets';
import { ACCOUNT_COLUMNS, toSearchedAccount } from './account-rows';
import type { AccountRow, SearchedAccount } from './account-rows';
import { isSameParts } from './same-name';
import { keysOf } from './search-keys';

type SearchedKind = 'phone' | 'device' | 'payout-account';
/** `nin` marks a second account, which showed the identity of the other one. */
export type HintKind = SearchedKind | 'nin';

export interface Lookalike {
  readonly userId: string;
  readonly kinds: readonly HintKind[];
}

interface Row extends AccountRow {
  readonly shares_payouts: boolean;
}

/**
 * Selects everybody who was born on the same day as the player and has something else in common, each found by an index: two words
 * of the name ($2) or all its letters ($3), the phone ($4) or a payout account. Two words are what `isSameName` needs at least.
 * Earlier names, phones and payout accounts count as well; otherwise an excluded player could change them and open the next
 * account with the old ones.
 */
const CANDIDATES = `
  WITH self AS (SELECT user_id, person_id, date_of_birth FROM player WHERE user_id = $1),
  number AS (
    SELECT bank_code, account_number FROM bank_account WHERE user_id = $1 UNION SELECT bank_code, account_number FROM withdrawal WHERE user_id = $1
    UNION SELECT bank_code, account_number FROM former_bank_account WHERE user_id = $1
  ), payee AS (
    SELECT b.user_id FROM number JOIN bank_account b USING (account_number, bank_code)
    UNION SELECT w.user_id FROM number JOIN withdrawal w USING (account_number, bank_code)
    UNION SELECT f.user_id FROM number JOIN former_bank_account f USING (account_number, bank_code)
  ), candidate AS (
    SELECT k.user_id FROM self JOIN lookalike_key k USING (date_of_birth) WHERE k.kind = 'word' AND k.key = ANY($2) GROUP BY k.user_id HAVING count(*) > 1
    UNION SELECT k.user_id FROM self JOIN lookalike_key k USING (date_of_birth) WHERE k.kind = 'name' AND k.key = ANY($3)
    UNION SELECT k.user_id FROM self JOIN lookalike_key k USING (date_of_birth) WHERE k.kind = 'phone' AND k.key = ANY($4)
    UNION SELECT user_id FROM payee
  )
  SELECT ${ACCOUNT_COLUMNS}, p.user_id IN (SELECT user_id FROM payee) AS shares_payouts
  FROM candidate JOIN player p USING (user_id) JOIN self ON self.date_of_birth = p.date_of_birth
  WHERE p.role = 'player' AND p.user_id <> self.user_id AND (p.person_id IS NULL OR p.person_id IS DISTINCT FROM self.person_id)`;

interface Comparison {
  readonly self: SearchedAccount;
  readonly other: SearchedAccount;
  readonly row: Row;
  /** The accounts with the same name that have signed in in this browser. */
  readonly onDevice: ReadonlySet<string>;
}

const HINTS: Readonly<Record<SearchedKind, (comparison: Comparison) => boolean>> = {
  phone: ({ self, other }) => other.phones.some((phone) => self.phones.includes(phone)),
  device: ({ other, onDevice }) => onDevice.has(other.userId),
  'payout-account': ({ row }) => row.shares_payouts,
};
const KINDS = Object.keys(HINTS).filter((kind): kind is SearchedKind => kind in HINTS);

/**
 * Finds the accounts that look like the player's. `deviceCookie` is null where the browser has none. Accounts that are linked
 * to the same person are left out.
 */
export async function findLookalikes(db: Db, self: SearchedAccount, deviceCookie: string | null): Promise<readonly Lookalike[]> {
  const { words, names, phones } = keysOf(self);
  const { rows } = await db.query<Row>({ name: 'person-candidates', text: CANDIDATES, values: [self.userId, words, names, phones] });
  const candidates = rows.map((row) => ({ row, other: toSearchedAccount(row) }));
  const sameNamed = candidates.filter(({ other }) => other.names.some((name) => self.names.some((own) => isSameParts(name, own))));
  const onDevice = await findOnDevice(db, sameNamed.map(({ other }) => other.userId), deviceCookie);
  const kindsOf = (other: SearchedAccount, row: Row) => KINDS.filter((kind) => HINTS[kind]({ self, other, row, onDevice }));
  const others = candidates.map(({ row, other }) => ({ userId: other.userId, kinds: kindsOf(other, row) }));
  return others.filter(({ kinds }) => kinds.length > 0);
}

/** A session stores only a hash of the cookie with the player's id, so we compute that hash for each player. */
async function findOnDevice(db: Db, userIds: readonly string[], deviceCookie: string | null): Promise<ReadonlySet<string>> {
  if (deviceCookie === null || userIds.length === 0) return new Set();
  const { rows } = await db.query<{ user_id: string }>(
    `SELECT DISTINCT s.user_id FROM unnest($1::text[], $2::text[]) AS asked (user_id, device_hash) JOIN session s USING (user_id, device_hash)`,
    [userIds, userIds.map((userId) => secretHash(`${userId}/${deviceCookie}`))],
  );
  return new Set(rows.map((row) => row.user_id));
}
