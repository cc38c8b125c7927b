/** Reads a player's active wallets before a round, and writes their changes after it. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { recordChange } from '../db/changes';
import { namedStatement } from '../db/statement';
import { accountIdOf } from '../ledger/accounts';
import { endStateOf } from './end-wallet';
import { lockRunningWallets } from './lock-wallets';
import type { Wallet, WalletChange } from './plan-round';
import { hasSpinsToWaitFor, PRESENT_RULES } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

/** Locks the active wallets, in the order in which stakes use them. The caller holds the real account. */
export async function lockActiveWallets(tx: PoolClient, userId: string): Promise<Wallet[]> {
  return (await lockRunningWallets(tx, userId)).filter(({ state }) => state === 'active').flatMap(toWallets);
}

/** Turns the row into a wallet; an empty list for one that waits for its deposit. */
export function toWallets(row: WalletRow): Wallet[] {
  if (row.runs_since === null || row.expires_at === null) return [];
  const { spin_game: gameId, spin_stake: stake } = row;
  return [
    {
      walletId: row.wallet_id,
      balance: kobo(row.balance),
      granted: kobo(row.granted),
      requirement: kobo(row.requirement),
      progress: kobo(row.progress),
      wagering: row.wagering,
      maxStake: kobo(row.max_stake),
      limitsEveryStake: row.rules === PRESENT_RULES,
      capTimes: row.cap_times,
      claimContributions: row.older_counts,
      games: row.games,
      spinsLeft: row.spins_left,
      spin: gameId === null || stake === null ? null : { gameId, stake: kobo(stake) },
      runsSince: row.runs_since,
      expiresAt: row.paused_at === null ? row.expires_at : null,
      inPlay: kobo(row.in_play),
    },
  ];
}

/** SQL: true where a wallet that becomes `c` goes on waiting for its game if it does. Otherwise its time goes on at once, not with the next sweep. */
const STAYS_PAUSED = `(c.end_reason IS NULL AND ${hasSpinsToWaitFor('c')})`;

/** Writes the wallets, the round's effect on each, and the number of active wallets. Array parameters have an item for each wallet. */
const writeAllChanges = namedStatement('bonus-round', `
  WITH change AS (
    SELECT * FROM unnest($walletIds::text[], $granted::bigint[], $requirements::bigint[], $progress::bigint[], $spinsLeft::integer[],
        $states::text[], $endReasons::text[], $converted::bigint[], $lost::bigint[], $staked::bigint[], $won::bigint[], $counted::bigint[],
        $isPlayed::boolean[], $contributions::integer[])
      AS c (wallet_id, granted, requirement, progress, spins_left, state, end_reason, converted, lost, staked, won, counted, is_played, contribution)
  ), changed AS (
    UPDATE bonus_wallet w SET granted = c.granted, requirement = c.requirement, progress = c.progress, spins_left = c.spins_left,
      state = c.state, end_reason = c.end_reason, ended_at = CASE WHEN c.end_reason IS NULL THEN NULL ELSE $at::timestamptz END,
      converted = c.converted, lost = c.lost, version = w.version + 1,
      paused_at = CASE WHEN ${STAYS_PAUSED} THEN w.paused_at END,
      expires_at = CASE WHEN w.paused_at IS NULL OR ${STAYS_PAUSED} THEN w.expires_at ELSE w.expires_at + ($at::timestamptz - w.paused_at) END
    FROM change c WHERE w.wallet_id = c.wallet_id
  ), counted AS (
    UPDATE ledger_account SET bonus_version = bonus_version + 1,
      bonus_wallets = bonus_wallets - (SELECT count(*) FROM change WHERE end_reason IS NOT NULL)
    WHERE account_id = $realAccountId
  )
  INSERT INTO bonus_wager (round_id, wallet_id, user_id, staked, won, counted, contribution, risked, progress, requirement)
  SELECT $roundId, wallet_id, $userId, staked, won, counted, contribution, $risked, progress, requirement FROM change WHERE is_played`);

export interface RoundChanges {
  readonly userId: string;
  readonly roundId: string;
  readonly at: Date;
  /** The part of the whole stake that the bet risked, in kobo. */
  readonly risked: Kobo;
  readonly changes: readonly WalletChange[];
}

/** Writes the changes in one statement. The statement that writes the round must be sent first. */
export async function writeChanges(tx: PoolClient, { userId, roundId, at, risked, changes }: RoundChanges): Promise<void> {
  if (changes.length === 0) return;
  recordChange(tx, userId);
  await tx.query(writeAllChanges({
    roundId,
    userId,
    at,
    risked,
    realAccountId: accountIdOf(userId, 'real'),
    walletIds: changes.map(({ after }) => after.walletId),
    granted: changes.map(({ after }) => after.granted),
    requirements: changes.map(({ after }) => after.requirement),
    progress: changes.map(({ after }) => after.progress),
    spinsLeft: changes.map(({ after }) => after.spinsLeft),
    states: changes.map(({ end }) => (end === null ? 'active' : endStateOf(end.reason))),
    endReasons: changes.map(({ end }) => end?.reason ?? null),
    converted: changes.map(({ end }) => end?.converted ?? 0),
    lost: changes.map(({ end }) => end?.lost ?? 0),
    staked: changes.map(({ staked }) => staked),
    won: changes.map(({ won }) => won),
    counted: changes.map(({ counted }) => counted),
    // `expireUnplayed` makes changes for wallets that have no part in the round; they get no row in `bonus_wager`.
    isPlayed: changes.map(({ staked, end }) => staked > 0 || end?.reason !== 'expired'),
    contributions: changes.map(({ contribution }) => contribution),
  }));
}
