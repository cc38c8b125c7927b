/** How bonuses begin: claimed with a deposit to come, or as free spins. Each in the transaction of whoever calls. */
import type { PoolClient } from 'pg';
import type { Kobo } from '../../src/core/money';
import { newId } from '../ids';
import { assertMayMove } from '../ledger/guards';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { DAY_MS } from '../../src/core/time';
import { lockMoney, noteChange } from './lock';

interface Claimed {
  readonly userId: string;
  readonly promotionId: string;
  readonly name: string;
  /** What is granted is to be wagered so many times over. */
  readonly wagering: number;
  readonly maxStake: Kobo;
  /** Null = every game. */
  readonly games?: readonly string[] | null;
  /** From when it can be played with. */
  readonly validDays: number;
  /** From where it is claimed. */
  readonly place: CallerPlace;
}

export interface ClaimedMatch extends Claimed {
  readonly percent: number;
  readonly minDeposit: Kobo;
  readonly maxBonus: Kobo;
  /**
   * `depositId`: the deposit that it waits for alone, and with which it ends. Without one it waits until `until` for the
   * first deposit that will do.
   */
  readonly waitsFor: { readonly depositId: string } | { readonly until: Date };
}

export interface ClaimedSpins extends Claimed {
  readonly gameId: string;
  readonly spins: number;
  /** Of each spin. */
  readonly stake: Kobo;
}

type Deps = Pick<Platform, 'now' | 'randomBytes'>;

/**
 * A bonus that waits for its deposit; nothing is granted yet. Answers its id. Throws what the ledger's guards refuse a
 * bonus with (guards.ts). Whether it can be claimed at all is for the caller to know.
 */
export async function grantPending(tx: PoolClient, platform: Deps, claim: ClaimedMatch): Promise<string> {
  const { waitsFor } = claim;
  const walletId = newId(platform);
  const now = platform.now();
  await begin(tx, claim, now);
  await tx.query(
    `INSERT INTO bonus_wallet (wallet_id, user_id, promotion_id, name, state, wagering, max_stake, games, valid_days, match_percent,
       min_deposit, max_bonus, deposit_id, claimed_at, expires_at)
     VALUES ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      walletId, claim.userId, claim.promotionId, claim.name, claim.wagering, claim.maxStake, claim.games ?? null, claim.validDays,
      claim.percent, claim.minDeposit, claim.maxBonus, 'depositId' in waitsFor ? waitsFor.depositId : null, now,
      'until' in waitsFor ? waitsFor.until : null,
    ],
  );
  await noteChange(tx, claim.userId, 0);
  return walletId;
}

/** Free spins, to be played from now on. As `grantPending`. */
export async function grantFreeSpins(tx: PoolClient, platform: Deps, claim: ClaimedSpins): Promise<string> {
  const walletId = newId(platform);
  const now = platform.now();
  await begin(tx, claim, now);
  await tx.query(
    `INSERT INTO bonus_wallet (wallet_id, user_id, promotion_id, name, state, wagering, max_stake, games, valid_days, spin_game,
       spin_stake, spins, spins_left, claimed_at, activated_at, expires_at)
     VALUES ($1, $2, $3, $4, 'active', $5, $6, $7, $8, $9, $10, $11, $11, $12, $12, $13)`,
    [
      walletId, claim.userId, claim.promotionId, claim.name, claim.wagering, claim.maxStake, claim.games ?? null, claim.validDays,
      claim.gameId, claim.stake, claim.spins, now, endOf(now, claim.validDays),
    ],
  );
  await noteChange(tx, claim.userId, 1);
  return walletId;
}

async function begin(tx: PoolClient, { userId, place }: Claimed, now: Date): Promise<void> {
  await assertMayMove(tx, userId, { purposes: ['bonus'], place }, now);
  await lockMoney(tx, userId);
}

/** When a bonus ends that can be played with from `from` on. */
export function endOf(from: Date, validDays: number): Date {
  return new Date(from.getTime() + validDays * DAY_MS);
}
