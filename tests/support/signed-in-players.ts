/** Players who are signed in already, without a password to hash, for tests that need many of them. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { openSession } from '../../server/accounts/sessions';
import { transaction } from '../../server/db/transaction';
import { BINDING_COOKIE } from '../../server/http/cookies';
import type { Kobo } from '../../src/core/money';
import { testClient } from './http-client';
import type { TestClient } from './http-client';
import { giveMoney, makePlayer } from './players';

export interface SignedInPlayer {
  readonly userId: string;
  readonly sessionId: string;
  readonly bindingSecret: string;
}

export interface SignedInPlayerOptions {
  readonly now?: () => Date;
  /** Kobo on the real account. */
  readonly money?: Kobo;
  readonly role?: 'player' | 'admin';
}

/** Makes a new player with an open session. */
export async function makeSignedInPlayer(pool: Pool, { now = () => new Date(), money, role = 'player' }: SignedInPlayerOptions = {}): Promise<SignedInPlayer> {
  const userId = await makePlayer(pool, { role });
  if (money !== undefined) await giveMoney(pool, userId, money);
  const device = { userAgent: 'a test', address: '' };
  const { sessionId, bindingSecret } = await transaction(pool, (tx) => openSession(tx, { now, randomBytes }, userId, device));
  return { userId, sessionId, bindingSecret };
}

/** Makes the browser of a seated player, for the process at this address. */
export function browserOf({ userId, sessionId, bindingSecret }: SignedInPlayer, baseUrl: string): TestClient {
  const client = testClient(baseUrl);
  client.session = { userId, sessionId };
  client.cookies.set(BINDING_COOKIE, bindingSecret);
  return client;
}
