/** Reads and writes the rows of framed games' rounds and money. Writers must have locked the player's real account. */
import type { Kobo } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import type { RealBalance } from '../games';
import type { LaunchRow } from './launch-rows';

export interface FrameRoundRow {
  readonly round_id: string;
  readonly game_id: string;
  /** In kobo, like the next two. */
  readonly staked: number;
  readonly returned: number;
  readonly won: number;
  /** The part of its stakes that was paid in and not played before. */
  readonly unplayed: number;
  readonly started_at: Date;
  readonly settled_at: Date | null;
}

export interface OwnRoundRow {
  readonly game_id: string;
  readonly provider: string;
  /** The provider's own id of the round, unique for this player in this game. */
  readonly provider_round: string;
  /** True while the provider has not said what the round pays. */
  readonly is_open: boolean;
}

type PlayerGame = Pick<LaunchRow, 'user_id' | 'game_id'>;

/** Finds a round by the provider's id; the same id of another player is another round. */
export async function findRound(
  db: Db,
  provider: string,
  { user_id: userId, game_id: gameId }: PlayerGame,
  providerRound: string,
): Promise<FrameRoundRow | undefined> {
  const { rows } = await db.query<FrameRoundRow>(
    `SELECT round_id, game_id, staked, returned, won, unplayed, started_at, settled_at FROM frame_round
     WHERE provider = $1 AND user_id = $2 AND game_id = $3 AND provider_round = $4`,
    [provider, userId, gameId, providerRound],
  );
  return rows[0];
}

/** Finds a round of the player, in any game, by the platform's id; undefined for another player's. */
export async function findOwnRound(db: Db, userId: string, roundId: string): Promise<OwnRoundRow | undefined> {
  const { rows } = await db.query<OwnRoundRow>(
    `SELECT game_id, provider, provider_round, settled_at IS NULL AND returned < staked AS is_open FROM frame_round
     WHERE round_id = $1 AND user_id = $2`,
    [roundId, userId],
  );
  return rows[0];
}

interface NewRound {
  readonly roundId: string;
  readonly launch: LaunchRow;
  readonly providerRound: string;
  readonly stake: Kobo;
  readonly at: Date;
}

export async function openRound(tx: Db, { roundId, launch, providerRound, stake, at }: NewRound): Promise<void> {
  await tx.query(
    `INSERT INTO frame_round (round_id, launch_id, user_id, game_id, provider, provider_round, staked, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [roundId, launch.launch_id, launch.user_id, launch.game_id, launch.provider, providerRound, stake, at],
  );
}

export async function addStake(tx: Db, roundId: string, amount: Kobo): Promise<void> {
  await tx.query('UPDATE frame_round SET staked = staked + $2 WHERE round_id = $1', [roundId, amount]);
}

export async function addWin(tx: Db, roundId: string, amount: Kobo, at: Date): Promise<void> {
  await tx.query('UPDATE frame_round SET won = won + $2, settled_at = coalesce(settled_at, $3) WHERE round_id = $1', [roundId, amount, at]);
}

/** Adds to, or takes from, the unplayed money in the round's stakes. */
export async function changeUnplayed(tx: Db, roundId: string, change: number): Promise<void> {
  if (change === 0) return;
  await tx.query('UPDATE frame_round SET unplayed = unplayed + $2 WHERE round_id = $1', [roundId, change]);
}

/** Reads the unplayed money in the stakes of a round. */
export async function readUnplayed(tx: Db, roundId: string): Promise<number> {
  const { rows } = await tx.query<{ unplayed: number }>('SELECT unplayed FROM frame_round WHERE round_id = $1', [roundId]);
  return rows[0]?.unplayed ?? 0;
}

/** Adds a returned stake; returns false for a settled round, whose stake is not given back. */
export async function addReturned(tx: Db, roundId: string, amount: Kobo): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE frame_round SET returned = returned + $2 WHERE round_id = $1 AND settled_at IS NULL', [roundId, amount]);
  return rowCount === 1;
}

/** Records the balance (kobo) after a posting of the round, and, with its first stake, the balance before it. */
export async function recordBalance(tx: Db, roundId: string, before: Kobo, { balance, version }: RealBalance): Promise<void> {
  await tx.query(
    'UPDATE frame_round SET balance_before = coalesce(balance_before, $2), balance_after = $3, balance_version = $4 WHERE round_id = $1',
    [roundId, before, balance, version],
  );
}

/**
 * Says whether a provider's call was answered under this key, which has the form of a player's key. Older versions wrote such
 * keys, and a repeated call must find its answer; an operation of the player under such a key does not count.
 */
export async function isProviderKey(db: Db, userId: string, key: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM operation WHERE user_id = $1 AND key = $2 AND kind IN ('frame-debit', 'frame-credit', 'frame-rollback')`, [
    userId, key,
  ]);
  return rowCount === 1;
}

interface NewTransaction {
  readonly provider: string;
  readonly id: string;
  readonly kind: 'debit' | 'credit' | 'rollback' | 'void';
  readonly launch: LaunchRow;
  readonly roundId: string | null;
  readonly amount: Kobo;
  readonly at: Date;
}

/** Inserts the provider's id; returns false where it exists. Waits for a transaction that is just inserting the same one. */
export async function insertTransaction(tx: Db, { provider, id, kind, launch, roundId, amount, at }: NewTransaction): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO frame_transaction (provider, provider_id, kind, launch_id, user_id, round_id, amount, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [provider, id, kind, launch.launch_id, launch.user_id, roundId, amount, at],
  );
  return rowCount === 1;
}

export interface TransactionRow {
  readonly kind: NewTransaction['kind'];
  readonly user_id: string;
  readonly round_id: string | null;
  /** In kobo. */
  readonly amount: number;
  readonly rolled_back_by: string | null;
}

export async function lockTransaction(tx: Db, provider: string, id: string): Promise<TransactionRow | undefined> {
  const { rows } = await tx.query<TransactionRow>(
    'SELECT kind, user_id, round_id, amount, rolled_back_by FROM frame_transaction WHERE provider = $1 AND provider_id = $2 FOR UPDATE',
    [provider, id],
  );
  return rows[0];
}

export async function markRolledBack(tx: Db, provider: string, id: string, by: string): Promise<void> {
  await tx.query('UPDATE frame_transaction SET rolled_back_by = $3 WHERE provider = $1 AND provider_id = $2', [provider, id, by]);
}
