/**
 * Stores the keys by which accounts of one person are found (`search.ts`). They are made from the parts of a name that `isSameName`
 * compares, so whatever it calls the same name has keys in common, however it is written. Keys are only added: earlier names and
 * phones count as well.
 */
import type { Pool } from 'pg';
import type { Db } from '../ledger/accounts';
import { ACCOUNT_COLUMNS, toSearchedAccount } from './account-rows';
import type { AccountRow, SearchedAccount } from './account-rows';

/** The keys of an account, as the search compares them. */
export interface SearchKeys {
  readonly words: readonly string[];
  readonly names: readonly string[];
  readonly phones: readonly string[];
}

export function keysOf({ names, phones }: SearchedAccount): SearchKeys {
  return {
    words: [...new Set(names.flatMap(({ joinedWords }) => joinedWords))],
    names: [...new Set(names.flatMap(({ wholeNames }) => wholeNames))].filter((name) => name !== ''),
    phones: [...new Set(phones)],
  };
}

/** Adds what these accounts have no keys of yet. */
export async function storeSearchKeys(db: Db, accounts: readonly SearchedAccount[]): Promise<void> {
  const rows = accounts.flatMap((account) => {
    const { words, names, phones } = keysOf(account);
    const ofKind = (kind: string, keys: readonly string[]) => keys.map((key) => ({ userId: account.userId, kind, key }));
    return [...ofKind('word', words), ...ofKind('name', names), ...ofKind('phone', phones)];
  });
  await db.query(
    `INSERT INTO lookalike_key (user_id, date_of_birth, kind, key)
     SELECT user_id, p.date_of_birth, k.kind, k.key FROM unnest($1::text[], $2::text[], $3::text[]) k (user_id, kind, key) JOIN player p USING (user_id)
     WHERE p.date_of_birth IS NOT NULL ON CONFLICT DO NOTHING`,
    [rows.map(({ userId }) => userId), rows.map(({ kind }) => kind), rows.map(({ key }) => key)],
  );
}

const BATCH = 1_000;

/**
 * Makes the keys of accounts that have none: those of a version before this table. It is done before the platform listens, since
 * an excluded player's account is not found without its keys.
 */
export async function fillSearchKeys(pool: Pool): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await pool.query<AccountRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM player p
       WHERE p.user_id > $1 AND p.date_of_birth IS NOT NULL AND NOT EXISTS (SELECT FROM lookalike_key k WHERE k.user_id = p.user_id)
       ORDER BY p.user_id LIMIT $2`,
      [last, BATCH],
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    await storeSearchKeys(pool, rows.map(toSearchedAccount));
    last = end.user_id;
  }
}
