/** Players with money of their own, over HTTP. */
import { kobo } from '../../src/core/money';
import { userIdOf } from './http-client';
import type { TestClient } from './http-client';
import type { NewPlayer, TestPlatform } from './platform';
import { giveMoney } from './players';

/** Signs a player up and gives them money, in decimal naira. */
export async function richPlayer(site: TestPlatform, naira = 10_000, more: NewPlayer = {}): Promise<TestClient> {
  const client = await site.signUp(more);
  await giveMoney(site.pool, userIdOf(client), kobo(naira * 100), site.platform.now());
  return client;
}
