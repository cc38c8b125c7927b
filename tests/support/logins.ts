/** Players who sign in with a password, and the links that they get by mail. */
import type { Pool } from 'pg';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { signIn } from '../../src/core/contract/auth';
import { requestPasswordReset } from '../../src/core/contract/passwords';
import { HOUR_MS } from '../../src/core/time';
import type { TestClient } from './http-client';
import { newPlayer } from './platform';
import type { NewPlayer, TestPlatform } from './platform';

/** A password that may be set in the place of the first one. */
export const NEW_PASSWORD = 'quiet mango rivers';
export const CHROME_ON_ANDROID = 'Mozilla/5.0 (Linux; Android 13; TECNO KI5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

export interface Login {
  readonly client: TestClient;
  readonly email: string;
  readonly username: string;
}

/** Signs a new player up, who can sign in again with `PASSWORD`. */
export async function newLogin(site: TestPlatform, more: NewPlayer = {}): Promise<Login> {
  const { email, username } = newPlayer();
  return { client: await site.signUp({ email, username, ...more }), email, username };
}

export const trySignIn = (site: TestPlatform, username: string, password: string) => site.client().call(signIn, { body: { username, password } });

export const newestMail = async (pool: Pool, email: string) => (await readMailbox(pool, email))[0];

/** Returns the token of the link in a mail. */
export function tokenIn(text: string | undefined): string {
  const token = /token=([\w-]{43})/.exec(text ?? '')?.[1];
  if (token === undefined) throw new Error(`there is no link in the mail: ${text ?? 'none was sent'}`);
  return token;
}

/** Returns the token of the newest mail to this address. */
export const newestToken = async (pool: Pool, email: string): Promise<string> => tokenIn((await newestMail(pool, email))?.text);

/** Asks for a new password an hour later, and returns the token of the link. */
export async function resetTokenOf(site: TestPlatform, email: string): Promise<string> {
  site.pass(HOUR_MS);
  await site.client().call(requestPasswordReset, { body: { email } });
  return newestToken(site.pool, email);
}
