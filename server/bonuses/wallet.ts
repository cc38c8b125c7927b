/** A bonus wallet as a row, and the states it goes through. */
import type { BONUS_STATES } from '../../src/core/contract/bonuses';

export type BonusState = (typeof BONUS_STATES)[number];
export type EndState = Exclude<BonusState, 'active' | 'pending'>;
export type EndReason = 'met' | 'expired' | 'forfeited' | 'played-out' | 'excluded' | 'account-closed' | 'deposit-failed' | 'second-account' | 'cool-off';

/** Money is kobo. */
export interface WalletRow {
  readonly wallet_id: string;
  readonly user_id: string;
  readonly promotion_id: string;
  readonly name: string;
  readonly state: BonusState;
  readonly wagering: number;
  readonly max_stake: number;
  /** Null = every game. */
  readonly games: readonly string[] | null;
  readonly valid_days: number;
  readonly match_percent: number | null;
  readonly min_deposit: number | null;
  readonly max_bonus: number | null;
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
  readonly expires_at: Date | null;
  readonly ended_at: Date | null;
  readonly end_reason: EndReason | null;
  readonly version: number;
  /** What is in it: the balance of its account. */
  readonly balance: number;
  /** What of it is staked in open rounds. */
  readonly in_play: number;
}

/** SQL: kobo of `w` that are staked in open rounds. */
const IN_PLAY = '(SELECT coalesce(sum(s.staked), 0)::bigint FROM open_round_wallet s WHERE s.wallet_id = w.wallet_id)';

/** Of `bonus_wallet w` and its account `a` (`WALLET_FROM`). */
export const WALLET_COLUMNS = `w.wallet_id, w.user_id, w.promotion_id, w.name, w.state, w.wagering, w.max_stake, w.games, w.valid_days,
  w.match_percent, w.min_deposit, w.max_bonus, w.spin_game, w.spin_stake, w.spins, w.deposit_id, w.spins_left, w.granted, w.requirement,
  w.progress, w.converted, w.lost, w.claimed_at, w.activated_at, w.expires_at, w.ended_at, w.end_reason, w.version,
  coalesce(a.balance, 0) AS balance, ${IN_PLAY} AS in_play`;

export const WALLET_FROM = `bonus_wallet w LEFT JOIN ledger_account a ON a.account_id = 'bonus:' || w.user_id || ':' || w.wallet_id`;

/**
 * SQL: the time of `w` is over at `$1`. What waits for one deposit alone ends with it, whatever the time is; what is staked
 * in an open round, with the round.
 */
export const WALLET_IS_OVER = `(w.expires_at <= $1 AND (w.state = 'active' OR w.deposit_id IS NULL) AND ${IN_PLAY} = 0)`;

/** The same of one that runs. */
export function isWalletOver({ state, deposit_id: depositId, expires_at: expiresAt, in_play: inPlay }: WalletRow, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at && inPlay === 0 && (state === 'active' || depositId === null);
}

/** As it is at `at`: one whose time is over has ended, though the sweep has not come to it yet. */
export function walletAt(row: WalletRow, at: Date): WalletRow {
  if (row.ended_at !== null || !isWalletOver(row, at)) return row;
  return { ...row, state: 'expired', end_reason: 'expired', ended_at: row.expires_at, lost: row.balance, balance: 0 };
}
