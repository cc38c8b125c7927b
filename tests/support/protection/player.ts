/** A player of a test platform, with functions for the calls of protection, play and deposits. */
import { createDeposit } from '../../../src/core/contract/cashier';
import { playRound } from '../../../src/core/contract/games';
import * as contract from '../../../src/core/contract/protection';
import type { Limit, Protection } from '../../../src/core/contract/protection';
import { kobo } from '../../../src/core/money';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';
import type { TestAnswer, TestClient } from '../http-client';
import { newKey } from '../keys';
import type { TestPlatform } from '../platform';
import { giveMoney } from '../players';

interface SetOptions {
  readonly onlyLower?: true;
  readonly key?: string;
}

export interface ProtectedPlayer {
  readonly userId: string;
  readonly client: TestClient;
  protection(): Promise<Protection>;
  limit(kind: LimitKind, period: LimitPeriod): Promise<Limit>;
  /** Decimal naira; null means no limit. */
  set(kind: LimitKind, period: LimitPeriod, amount: number | null, how?: SetOptions): Promise<TestAnswer<Protection>>;
  confirm(kind: LimitKind, period: LimitPeriod, amount: number | null): Promise<TestAnswer<Protection>>;
  drop(kind: LimitKind, period: LimitPeriod): Promise<TestAnswer<Protection>>;
  exclude(length: ExclusionLength, key?: string): Promise<TestAnswer<Protection>>;
  acknowledgeCheck(): Promise<TestAnswer<Protection>>;
  /** Plays a round of a slot game. */
  stake(naira: number, key?: string): Promise<TestAnswer>;
  deposit(naira: number, key?: string): Promise<TestAnswer>;
}

/** Signs up a player with this much money (decimal naira). */
export async function protectedPlayer(ayo: TestPlatform, naira = 100_000): Promise<ProtectedPlayer> {
  const client = await ayo.signUp();
  const userId = client.session?.userId ?? '';
  await giveMoney(ayo.pool, userId, kobo(naira * 100));
  return playerOf(userId, client);
}

/** Returns the same player in another browser. */
export function playerOf(userId: string, client: TestClient): ProtectedPlayer {
  const params = { userId };
  const currency = 'NGN' as const;
  const protection = async (): Promise<Protection> => (await client.call(contract.getProtection, { params })).data;
  return {
    userId,
    client,
    protection,
    limit: async (kind, period) => {
      const limit = (await protection()).limits.find((limit) => limit.kind === kind && limit.period === period);
      if (limit === undefined) throw new Error('there are nine');
      return limit;
    },
    set: (kind, period, amount, { key = newKey(), ...how } = {}) =>
      client.call(contract.setLimit, { params: { ...params, kind, period }, body: { amount, currency, ...how }, key }),
    confirm: (kind, period, amount) =>
      client.call(contract.confirmLimit, { params: { ...params, kind, period }, body: { amount, currency } }),
    drop: (kind, period) => client.call(contract.dropPendingLimit, { params: { ...params, kind, period } }),
    exclude: (length, key = newKey()) => client.call(contract.exclude, { params, body: { length }, key }),
    acknowledgeCheck: () => client.call(contract.acknowledgeRealityCheck, { params }),
    stake: (naira, key = newKey()) =>
      client.call(playRound, { params: { userId, gameId: 'adire-gold' }, body: { stake: naira, currency, bet: {} }, key }),
    deposit: (naira, key = newKey()) =>
      client.call(createDeposit, { params, body: { method: 'mobile-money', amount: naira, currency, again: true }, key }),
  };
}
