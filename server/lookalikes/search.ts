/**
 * Searches for accounts that look like one person's: the same name and date of birth, together with the same phone, device or
 * payout account. The date of birth with the phone or the payout account is enough without the name, because a player who wants
 * to get round an exclusion may spell the name differently. The search is the same whether or not somebody is excluded;
 * otherwise a stranger who opens an account with somebody's birthday and phone could see from it whether they are. Each kind of
 * hint is one entry of `HINTS`; a new one goes there, and into the list of kinds that the table takes.
 */
import type { Db } from '../ledger/accounts';
import type { PersonName } from '../person-name';
import { secretHash } from '../secrets';
import { isSameName } from './same-name';

type SearchedKind = 'phone' | 'device' | 'payout-account';
/** `nin` marks a second account, which showed the identity of the other one. */
export type HintKind = SearchedKind | 'nin';

/** The parts of an account that the search compares. */
interface SearchedAccount {
  readonly userId: string;
  /** The present name, earlier ones, and the holders' names of its bank accounts. */
  readonly names: readonly PersonName[];
  readonly phones: readonly string[];
}

export interface Lookalike {
  readonly userId: string;
  readonly kinds: readonly HintKind[];
}

interface Row {
  readonly user_id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string | null;
  readonly changes: readonly { readonly firstname?: string; readonly lastname?: string; readonly phone?: string | null }[];
  /**
   * The holders of its payout accounts by their banks. A bank has all names of a person, while the profile may have two of
   * three.
   */
  readonly holders: readonly string[];
  readonly shares_payouts: boolean;
}

/**
 * Selects the player, and everybody who was born on the same day and has something else in common, each found by an index: the
 * last name (also as the first one), the phone or a payout account. Earlier names, phones and payout accounts count as well;
 * otherwise an excluded player could change them and open the next account with the old ones.
 */
const CANDIDATES = `
  WITH self AS (SELECT * FROM player WHERE user_id = $1 AND role = 'player' AND date_of_birth IS NOT NULL),
  number AS (
    SELECT bank_code, account_number FROM bank_account WHERE user_id = $1 UNION SELECT bank_code, account_number FROM withdrawal WHERE user_id = $1
    UNION SELECT bank_code, account_number FROM former_bank_account WHERE user_id = $1
  ), payee AS (
    SELECT b.user_id FROM number JOIN bank_account b USING (account_number, bank_code)
    UNION SELECT w.user_id FROM number JOIN withdrawal w USING (account_number, bank_code)
    UNION SELECT f.user_id FROM number JOIN former_bank_account f USING (account_number, bank_code)
  ), own_name AS (
    SELECT lower(lastname) AS name FROM self UNION SELECT lower(firstname) FROM self
    UNION SELECT lower(before ->> 'lastname') FROM details_change WHERE user_id = $1 AND before ->> 'lastname' IS NOT NULL
  ), own_phone AS (
    SELECT phone FROM self WHERE phone IS NOT NULL
    UNION SELECT before ->> 'phone' FROM details_change WHERE user_id = $1 AND before ->> 'phone' IS NOT NULL
  ), candidate AS (
    SELECT user_id FROM self
    UNION SELECT p.user_id FROM self CROSS JOIN own_name o JOIN player p ON p.date_of_birth = self.date_of_birth AND lower(p.lastname) = o.name
    UNION SELECT p.user_id FROM own_phone JOIN player p USING (phone)
    UNION SELECT p.user_id FROM self JOIN player p USING (date_of_birth) JOIN details_change d ON d.user_id = p.user_id
      WHERE lower(d.before ->> 'lastname') IN (SELECT name FROM own_name) OR d.before ->> 'phone' IN (SELECT phone FROM own_phone)
    UNION SELECT user_id FROM payee
  )
  SELECT p.user_id, p.firstname, p.lastname, p.phone,
    coalesce((SELECT json_agg(d.before) FROM details_change d WHERE d.user_id = p.user_id), '[]') AS changes,
    ARRAY(SELECT account_name FROM bank_account WHERE user_id = p.user_id UNION SELECT account_name FROM withdrawal WHERE user_id = p.user_id
      UNION SELECT account_name FROM former_bank_account WHERE user_id = p.user_id) AS holders,
    p.user_id IN (SELECT user_id FROM payee) AS shares_payouts
  FROM candidate JOIN player p USING (user_id) JOIN self ON self.date_of_birth = p.date_of_birth
  WHERE p.role = 'player' AND (p.user_id = self.user_id OR p.person_id IS NULL OR p.person_id IS DISTINCT FROM self.person_id)`;

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
 * to the same person are left out. An account without a date of birth is an admin's and looks like none.
 */
export async function findLookalikes(db: Db, userId: string, deviceCookie: string | null): Promise<readonly Lookalike[]> {
  const { rows } = await db.query<Row>({ name: 'person-candidates', text: CANDIDATES, values: [userId] });
  const own = rows.find((row) => row.user_id === userId);
  if (own === undefined) return [];
  const self = toPerson(own);
  const candidates = rows.filter((row) => row !== own).map((row) => ({ row, other: toPerson(row) }));
  const sameNamed = candidates.filter(({ other }) => other.names.some((name) => self.names.some((each) => isSameName(name, each))));
  const onDevice = await findOnDevice(db, sameNamed.map(({ other }) => other.userId), deviceCookie);
  const kindsOf = (other: SearchedAccount, row: Row) => KINDS.filter((kind) => HINTS[kind]({ self, other, row, onDevice }));
  const others = candidates.map(({ row, other }) => ({ userId: other.userId, kinds: kindsOf(other, row) }));
  return others.filter(({ kinds }) => kinds.length > 0);
}

function toPerson(row: Row): SearchedAccount {
  const valuesOf = (member: 'firstname' | 'lastname' | 'phone') =>
    [row[member], ...row.changes.map((change) => change[member])].filter((value): value is string => typeof value === 'string');
  const lastnames = valuesOf('lastname');
  return {
    userId: row.user_id,
    names: [
      ...valuesOf('firstname').flatMap((firstname) => lastnames.map((lastname) => ({ firstname, lastname }))),
      ...row.holders.map((holder) => ({ firstname: holder, lastname: '' })),
    ],
    phones: valuesOf('phone'),
  };
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
