/**
 * Stores the keys by which accounts of one person are found (`search.ts`). They are made from the parts of a name that `isSameName`
 * compares, so whatever it calls the same name has keys in common, however it is written. Keys are only added: earlier names,
 * phones and browsers count as well.
 */
import type { Pool, PoolClient } from 'pg';
import type { Db } from '../ledger/accounts';
import { secretHash } from '../secrets';
import { ACCOUNT_COLUMNS, readSearchedAccount, toSearchedAccount } from './account-rows';
import type { AccountRow, SearchedAccount } from './account-rows';

interface SearchKey {
  readonly kind: 'word' | 'name' | 'phone' | 'browser' | 'named-browser';
  readonly key: string;
}

interface NameKeys {
  readonly words: readonly string[];
  readonly names: readonly string[];
}

function nameKeysOf({ names }: SearchedAccount): NameKeys {
  return {
    words: [...new Set(names.flatMap(({ joinedWords }) => joinedWords))],
    names: [...new Set(names.flatMap(({ wholeNames }) => wholeNames))].filter((name) => name !== ''),
  };
}

function keysOf(account: SearchedAccount): SearchKey[] {
  const { words, names } = nameKeysOf(account);
  const ofKind = (kind: SearchKey['kind'], keys: readonly string[]) => keys.map((key) => ({ kind, key }));
  return [...ofKind('word', words), ...ofKind('name', names), ...ofKind('phone', [...new Set(account.phones)])];
}

/**
 * Makes the keys of a browser. Each is a hash of the cookie with the date of birth, or with a part of the name, so the keys of two
 * players who share a browser are alike only where they share one of these, too.
 */
function browserKeysOf(account: SearchedAccount, deviceSecret: string): SearchKey[] {
  const { words, names } = nameKeysOf(account);
  const hash = (fact: string): string => secretHash(`${fact}/${deviceSecret}`);
  return [
    { kind: 'browser', key: hash(`born ${account.dateOfBirth}`) },
    ...[...words.map((word) => `word ${word}`), ...names.map((name) => `name ${name}`)].map((fact): SearchKey => ({ kind: 'named-browser', key: hash(fact) })),
  ];
}

/**
 * Adds the keys that the account does not have yet, and returns true where there were some: then it may look like another one now.
 * `deviceSecret` is the content of the browser's device cookie, null where it is not known. It writes rows of this account, and of
 * others that were used in this browser, so nobody else makes the caller wait.
 */
export async function storeSearchKeys(tx: PoolClient, userId: string, deviceSecret: string | null, at: Date): Promise<boolean> {
  const account = await readSearchedAccount(tx, userId);
  if (account === null) return false;
  const added = await insertKeys(tx, [account], at);
  if (deviceSecret === null) return added > 0;
  return (await insertBrowserKeys(tx, account, deviceSecret, at)) || added > 0;
}

/** Adds keys and returns the number of new ones. `at` is null for accounts whose keys have no known date. */
async function insertKeys(db: Db, accounts: readonly SearchedAccount[], at: Date | null): Promise<number> {
  const rows = accounts.flatMap((account) => keysOf(account).map((key) => ({ ...key, userId: account.userId })));
  const { rowCount } = await db.query(
    `INSERT INTO lookalike_key (user_id, date_of_birth, kind, key, added_at)
     SELECT user_id, p.date_of_birth, k.kind, k.key, coalesce($4, '-infinity'::timestamptz)
     FROM unnest($1::text[], $2::text[], $3::text[]) k (user_id, kind, key) JOIN player p USING (user_id)
     WHERE p.date_of_birth IS NOT NULL ON CONFLICT DO NOTHING`,
    [rows.map(({ userId }) => userId), rows.map(({ kind }) => kind), rows.map(({ key }) => key), at],
  );
  return rowCount ?? 0;
}

/**
 * Adds the keys of the browser, and returns true where there were new ones. An account without any key of this browser has used it since
 * its first session there, so the keys are dated by that session.
 */
async function insertBrowserKeys(tx: PoolClient, account: SearchedAccount, deviceSecret: string, at: Date): Promise<boolean> {
  const { userId, dateOfBirth } = account;
  const keys = browserKeysOf(account, deviceSecret);
  const birthdayKey = keys.find(({ kind }) => kind === 'browser')?.key ?? '';
  const { rows } = await tx.query<{ kind: SearchKey['kind'] }>(
    `INSERT INTO lookalike_key (user_id, date_of_birth, kind, key, added_at)
     SELECT $1, $2, k.kind, k.key, CASE WHEN EXISTS (SELECT FROM lookalike_key o WHERE o.user_id = $1 AND o.date_of_birth = $2 AND o.kind = 'browser' AND o.key = $5)
       THEN $7 ELSE coalesce((SELECT min(created_at) FROM session WHERE user_id = $1 AND device_hash = $6), $7) END
     FROM unnest($3::text[], $4::text[]) k (kind, key) ON CONFLICT DO NOTHING RETURNING kind`,
    [userId, dateOfBirth, keys.map(({ kind }) => kind), keys.map(({ key }) => key), birthdayKey, secretHash(`${userId}/${deviceSecret}`), at],
  );
  if (rows.some(({ kind }) => kind === 'browser')) await adoptOlderSessions(tx, account, { deviceSecret, key: birthdayKey });
  return rows.length > 0;
}

/**
 * Adds the browser's key to accounts of the same birthday that were used in it before there were keys of browsers. Only now, with
 * the cookie at hand, can we recognise it, because a session has a hash of its own for each player.
 */
async function adoptOlderSessions(
  tx: PoolClient,
  { userId, dateOfBirth }: SearchedAccount,
  { deviceSecret, key }: { readonly deviceSecret: string; readonly key: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO lookalike_key (user_id, date_of_birth, kind, key, added_at)
     SELECT o.user_id, o.date_of_birth, 'browser', $3, min(s.created_at)
     FROM player o JOIN session s ON s.user_id = o.user_id AND s.device_hash = encode(sha256(convert_to(o.user_id || '/' || $4, 'UTF8')), 'hex')
     WHERE o.date_of_birth = $2 AND o.user_id <> $1 AND o.role = 'player' AND o.created_at < (SELECT applied_at FROM schema_migration WHERE number = 73)
     GROUP BY o.user_id, o.date_of_birth ON CONFLICT DO NOTHING`,
    [userId, dateOfBirth, key, deviceSecret],
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
    await insertKeys(pool, rows.map(toSearchedAccount), null);
    last = end.user_id;
  }
}
