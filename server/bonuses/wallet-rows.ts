/** Declares the row of a bonus wallet and its states, and decides when a wallet is over. */
import type { BONUS_STATES } from '../../src/core/contract/bonuses';

export type BonusState = (typeof BONUS_STATES)[number];
export type EndState = Exclude<BonusState, 'active' | 'pending'>;
export type EndReason = 'met' | 'expired' | 'forfeited' | 'played-out' | 'excluded' | 'account-closed' | 'deposit-failed' | 'second-account' | 'cool-off' | 'withdrawn';

/**
 * The rules that a bonus is granted under. Since 2 every stake is within its maximum while it runs, and a withdrawal of money that was not
 * played ends a bonus that came with a deposit.
 */
export const PRESENT_RULES = 2;

/** Amounts are in kobo. */
export interface WalletRow {
  readonly wallet_id: string;
  readonly user_id: string;
  readonly promotion_id: string;
  readonly name: string;
  readonly state: BonusState;
  readonly wagering: number;
  readonly max_stake: number;
  /** The games in which it can be played; null for all. */
  readonly games: readonly string[] | null;
  readonly valid_days: number;
  readonly match_percent: number | null;
  readonly min_deposit: number | null;
  readonly max_bonus: number | null;
  /** A bonus claimed under earlier rules keeps them. */
  readonly rules: 1 | typeof PRESENT_RULES;
  /** The cap: at most this many times the granted amount becomes real money; null: the whole balance does. */
  readonly cap_times: number | null;
  /**
   * Each game's contribution at the claim, in ten-thousandths; a game never contributes less to this bonus. Null or incomplete for
   * earlier bonuses.
   */
  readonly older_counts: Readonly<Record<string, number>> | null;
  readonly spin_game: string | null;
  readonly spin_stake: number | null;
  readonly spins: number | null;
  readonly deposit_id: string | null;
  readonly spins_left: number;
  readonly granted: number;
  readonly requirement: number;
  readonly progress: number;
  readonly converted: number;
  readonly lost: number;
  readonly claimed_at: Date;
  readonly activated_at: Date | null;
  /** The time at which it became active, or at which it last came back after a withdrawal had ended it. */
  readonly runs_since: Date | null;
  readonly expires_at: Date | null;
  /** Since when its time stands still, because the game of its free spins is closed. It goes on with `expires_at` as much later (`endOfPause`). */
  readonly paused_at: Date | null;
  readonly ended_at: Date | null;
  readonly end_reason: EndReason | null;
  readonly version: number;
  /** The balance of the wallet's account. */
  readonly balance: number;
  /** The amount that is staked in open rounds. */
  readonly in_play: number;
}

/** SQL: the kobo of wallet `w` that are staked in open rounds. */
const IN_PLAY = '(SELECT coalesce(sum(s.staked), 0)::bigint FROM open_round_wallet s WHERE s.wallet_id = w.wallet_id)';

/** SQL: the time since which wallet `w` runs. A claim may have come back before it became active, so the later of the two counts. */
export const RUNS_SINCE = 'greatest(w.activated_at, w.returned_at)';

/** The columns of `bonus_wallet w` and its account `a` (`WALLET_FROM`). */
export const WALLET_COLUMNS = `w.wallet_id, w.user_id, w.promotion_id, w.name, w.state, w.wagering, w.max_stake, w.games, w.valid_days,
  w.match_percent, w.min_deposit, w.max_bonus, w.rules, w.cap_times, w.older_counts, w.spin_game, w.spin_stake, w.spins, w.deposit_id, w.spins_left, w.granted, w.requirement,
  w.progress, w.converted, w.lost, w.claimed_at, w.activated_at, ${RUNS_SINCE} AS runs_since, w.expires_at, w.paused_at, w.ended_at, w.end_reason, w.version,
  coalesce(a.balance, 0) AS balance, ${IN_PLAY} AS in_play`;

export const WALLET_FROM = `bonus_wallet w LEFT JOIN ledger_account a ON a.account_id = 'bonus:' || w.user_id || ':' || w.wallet_id`;

/** SQL: sets the columns of `bonus_wallet w` for the end of its pause at `at`: it ends as much later as it was paused. */
export const endOfPause = (at: string): string => `paused_at = NULL, expires_at = coalesce(w.expires_at + (${at} - w.paused_at), w.expires_at)`;

/**
 * SQL: true where wallet `w` has expired at `$1`. A wallet that waits only for one deposit ends with that deposit, whatever the time is, one with
 * money in an open round ends with the round, and a paused one not before it goes on.
 */
export const WALLET_IS_OVER = `(w.expires_at <= $1 AND w.paused_at IS NULL AND (w.state = 'active' OR w.deposit_id IS NULL) AND ${IN_PLAY} = 0)`;

/** SQL: true where player `p` can't have bonuses at `$1`. */
export const PLAYER_CANNOT_HAVE_BONUSES = `(p.closed_at IS NOT NULL OR p.is_second OR (p.protection = 'excluded' AND (p.protection_until IS NULL OR p.protection_until > $1)))`;

/** Returns true for a running wallet that has expired at `at`, by the same rule as `WALLET_IS_OVER`. */
export function isWalletOver(wallet: WalletRow, at: Date): boolean {
  const { state, deposit_id: depositId, expires_at: expiresAt, paused_at: pausedAt, in_play: inPlay } = wallet;
  return expiresAt !== null && expiresAt <= at && pausedAt === null && inPlay === 0 && (state === 'active' || depositId === null);
}

/**
 * Returns true where the whole requirement is wagered. A wallet with free spins left goes on until they are played or it expires;
 * then it converts. So its time does not stand still: that would hold back money that is earned.
 */
export const isMet = ({ requirement, progress }: Readonly<Record<'requirement' | 'progress', number>>): boolean =>
  requirement > 0 && progress >= requirement;

/** SQL: true where a wallet with the figures of `row` waits while the game of its spins is closed: it has spins left, and is not met. */
export const hasSpinsToWaitFor = (row: string): string =>
  `(${row}.spins_left > 0 AND NOT (${row}.requirement > 0 AND ${row}.progress >= ${row}.requirement))`;

/** Returns the wallet as it is at `at`. An expired one counts as ended even before the sweep has ended it, unless the sweep will convert it. */
export function walletAt(row: WalletRow, at: Date): WalletRow {
  if (row.ended_at !== null || !isWalletOver(row, at) || isMet(row)) return row;
  return { ...row, state: 'expired', end_reason: 'expired', ended_at: row.expires_at, lost: row.balance, balance: 0 };
}
