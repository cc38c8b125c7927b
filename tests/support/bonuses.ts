/** Gives players bonuses, as the platform does, with terms that the test chooses. */
import { endWallet } from '../../server/bonuses/end-wallet';
import { grantFreeSpins, grantPending } from '../../server/bonuses/grant-bonus';
import type { MatchGrant, FreeSpinsGrant } from '../../server/bonuses/grant-bonus';
import { onDepositCredited } from '../../server/bonuses/deposit-bonuses';
import { lockMoney, lockRunningWallets } from '../../server/bonuses/lock-wallets';
import { transaction } from '../../server/db/transaction';
import type { Platform } from '../../server/platform';
import { kobo } from '../../src/core/money';
import { HERE } from './caller-places';

export const MATCH: Omit<MatchGrant, 'userId' | 'waitsFor'> = {
  promotionId: 'welcome-bonus', name: 'Welcome bonus', wagering: 30, maxStake: kobo(1_000_00), capTimes: 5, validDays: 30, place: HERE,
  percent: 100, minDeposit: kobo(500_00), maxBonus: kobo(50_000_00),
};

export const SPINS: Omit<FreeSpinsGrant, 'userId'> = {
  promotionId: 'free-spins', name: 'Free spins', wagering: 10, maxStake: kobo(1_000_00), capTimes: 5, validDays: 7, place: HERE,
  gameId: 'adire-gold', spins: 50, stake: kobo(20_00),
};

const WAIT_MS = 7 * 86_400_000;

/** Claims a match bonus that waits for the first deposit that is large enough. */
export function claimMatch(platform: Platform, userId: string, terms: Partial<MatchGrant> = {}): Promise<string> {
  const waitsFor = { until: new Date(platform.now().getTime() + WAIT_MS) };
  return transaction(platform.pool, (tx) => grantPending(tx, platform, { ...MATCH, waitsFor, ...terms, userId }));
}

export function claimSpins(platform: Platform, userId: string, terms: Partial<FreeSpinsGrant> = {}): Promise<string> {
  return transaction(platform.pool, (tx) => grantFreeSpins(tx, platform, { ...SPINS, ...terms, userId }));
}

/** Counts over the whole file, so that no two tests get the same id. */
let deposits = 0;

/**
 * Inserts a deposit of that amount in a state that the cashier ignores, so that a bonus can match it; or as the deposit of the money that the player
 * was given last.
 */
export async function insertDeposit(platform: Platform, userId: string, amount: number, state: 'cancelled' | 'success' = 'cancelled'): Promise<string> {
  deposits += 1;
  const id = `bonusdeposit${String(deposits).padStart(6, '0')}${platform.randomBytes(4).toString('hex')}`;
  const at = platform.now();
  await transaction(platform.pool, async (tx) => {
    await tx.query(
      `INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at) VALUES ($1, $2, 'deposit', '', 'done', 201, '{}', $3, $3)`,
      [userId, id, at],
    );
    await tx.query(
      `INSERT INTO deposit (deposit_id, user_id, gateway, reference, operation_key, method, amount, currency, state, return_base, transaction_id,
         created_at, updated_at, expires_at, closes_at, check_after)
       VALUES ($1, $2, 'simulator', $1, $1, 'mobile-money', $3, 'NGN', $5, '',
         CASE WHEN $5 = 'success' THEN (SELECT max(transaction_id) FROM ledger_transaction WHERE user_id = $2 AND kind = 'deposit') END, $4, $4, $4, $4, $4)`,
      [id, userId, amount, at, state],
    );
  });
  return id;
}

/** Grants an active wallet with `amount` (kobo) as the match of a deposit of the same amount, which exists as a row alone. */
export async function giveBonus(platform: Platform, userId: string, amount: number, terms: Partial<MatchGrant> = {}): Promise<string> {
  const walletId = await claimMatch(platform, userId, { minDeposit: kobo(1), ...terms, percent: 100 });
  const depositId = await insertDeposit(platform, userId, amount);
  await transaction(platform.pool, (tx) => onDepositCredited(tx, { userId, depositId, amount: kobo(amount), at: platform.now() }));
  return walletId;
}

/** Ends the running bonuses, so that they do not disturb later tests. */
export async function endBonuses({ pool, now }: Pick<Platform, 'pool' | 'now'>, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    await transaction(pool, async (tx) => {
      await lockMoney(tx, userId);
      for (const wallet of await lockRunningWallets(tx, userId)) await endWallet(tx, wallet, { reason: 'forfeited', at: now() });
    });
  }
}
