/** Reads the parts of an account that the search for lookalikes compares, with earlier ones. */
import type { Db } from '../ledger/accounts';
import { splitName } from './same-name';
import type { NameParts } from './same-name';

export interface SearchedAccount {
  readonly userId: string;
  readonly dateOfBirth: string;
  /** The present name, earlier ones, and the holders' names of its bank accounts. */
  readonly names: readonly NameParts[];
  readonly phones: readonly string[];
}

interface DetailsBefore {
  readonly firstname?: string;
  readonly lastname?: string;
  readonly phone?: string | null;
}

export interface AccountRow {
  readonly user_id: string;
  /** Like `2000-01-31`. */
  readonly date_of_birth: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string | null;
  /** The details that each change replaced, the newest first. */
  readonly changes: readonly DetailsBefore[];
  /**
   * The holders of its payout accounts by their banks. A bank has all names of a person, while the profile may have two of
   * three.
   */
  readonly holders: readonly string[];
}

/** The columns of `AccountRow`, of a player `p`. */
export const ACCOUNT_COLUMNS = `
  p.user_id, p.date_of_birth, p.firstname, p.lastname, p.phone,
  coalesce((SELECT json_agg(d.before ORDER BY d.version DESC) FROM details_change d WHERE d.user_id = p.user_id), '[]') AS changes,
  ARRAY(SELECT account_name FROM bank_account WHERE user_id = p.user_id UNION SELECT account_name FROM withdrawal WHERE user_id = p.user_id
    UNION SELECT account_name FROM former_bank_account WHERE user_id = p.user_id) AS holders`;

/** Returns null for an account that is compared with none: an admin's, and one without a date of birth. */
export async function readSearchedAccount(db: Db, userId: string): Promise<SearchedAccount | null> {
  const { rows } = await db.query<AccountRow>({
    name: 'person-searched',
    text: `SELECT ${ACCOUNT_COLUMNS} FROM player p WHERE p.user_id = $1 AND p.role = 'player' AND p.date_of_birth IS NOT NULL`,
    values: [userId],
  });
  const [row] = rows;
  return row === undefined ? null : toSearchedAccount(row);
}

export function toSearchedAccount(row: AccountRow): SearchedAccount {
  const names = [{ firstname: row.firstname, lastname: row.lastname }];
  for (const { firstname, lastname } of row.changes) {
    const later = names.at(-1) ?? row;
    if (firstname === undefined && lastname === undefined) continue;
    names.push({ firstname: firstname ?? later.firstname, lastname: lastname ?? later.lastname });
  }
  return {
    userId: row.user_id,
    dateOfBirth: row.date_of_birth,
    names: [...names, ...row.holders.map((holder) => ({ firstname: holder, lastname: '' }))].map(splitName),
    phones: [row.phone, ...row.changes.map(({ phone }) => phone)].filter((phone): phone is string => typeof phone === 'string'),
  };
}
