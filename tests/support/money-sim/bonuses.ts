/**
 * A player of the simulation who claims bonuses, plays free spins and forfeits bonuses, with the same key until the platform
 * answers.
 */
import { endWallet } from '../../../server/bonuses/end-wallet';
import { grantFreeSpins, grantPending } from '../../../server/bonuses/grant-bonus';
import { lockMoney, lockRunningWallets } from '../../../server/bonuses/lock-wallets';
import { playRound } from '../../../server/games/play-round';
import type { RawAnswer } from '../../../server/http/router';
import { runOperation } from '../../../server/ledger/operation';
import type { Platform } from '../../../server/platform';
import { kobo } from '../../../src/core/money';
import { MATCH, SPINS } from '../bonuses';
import { HERE, SESSION_HASH } from '../caller-places';
import type { Random } from '../seeds';
import { createDevice } from './protection';
import type { Ask, AskingDevice, DeviceDeps } from './protection';

const HOUR_MS = 3_600_000;

type BonusWish =
  | { readonly kind: 'claim-match' }
  | { readonly kind: 'claim-spins' }
  | { readonly kind: 'give-up' }
  | { readonly kind: 'free-spin'; readonly walletId: string };

export type BonusAsk = Ask<BonusWish>;

/** Lists the spins that the platform has announced to this device. */
function spinsOf(asks: readonly BonusAsk[]): string[] {
  return asks.flatMap(({ wish, answered }) => {
    if (wish.kind !== 'claim-spins' || answered?.answer.status !== 201) return [];
    return [(JSON.parse(answered.answer.text) as { readonly walletId: string }).walletId];
  });
}

function draw(random: Random, asks: readonly BonusAsk[]): BonusWish {
  if (asks.length === 0) return { kind: 'claim-match' };
  const spins = spinsOf(asks);
  if (spins.length > 0 && random.chance(0.6)) return { kind: 'free-spin', walletId: random.pick(spins) };
  return { kind: random.pick(['claim-match', 'claim-match', 'claim-spins', 'give-up']) };
}

/** Performs the request as the platform does, below HTTP and the rules of promotions. */
function perform(platform: Platform, { userId, key, wish }: BonusAsk): Promise<RawAnswer> {
  if (wish.kind === 'free-spin') {
    const body = { stake: 20, currency: 'NGN' as const, bet: {}, freeSpinOf: wish.walletId };
    return playRound(platform, { userId, gameId: SPINS.gameId, key, place: HERE, sessionHash: SESSION_HASH, body });
  }
  return runOperation(platform, { userId, key, kind: wish.kind, body: {} }, async (tx) => {
    const now = platform.now();
    if (wish.kind === 'claim-match') {
      const waitsFor = { until: new Date(now.getTime() + 2 * HOUR_MS) };
      const terms = { ...MATCH, wagering: 2, percent: 300, maxStake: kobo(20_000_00), maxBonus: kobo(20_000_00), validDays: 1, waitsFor };
      return { status: 201, body: { walletId: await grantPending(tx, platform, { ...terms, userId }) } };
    }
    if (wish.kind === 'claim-spins') {
      return { status: 201, body: { walletId: await grantFreeSpins(tx, platform, { ...SPINS, wagering: 2, spins: 3, userId }) } };
    }
    await lockMoney(tx, userId);
    const [wallet] = await lockRunningWallets(tx, userId);
    if (wallet !== undefined) await endWallet(tx, wallet, { reason: 'forfeited', at: now, operationKey: key });
    return { status: 201, body: { walletId: wallet?.wallet_id ?? null } };
  });
}

export function createBonusDevice(deps: DeviceDeps): AskingDevice<BonusWish> {
  return createDevice(deps, draw, perform);
}
