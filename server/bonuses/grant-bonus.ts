/** Grants bonuses: matches that wait for a deposit, and free spins. Each function runs in the caller's transaction. */
import type { PoolClient } from 'pg';
import type { Kobo } from '../../src/core/money';
import { insertRow } from '../db/statement';
import type { StatementValues } from '../db/statement';
import { newId } from '../ids';
import { assertMayMove } from '../ledger/guards';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { DAY_MS } from '../../src/core/time';
import { lockMoney, recordWalletChange } from './lock-wallets';
import { PRESENT_RULES } from './wallet-rows';

interface BonusGrant {
  readonly userId: string;
  readonly promotionId: string;
  readonly name: string;
  /** The granted money must be wagered this many times. */
  readonly wagering: number;
  readonly maxStake: Kobo;
  /** The cap: at most this many times the granted amount becomes real money. */
  readonly capTimes: number;
  /** The games in which it can be played; null for all. */
  readonly games?: readonly string[] | null;
  /** The days from the moment at which it can be played. */
  readonly validDays: number;
  /** The place of the claim. */
  readonly place: CallerPlace;
}

export interface MatchGrant extends BonusGrant {
  readonly percent: number;
  readonly minDeposit: Kobo;
  readonly maxBonus: Kobo;
  /**
   * With `depositId` it waits only for that deposit, and ends with it. Otherwise it waits until `until` for the first deposit that reaches
   * `minDeposit`.
   */
  readonly waitsFor: { readonly depositId: string } | { readonly until: Date };
}

export interface FreeSpinsGrant extends BonusGrant {
  readonly gameId: string;
  readonly spins: number;
  /** The stake of each spin. */
  readonly stake: Kobo;
}

type Deps = Pick<Platform, 'now' | 'randomBytes'>;

/** SQL: each game's present contribution. A bonus stores it with the claim, so that an admin who lowers it later does not change that bonus. */
const CURRENT_CONTRIBUTIONS = '(SELECT jsonb_object_agg(game_id, contribution) FROM game WHERE contribution > 0)';

/**
 * Creates a bonus that waits for its deposit, and returns its id; nothing is granted yet. Throws the refusals of the ledger's guards
 * (server/ledger/guards.ts). The caller has checked that the promotion can be claimed.
 */
export async function grantPending(tx: PoolClient, platform: Deps, bonus: MatchGrant): Promise<string> {
  const { waitsFor } = bonus;
  const walletId = newId(platform);
  const now = platform.now();
  await lockForGrant(tx, bonus, now);
  await insertWallet(tx, walletId, bonus, {
    state: 'pending',
    match_percent: bonus.percent,
    min_deposit: bonus.minDeposit,
    max_bonus: bonus.maxBonus,
    deposit_id: 'depositId' in waitsFor ? waitsFor.depositId : null,
    claimed_at: now,
    expires_at: 'until' in waitsFor ? waitsFor.until : null,
  });
  await recordWalletChange(tx, bonus.userId, 0);
  return walletId;
}

/** Creates free spins, which can be played from now on, and returns the bonus's id. Throws as `grantPending` does. */
export async function grantFreeSpins(tx: PoolClient, platform: Deps, bonus: FreeSpinsGrant): Promise<string> {
  const walletId = newId(platform);
  const now = platform.now();
  await lockForGrant(tx, bonus, now);
  await insertWallet(tx, walletId, bonus, {
    state: 'active',
    spin_game: bonus.gameId,
    spin_stake: bonus.stake,
    spins: bonus.spins,
    spins_left: bonus.spins,
    claimed_at: now,
    activated_at: now,
    expires_at: expiryOf(now, bonus.validDays),
  });
  await recordWalletChange(tx, bonus.userId, 1);
  return walletId;
}

/** Inserts the row of a wallet: the columns that every bonus has, and those of its kind. */
async function insertWallet(tx: PoolClient, walletId: string, bonus: BonusGrant, columnsOfKind: StatementValues): Promise<void> {
  const row = {
    wallet_id: walletId,
    user_id: bonus.userId,
    promotion_id: bonus.promotionId,
    name: bonus.name,
    wagering: bonus.wagering,
    max_stake: bonus.maxStake,
    games: bonus.games ?? null,
    valid_days: bonus.validDays,
    rules: PRESENT_RULES,
    cap_times: bonus.capTimes,
    ...columnsOfKind,
  };
  await tx.query(insertRow('bonus_wallet', row, { expressions: { older_counts: CURRENT_CONTRIBUTIONS } }));
}

async function lockForGrant(tx: PoolClient, { userId, place }: BonusGrant, now: Date): Promise<void> {
  await assertMayMove(tx, userId, { purposes: ['bonus'], place }, now);
  await lockMoney(tx, userId);
}

/** Returns the time at which a bonus expires that can be played since `from`. */
export function expiryOf(from: Date, validDays: number): Date {
  return new Date(from.getTime() + validDays * DAY_MS);
}
