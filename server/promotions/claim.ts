/** Claims promotions for a player. */
import type { PoolClient } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { claimPromotion as claimPromotionEndpoint } from '../../src/core/contract/promotions';
import { kobo } from '../../src/core/money';
import type { PromotionId } from '../../src/core/promotions';
import { periodStartDay } from '../../src/core/protection';
import { grantFreeSpins, grantPending, findBonus } from '../bonuses';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { assertMayMove } from '../ledger/guards';
import { runOperation } from '../ledger/operation';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { insertClaim, readClaimHistory } from './claims';
import { claimWaitEnd } from './weekdays';
import type { DrawRow } from './draws/draw-rows';
import { enterDraw, lockOpenDraw } from './draws/enter-draw';
import { notClaimableProblem, findClaimRefusal } from './claim-refusal';
import { lockPromotion } from './promotion-rows';
import { notNull, toPromotion } from './terms';
import type { PromotionRow } from './terms';

type Deps = Pick<Platform, 'now' | 'randomBytes' | 'places'>;
type ClaimAnswer = AnswerOf<typeof claimPromotionEndpoint>;

export interface ClaimRequest {
  readonly userId: string;
  readonly promotionId: PromotionId;
  /** The version of the terms that the player read. */
  readonly version: number;
  /** The place of the claim. */
  readonly place: CallerPlace;
}

/**
 * Claims a promotion, or enters its draw, under an idempotency key. Throws `conflict` with the current promotion where its terms have
 * changed, `not-claimable` with the reason, and the refusals of the ledger's guards (guards.ts).
 */
export async function claimPromotion(platform: Platform, { key, ...request }: ClaimRequest & { readonly key: string }): Promise<RawAnswer> {
  const { userId, promotionId, version } = request;
  return runOperation(platform, { userId, key, kind: 'claim', body: { promotionId, version } }, async (tx) => ({
    status: 201,
    body: await claimInTransaction(tx, platform, request),
  }));
}

async function claimInTransaction(tx: PoolClient, platform: Deps, request: ClaimRequest): Promise<ClaimAnswer> {
  const { userId, promotionId } = request;
  const claimable = await assertClaimable(tx, platform, request, { withDeposit: false });
  const { row, draw, at } = claimable;
  if (draw !== null) return { promotionId, bonus: null, entry: await enterDraw(tx, platform, { userId, drawId: draw.draw_id, at }) };
  const until = new Date(claimWaitEnd(row.weekdays, row.claim_days ?? 0, at.getTime()));
  const walletId = await grant(tx, platform, claimable, request, { until });
  const bonus = await findBonus(tx, userId, walletId, at);
  if (bonus === undefined) throw new Error('the granted bonus is missing');
  return { promotionId, bonus, entry: null };
}

/**
 * Claims a deposit match together with its deposit, in the transaction that stores the deposit. `deposit.amount` is in kobo. Throws as
 * `claimPromotion` does, and `validation` for a promotion that is no match, or requires a larger deposit.
 */
export async function claimWithDeposit(
  tx: PoolClient,
  platform: Deps,
  request: ClaimRequest,
  deposit: { readonly depositId: string; readonly amount: number },
): Promise<void> {
  const claimable = await assertClaimable(tx, platform, request, { withDeposit: true });
  const { row } = claimable;
  if (deposit.amount < notNull(row.min_deposit)) throw fieldError('amount', `This is less than ${row.name} requires.`);
  await grant(tx, platform, claimable, request, { depositId: deposit.depositId });
}

function fieldError(field: string, message: string): ProblemError {
  return new ProblemError('validation', 'You can’t make this deposit.', { errors: [{ field, message }] });
}

interface Claimable {
  readonly row: PromotionRow;
  /** The open draw; null for other promotions. */
  readonly draw: DrawRow | null;
  readonly at: Date;
}

/**
 * Locks the player and the terms, in this order, and checks that the promotion can be claimed. Of two simultaneous claims the second sees
 * the first. `withDeposit`: the promotion has to be one that goes with a deposit.
 */
async function assertClaimable(
  tx: PoolClient,
  platform: Deps,
  { userId, promotionId, version, place }: ClaimRequest,
  { withDeposit }: { readonly withDeposit: boolean },
): Promise<Claimable> {
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  const row = await lockPromotion(tx, platform, promotionId, 'share');
  const at = platform.now();
  await assertMayMove(tx, userId, { purposes: ['bonus'], place }, at);
  const draw = row.kind === 'draw' ? await lockOpenDraw(tx, promotionId, at) : null;
  const refusal = findClaimRefusal(row, await readClaimHistory(tx, userId), draw, at.getTime());
  // It comes before the answer with the present terms, because nobody is told those of what is not offered, which may name a game that is hidden.
  if (refusal !== null && !(row.enabled && row.playable)) throw notClaimableProblem(refusal.reason);
  if (row.version !== version) {
    throw new ProblemError('conflict', 'The terms have changed since you read them.', { current: toPromotion(row) });
  }
  if (withDeposit && row.kind !== 'deposit-match') throw fieldError('promotion', 'This one goes without a deposit.');
  if (refusal !== null) throw notClaimableProblem(refusal.reason);
  return { row, draw, at };
}

type WaitsFor = { readonly depositId: string } | { readonly until: Date };

/** Creates the bonus, stores its claim, and returns its id. Only a match uses `waitsFor`. */
async function grant(
  tx: PoolClient,
  platform: Deps,
  { row, at }: Claimable,
  { userId, promotionId, place }: ClaimRequest,
  waitsFor: WaitsFor,
): Promise<string> {
  const common = {
    userId, promotionId, name: row.name, wagering: notNull(row.wagering), maxStake: kobo(notNull(row.max_stake)),
    capTimes: notNull(row.cap_times), validDays: notNull(row.valid_days), place,
  };
  const walletId =
    row.kind === 'free-spins'
      ? await grantFreeSpins(tx, platform, {
          ...common, gameId: notNull(row.game_id), spins: notNull(row.spins), stake: kobo(notNull(row.spin_stake)),
        })
      : await grantPending(tx, platform, {
          ...common, percent: notNull(row.percent), minDeposit: kobo(notNull(row.min_deposit)), maxBonus: kobo(notNull(row.max_bonus)), waitsFor,
        });
  const week = periodStartDay('week', at.getTime());
  await insertClaim(tx, { wallet_id: walletId, promotion_id: promotionId, user_id: userId, week, version: row.version, at });
  return walletId;
}
