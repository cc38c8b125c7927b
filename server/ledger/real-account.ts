/** Locks the row of the real account, which puts the postings of a player in a sequence. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { isGateOpenFor } from '../db/gate';
import type { GatedLock } from '../db/gate';
import { accountIdOf, openAccount } from './accounts';
import { playOf, PLAY_COLUMNS } from './play-session';
import type { Play, PlayColumns } from './play-session';
import type { UnplayedMoney } from './turnover';

/** The player's locked real account, as it is before the posting. */
export interface RealAccount {
  /** Kobo. */
  readonly balance: Kobo;
  readonly version: number;
  /** The hash of the player's newest entry, hex; null before the first. */
  readonly chainHash: string | null;
  /** The ids for the rows that the posting will write. */
  readonly transactionId: number;
  readonly entryIds: readonly number[];
  /** The play before the posting. */
  readonly play: Play | null;
  /** The number of active bonus wallets. */
  readonly bonusWalletCount: number;
  readonly unplayed: UnplayedMoney;
}

/**
 * The lock also returns the head of the player's chain and the ids of the new rows, because the hashes cover the ids. The ids depend on
 * columns of the locked row, so PostgreSQL draws them again after it had to wait for the lock, and they rise in the order of the chain.
 */
const LOCK = (condition = '', waiting = ''): string => `
  SELECT balance, version, bonus_wallets, unplayed, unplayed_of, ${PLAY_COLUMNS}, encode(chain_hash, 'hex') AS chain_hash,
    nextval('ledger_transaction_transaction_id_seq') AS transaction_id,
    ARRAY(SELECT nextval('ledger_entry_entry_id_seq') FROM generate_series(chain_length + 1, chain_length + $2)) AS entry_ids
  FROM ledger_account WHERE account_id = $1 ${condition} FOR UPDATE ${waiting}`;

const LOCK_ACCOUNT = { name: 'ledger-lock', text: LOCK() };
const LOCK_BEHIND_GATE = {
  wait: { name: 'ledger-lock-gated', text: LOCK(`AND ${isGateOpenFor('user_id')}`) },
  skip: { name: 'ledger-lock-skip', text: LOCK(`AND ${isGateOpenFor('user_id')}`, 'SKIP LOCKED') },
} as const satisfies Record<GatedLock, object>;

interface RealAccountRow extends PlayColumns {
  balance: number;
  version: number;
  bonus_wallets: number;
  unplayed: number;
  unplayed_of: number;
  chain_hash: string | null;
  transaction_id: number;
  entry_ids: number[];
}

/**
 * Locks the account until the transaction ends; null where it does not exist yet. `entries` is the number of entries to be written. With
 * `gated` nothing is locked, and null returned, unless the gate is open for the player.
 */
export async function lockRealAccount(tx: PoolClient, userId: string, entries: number, gated?: GatedLock): Promise<RealAccount | null> {
  const statement = gated === undefined ? LOCK_ACCOUNT : LOCK_BEHIND_GATE[gated];
  const { rows } = await tx.query<RealAccountRow>({ ...statement, values: [accountIdOf(userId, 'real'), entries] });
  const [row] = rows;
  if (row === undefined) return null;
  return {
    balance: kobo(row.balance), version: row.version, chainHash: row.chain_hash, transactionId: row.transaction_id,
    entryIds: row.entry_ids, play: playOf(row), bonusWalletCount: row.bonus_wallets,
    unplayed: { left: kobo(row.unplayed), total: kobo(row.unplayed_of) },
  };
}

/** Creates the account and locks it. */
export async function openRealAccount(tx: PoolClient, userId: string, entries: number): Promise<RealAccount> {
  await openAccount(tx, userId, 'real');
  const account = await lockRealAccount(tx, userId, entries);
  if (account === null) throw new Error('the created account is missing');
  return account;
}

/** Draws ids for further entries. The caller holds the lock. */
export async function drawEntryIds(tx: PoolClient, count: number): Promise<readonly number[]> {
  const { rows } = await tx.query<{ entry_id: number }>({
    name: 'ledger-more-ids',
    text: `SELECT nextval('ledger_entry_entry_id_seq') AS entry_id FROM generate_series(1, $1)`,
    values: [count],
  });
  return rows.map((row) => row.entry_id);
}
