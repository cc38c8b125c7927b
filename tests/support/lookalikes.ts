/** Opens accounts that look like one person's over HTTP, excludes and verifies them, and reads what the check refuses. */
import { randomUUID } from 'node:crypto';
import { signUp } from '../../src/core/contract/auth';
import type { SignUpBody } from '../../src/core/contract/auth';
import { createDeposit } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { verifyIdentity } from '../../src/core/contract/identity';
import { exclude } from '../../src/core/contract/protection';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import type { ExclusionLength } from '../../src/core/protection';
import { paramsOf } from './http-client';
import type { TestClient } from './http-client';
import { newNin } from './persons';
import { newPhone } from './phones';
import { newPlayer } from './platform';
import type { TestPlatform } from './platform';
import { giveMoney } from './players';

const DAY_MS = 86_400_000;

export const codeOf = ({ problem }: { readonly problem?: { readonly code: string } | null }): string | null => problem?.code ?? null;

/** The refusals of paying in and playing, for a player who is not stopped and for one who is. */
export const NO_REFUSALS = [null, null];
export const IDENTITY_REFUSALS = ['identity-needed', 'identity-needed'];

export interface Lookalikes {
  /** Makes a birthday that nobody else on this site has, and a phone number. */
  newPerson(): { readonly dateOfBirth: string; readonly phone: string };
  /** Opens an account with money in it (₦5,000 by default), in a new browser or in the given one. */
  join(overrides: Partial<SignUpBody>, browser?: TestClient, money?: Kobo): Promise<TestClient>;
  bar(client: TestClient, length?: ExclusionLength): Promise<void>;
  /** Verifies the identity; returns the code of the refusal, or null. */
  verify(client: TestClient, number?: string): Promise<string | null>;
  payIn(client: TestClient): Promise<string | null>;
  play(client: TestClient): Promise<string | null>;
  readRefusals(client: TestClient): Promise<(string | null)[]>;
}

/** `site` returns the platform of the test file, which starts later. */
export function makeLookalikes(site: () => TestPlatform): Lookalikes {
  let birthdayMs = Date.UTC(1970, 0, 1);
  const payIn: Lookalikes['payIn'] = async (client) =>
    codeOf(await client.call(createDeposit, { params: paramsOf(client), key: randomUUID(), body: { method: 'card', amount: 500, currency: 'NGN', again: true } }));
  const play: Lookalikes['play'] = async (client) => {
    site().pass(5_000);
    const params = { ...paramsOf(client), gameId: 'adire-gold' };
    return codeOf(await client.call(playRound, { params, key: randomUUID(), body: { stake: 10, currency: 'NGN', bet: {} } }));
  };
  return {
    payIn,
    play,
    readRefusals: async (client) => [await payIn(client), await play(client)],
    newPerson() {
      birthdayMs += DAY_MS;
      return { dateOfBirth: new Date(birthdayMs).toISOString().slice(0, 10), phone: newPhone() };
    },
    async join(overrides, browser = site().client(), money = kobo(500_000)) {
      const { pool, platform, pass } = site();
      // Two accounts are never opened at the same moment.
      pass(1_000);
      browser.session = null;
      const { data } = await browser.call(signUp, { body: newPlayer(overrides) });
      browser.session = { sessionId: data.sessionId, userId: data.userId };
      await pool.query('UPDATE player SET email_activated_at = $2 WHERE user_id = $1', [data.userId, platform.now()]);
      if (money > 0) await giveMoney(pool, data.userId, money);
      return browser;
    },
    async bar(client, length = '6-months') {
      const { status, text } = await client.call(exclude, { params: paramsOf(client), key: randomUUID(), body: { length } });
      if (status !== 201) throw new Error(text);
    },
    verify: async (client, number = newNin()) =>
      codeOf(await client.call(verifyIdentity, { params: paramsOf(client), body: { number, consent: true, wordingVersion: '2026-11' } })),
  };
}
