import type { ClientBase } from 'pg';
import { kobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

/** A pool, or a client in a transaction. */
export type Db = Pick<ClientBase, 'query'>;

/** The house's accounts, on the other side of every player's. Their balance is not stored; it is the sum of their entries. */
export type HouseSide = 'house' | 'gateway' | 'bonus-cost' | 'house:adjustments';
/** An account as a posting names it: one of the posting's player, or one of the house. */
export type AccountRef = 'real' | 'held' | 'suspense' | { readonly bonus: string } | HouseSide;
/** `held`: money of withdrawals on their way · `suspense`: payments that came too late to be credited, held for the player's choice. */
export type PlayerAccountKind = 'real' | 'held' | 'suspense' | 'bonus';

export const LEDGER_CURRENCY = 'NGN';

/** Returns the id of the account that `ref` names for this player. */
export function accountIdOf(userId: string, ref: AccountRef): string {
  if (typeof ref === 'object') return `bonus:${userId}:${ref.bonus}`;
  return isHouseSide(ref) ? `${ref}:${LEDGER_CURRENCY}` : `${ref}:${userId}`;
}

/** Returns the name of an account in a player's statement: `real`, `held`, `suspense`, or `bonus:<walletId>`. */
export function accountNameOf(userId: string, accountId: string): string {
  const kind = accountId.slice(0, accountId.indexOf(':'));
  return kind + accountId.slice(kind.length + 1 + userId.length);
}

export function isHouseSide(ref: AccountRef): ref is HouseSide {
  return ref === 'house' || ref === 'gateway' || ref === 'bonus-cost' || ref === 'house:adjustments';
}

/** Creates a player's real and held accounts where they are missing. The first posting does so, too. */
export async function openAccounts(tx: Db, userId: string): Promise<void> {
  for (const ref of ['real', 'held'] as const) await openAccount(tx, userId, ref);
}

/** Creates one of a player's accounts with a balance of zero, where it is missing. */
export async function openAccount(tx: Db, userId: string, ref: Exclude<AccountRef, HouseSide>): Promise<void> {
  const isBonus = typeof ref === 'object';
  await tx.query(
    `INSERT INTO ledger_account (account_id, user_id, kind, wallet_id, currency, balance)
     VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (account_id) DO NOTHING`,
    [accountIdOf(userId, ref), userId, isBonus ? 'bonus' : ref, isBonus ? ref.bonus : null, LEDGER_CURRENCY],
  );
}

export interface PlayerAccount {
  readonly accountId: string;
  readonly kind: PlayerAccountKind;
  /** Only a bonus account has a wallet. */
  readonly walletId: string | null;
  readonly balance: Kobo;
  readonly version: number;
}

interface AccountRow {
  account_id: string;
  kind: PlayerAccountKind;
  wallet_id: string | null;
  balance: number;
  version: number;
}

/** Reads a player's accounts in the order in which postings lock them: real, held, suspense, then bonus accounts by id. */
export async function accountsOf(db: Db, userId: string): Promise<PlayerAccount[]> {
  const { rows } = await db.query<AccountRow>(
    `SELECT account_id, kind, wallet_id, balance, version FROM ledger_account WHERE user_id = $1
     ORDER BY kind <> 'real', kind <> 'held', kind <> 'suspense', account_id`,
    [userId],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    kind: row.kind,
    walletId: row.wallet_id,
    balance: kobo(row.balance),
    version: row.version,
  }));
}

export interface PlayerBalance {
  readonly real: Kobo;
  /** Kobo in withdrawals on their way. */
  readonly held: Kobo;
  /** Rises with every posting of the player; 0 before the first. A balance with a lower version is older. */
  readonly version: number;
}

/** Reads the balance for a poll: two rows by primary key, in one snapshot. It is zero for a player who never moved money. */
export async function readBalance(db: Db, userId: string): Promise<PlayerBalance> {
  const { rows } = await db.query<Pick<AccountRow, 'kind' | 'balance' | 'version'>>({
    name: 'balance-read',
    text: 'SELECT kind, balance, version FROM ledger_account WHERE account_id IN ($1, $2)',
    values: [accountIdOf(userId, 'real'), accountIdOf(userId, 'held')],
  });
  const real = rows.find((row) => row.kind === 'real');
  const held = rows.find((row) => row.kind === 'held');
  return { real: kobo(real?.balance ?? 0), held: kobo(held?.balance ?? 0), version: real?.version ?? 0 };
}

/** Reads only the balance's version, from one row, which is enough to answer a poll with 304. */
export async function readBalanceVersion(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ version: number }>({
    name: 'balance-version',
    text: 'SELECT version FROM ledger_account WHERE account_id = $1',
    values: [accountIdOf(userId, 'real')],
  });
  return rows[0]?.version ?? 0;
}

/**
 * Sums up the balance of one of the house's accounts, in kobo. It reads all entries of the account, so it is too slow for a player's
 * request.
 */
export async function houseBalance(db: Db, account: HouseSide): Promise<Kobo> {
  const { rows } = await db.query<{ total: number }>(
    'SELECT coalesce(sum(amount), 0)::bigint AS total FROM ledger_entry WHERE account_id = $1',
    [accountIdOf('', account)],
  );
  return kobo(rows[0]?.total ?? ZERO_KOBO);
}
