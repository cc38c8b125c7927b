/** Promotions without the calls of the contract: players claim at a moment that the test chooses. */
import { claimPromotion as claimEndpoint } from '../../src/core/contract/promotions';
import type { Claimable, PromotionTerms } from '../../src/core/contract/promotions';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { kobo } from '../../src/core/money';
import type { PromotionId } from '../../src/core/promotions';
import { periodStartDay } from '../../src/core/protection';
import { grantFreeSpins } from '../../server/bonuses';
import { transaction } from '../../server/db/transaction';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import type { CallerPlace } from '../../server/place/rules';
import { insertClaim } from '../../server/promotions/claims';
import { changePromotion, lockVersion } from '../../server/promotions/admin-promotions';
import { claimPromotion } from '../../server/promotions/claim';
import { listClaimable } from '../../server/promotions/claimable';
import { testDatabase } from './database';
import type { TestDatabase } from './database';
import { makeCashier } from './deposits';
import type { Cashier } from './deposits';
import { HERE } from './caller-places';
import { newKey } from './keys';
import { START } from './money';
import { checkIdentity, makeOnePerson, newNin } from './persons';
import { makePlayer } from './players';

export interface ClaimAnswer {
  readonly status: number;
  /** The code of a refusal. */
  readonly code?: string;
  readonly reason?: string;
  readonly current?: unknown;
  readonly claimed?: AnswerOf<typeof claimEndpoint>;
}

export interface PromotionStage {
  readonly database: TestDatabase;
  readonly cashier: Cashier;
  readonly platform: Cashier['platform'];
  /** Sets the clock to an instant, later or earlier. */
  at(instant: string): void;
  /** Claims as the call does; by default the current version, under a new key, from a place where everybody is served. */
  claim(userId: string, promotionId: PromotionId, how?: { version?: number; key?: string; place?: CallerPlace }): Promise<ClaimAnswer>;
  /** Free spins of an account that has shown no NIN, as they were given before one was asked for; gives the wallet's id back. */
  giveSpins(userId: string): Promise<string>;
  versionOf(promotionId: PromotionId): Promise<number>;
  /** Returns one promotion as the player sees it. */
  claimable(userId: string, promotionId: PromotionId, place?: CallerPlace): Promise<Claimable | undefined>;
  /**
   * Changes the terms, or switches the promotion on or off. The costs are not solved, which takes seconds and is the subject of the tests of
   * proposals alone.
   */
  change(promotionId: PromotionId, patch: { terms?: PromotionTerms; enabled?: boolean; name?: string }): Promise<void>;
  /** Verifies players with identities of their own. */
  verify(...userIds: readonly string[]): Promise<void>;
  /** Joins the accounts as those of one person: the first is verified, the others tried its NIN. */
  onePerson(first: string, ...others: string[]): Promise<void>;
  /** Lists the state and the granted kobo of a player's bonuses of a promotion, the oldest first. */
  wallets(userId: string, promotionId: PromotionId): Promise<{ wallet_id: string; state: string; granted: number; end_reason: string | null }[]>;
}

export async function promotionStage(): Promise<PromotionStage> {
  const database = await testDatabase();
  const { pool } = database;
  await fillCatalogue(pool);
  await pool.query(`UPDATE promotion SET approval_number = 'TEST/0001'`);
  const cashier = makeCashier(pool);
  const { platform } = cashier;
  const adminId = await makePlayer(pool, { role: 'admin' });
  let atMs = START;

  async function versionOf(promotionId: PromotionId): Promise<number> {
    const { rows } = await pool.query<{ version: number }>('SELECT version FROM promotion WHERE promotion_id = $1', [promotionId]);
    return rows[0]?.version ?? NaN;
  }

  return {
    database,
    cashier,
    platform,
    versionOf,
    at: (instant) => {
      const targetMs = Date.parse(instant);
      cashier.pass(targetMs - atMs);
      atMs = targetMs;
    },
    claim: async (userId, promotionId, { version, key = newKey(), place = HERE } = {}) => {
      const request = { userId, promotionId, version: version ?? (await versionOf(promotionId)), key, place };
      const { status, text } = await claimPromotion(platform, request);
      if (status === 201) return { status, claimed: claimEndpoint.answer.parse(JSON.parse(text)) };
      const { code, reason, current } = JSON.parse(text) as ClaimAnswer;
      return { status, ...(code !== undefined && { code }), ...(reason !== undefined && { reason }), ...(current !== undefined && { current }) };
    },
    giveSpins: (userId) => transaction(pool, async (tx) => {
      const at = platform.now();
      const walletId = await grantFreeSpins(tx, platform, {
        userId, promotionId: 'free-spins', name: '50 free spins', wagering: 10, maxStake: kobo(1_000_00), capTimes: 5, validDays: 7, place: HERE,
        gameId: 'adire-gold', spins: 50, stake: kobo(20_00),
      });
      const week = periodStartDay('week', at.getTime());
      await insertClaim(tx, { wallet_id: walletId, promotion_id: 'free-spins', user_id: userId, week, version: 1, at });
      return walletId;
    }),
    claimable: async (userId, promotionId, place = HERE) =>
      (await listClaimable(platform, { userId, place })).find((each) => each.promotionId === promotionId),
    change: async (promotionId, patch) => {
      const version = await versionOf(promotionId);
      await transaction(pool, async (tx) => {
        const row = await lockVersion(tx, platform, { adminId, promotionId, version });
        await changePromotion(tx, platform, row, patch, { adminId, proposedBy: null, at: platform.now() });
      });
    },
    verify: async (...userIds) => {
      for (const userId of userIds) if ((await checkIdentity(platform, userId, newNin())) !== null) throw new Error('not verified');
    },
    onePerson: (first, ...others) => makeOnePerson(platform, first, ...others),
    wallets: async (userId, promotionId) => {
      const { rows } = await pool.query<{ wallet_id: string; state: string; granted: number; end_reason: string | null }>(
        'SELECT wallet_id, state, granted, end_reason FROM bonus_wallet WHERE user_id = $1 AND promotion_id = $2 ORDER BY claimed_at, wallet_id',
        [userId, promotionId],
      );
      return rows;
    },
  };
}
