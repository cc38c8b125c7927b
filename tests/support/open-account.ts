/**
 * Opens accounts in the database as a sign-up does, for tests that are not about signing up. A whole sign-up takes four times as long:
 * its limits, its hash and its search for accounts that look like the new one.
 */
import { getHasher } from '../../server/accounts/password-hasher';
import { openAccount } from '../../server/accounts/sign-up';
import { transaction } from '../../server/db/transaction';
import { BINDING_COOKIE, DEVICE_COOKIE } from '../../server/http/cookies';
import type { Platform } from '../../server/platform';
import { antiForgery } from '../../src/core/contract/auth';
import type { SignUpBody } from '../../src/core/contract/auth';
import type { TestClient } from './http-client';

/** Opens an account whose names, phone and browser nobody else has, and signs the browser in. */
export type AccountOpener = (client: TestClient, body: SignUpBody) => Promise<void>;

export function createAccountOpener(platform: Platform): AccountOpener {
  const hashes = new Map<string, Promise<string>>();

  /** Hashes each password once. */
  function hashOf(password: string): Promise<string> {
    const hash = hashes.get(password) ?? getHasher(platform).hash(password, { lane: 'sign-up', account: '' });
    hashes.set(password, hash);
    return hash;
  }

  return async (client, body) => {
    const names = { email: body.email, username: body.username };
    const device = { userAgent: 'node', address: '127.0.0.1' };
    const passwordHash = await hashOf(body.password);
    const account = await transaction(platform.pool, async (tx) => {
      const opened = await openAccount(tx, platform, body, { names, passwordHash, device });
      // Nobody looks like this account, so it is settled.
      await tx.query('DELETE FROM lookalike_due WHERE user_id = $1', [opened.userId]);
      await tx.query('UPDATE player SET identity_check = NULL, version = version + 1 WHERE user_id = $1', [opened.userId]);
      return opened;
    });
    client.session = { sessionId: account.sessionId, userId: account.userId };
    client.cookies.set(DEVICE_COOKIE, account.deviceSecret);
    client.cookies.set(BINDING_COOKIE, account.bindingSecret);
    await client.call(antiForgery, {});
  };
}
