/** Reads a player's bonuses for the contract. */
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { Bonus, listBonuses as listBonusesEndpoint } from '../../src/core/contract/bonuses';
import type { BonusWallet } from '../../src/core/contract/player';
import { koboToNaira } from '../../src/core/money';
import { readCatalogueTag, readGames } from '../catalogue';
import { invalidCursor } from '../http/cursor';
import { tagOf } from '../http/etag';
import { accountIdOf, readBalance } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';
import { readWithdrawable } from '../ledger/withdrawable';
import type { CallerPlace } from '../place/rules';
import { toBonus, toWalletItem } from './to-contract';
import { walletAt, WALLET_IS_OVER, WALLET_COLUMNS, WALLET_FROM } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

type BonusQuery = QueryOf<typeof listBonusesEndpoint>;

const DEFAULT_LIMIT = 20;
/** The limit covers all running wallets and the newest ended ones. */
const MAX_WALLETS = 100;

/**
 * SQL: active wallets first, in the order in which stakes use them; then pending ones; then ended ones, the newest first. `rank` and
 * `sort_ms` are a wallet's position in this list; `sort_ms` is a time in ms, negative where later times come first.
 */
const LISTED_WALLETS = `SELECT ${WALLET_COLUMNS}, CASE w.state WHEN 'active' THEN 0 WHEN 'pending' THEN 1 ELSE 2 END AS rank,
    (extract(epoch FROM CASE WHEN w.state = 'active' THEN w.expires_at ELSE w.claimed_at END) * CASE WHEN w.state = 'active' THEN 1000 ELSE -1000 END)::bigint AS sort_ms
  FROM ${WALLET_FROM} WHERE w.user_id = $1`;
const LIST_ORDER = `ORDER BY rank, sort_ms, wallet_id COLLATE "C"`;

interface ListedRow extends WalletRow {
  readonly rank: number;
  readonly sort_ms: number;
}

const TAG = `
  SELECT a.version, a.bonus_version, CASE WHEN a.bonus_version > 0 THEN (
      SELECT count(*) FROM bonus_wallet w WHERE w.user_id = a.user_id AND w.state IN ('pending', 'active') AND ${WALLET_IS_OVER}
    ) ELSE 0 END AS overdue
  FROM ledger_account a WHERE a.account_id = $2`;

/** The ETag of the wallets of a player who never had one. */
export const NO_WALLETS_TAG = 'w0';

/** Makes the ETag of a player's wallets at `at`, from one row by primary key and the few running wallets. */
export async function walletsTag(db: Db, userId: string, at: Date): Promise<string> {
  const { rows } = await db.query<{ version: number; bonus_version: number; overdue: number }>({
    name: 'bonus-tag',
    text: TAG,
    values: [at, accountIdOf(userId, 'real')],
  });
  const [row] = rows;
  // Without a wallet no posting changes the answer.
  return row === undefined || row.bonus_version === 0 ? NO_WALLETS_TAG : `w${row.bonus_version}-${row.version}-${row.overdue}`;
}

/** Reads the answer of `getBonusWallet`: wallets of every status. */
export async function readBonusWallet(db: Db, userId: string, at: Date): Promise<BonusWallet> {
  const { rows } = await db.query<ListedRow>(`SELECT * FROM (${LISTED_WALLETS}) listed ${LIST_ORDER} LIMIT ${MAX_WALLETS}`, [userId]);
  return { items: rows.map((row) => toWalletItem(walletAt(row, at))) };
}

/** Makes the ETag of `listBonuses`. It also covers the withdrawable balance and the catalogue, which the answer contains. */
export async function bonusesTag(db: Db, userId: string, query: BonusQuery, place: CallerPlace, at: Date): Promise<string> {
  const { version } = await readBalance(db, userId);
  const { free } = await readWithdrawable(db, { userId, place, at, request: null });
  return tagOf(JSON.stringify([await walletsTag(db, userId, at), version, await readCatalogueTag(db, at), free, query]));
}

/** Reads a page of a player's bonuses. Throws `bad-request` for a malformed cursor. */
export async function listBonuses(
  db: Db,
  userId: string,
  query: BonusQuery,
  place: CallerPlace,
  at: Date,
): Promise<AnswerOf<typeof listBonusesEndpoint>> {
  const { limit = DEFAULT_LIMIT } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const { rows } = await db.query<ListedRow>(
    `SELECT * FROM (${LISTED_WALLETS}) listed
     WHERE $2::integer IS NULL OR (rank, sort_ms, wallet_id COLLATE "C") > ($2, $3::bigint, $4) ${LIST_ORDER} LIMIT $5`,
    [userId, after?.rank ?? null, after?.sortMs ?? null, after?.walletId ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const games = await readGames(db);
  return {
    items: page.map((row) => toBonus(walletAt(row, at), games, at)),
    next: rows.length > page.length && last !== undefined ? `${last.rank}.${last.sort_ms}.${last.wallet_id}` : null,
    withdrawable: koboToNaira((await readWithdrawable(db, { userId, place, at, request: null })).free),
  };
}

function readCursor(cursor: string): { rank: number; sortMs: number; walletId: string } {
  const [, rank, sortMs, walletId] = /^([012])\.(-?\d{1,15})\.([0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (rank === undefined || sortMs === undefined || walletId === undefined) throw invalidCursor();
  return { rank: Number(rank), sortMs: Number(sortMs), walletId };
}

/** Finds one bonus of the player; undefined for an id that is not theirs. */
export async function findBonus(db: Db, userId: string, walletId: string, at: Date): Promise<Bonus | undefined> {
  const { rows } = await db.query<WalletRow>(`SELECT ${WALLET_COLUMNS} FROM ${WALLET_FROM} WHERE w.user_id = $1 AND w.wallet_id = $2`, [
    userId, walletId,
  ]);
  const [row] = rows;
  return row === undefined ? undefined : toBonus(row, await readGames(db), at);
}
