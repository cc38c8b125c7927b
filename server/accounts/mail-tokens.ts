/** Tokens in mails: made for one player, address and purpose, kept as their hash, good once and for a while. */
import type { PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';

/** `activate`: the address is the player's. `reset`: set a password. `move`: the account goes to this address. */
export type TokenPurpose = 'activate' | 'reset' | 'move';

/** How long a link works, in ms, and in words. */
export const TOKEN_LIFETIMES: Readonly<Record<TokenPurpose, { readonly ms: number; readonly words: string }>> = {
  activate: { ms: DAY_MS, words: '24 hours' },
  reset: { ms: 60 * 60 * 1000, words: 'one hour' },
  move: { ms: DAY_MS, words: '24 hours' },
};

export interface NewToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes a token for the address of a player. For nobody (null) everything is done as well, but nothing is kept: an answer
 * must not tell by its work whether there is an account.
 */
export async function makeToken(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'randomBytes'>,
  purpose: TokenPurpose,
  of: { readonly userId: string | null; readonly email: string },
): Promise<NewToken> {
  const token = newSecret(platform);
  const now = platform.now();
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIMES[purpose].ms);
  await tx.query(
    `INSERT INTO email_token (token_hash, user_id, purpose, email, created_at, expires_at)
     SELECT $1, p.user_id, $3, $4, $5, $6 FROM player p WHERE p.user_id = $2`,
    [secretHash(token), of.userId ?? '', purpose, of.email, now, expiresAt],
  );
  return { token, expiresAt };
}

export interface TokenRow {
  readonly user_id: string;
  readonly purpose: TokenPurpose;
  /** Where it was sent. */
  readonly email: string;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/** `reason`: what a page has to know beside the words. */
export function invalidToken(detail: string, reason?: 'other-account'): ProblemError {
  return new ProblemError('token-invalid', 'This link does not work.', { detail, ...(reason !== undefined && { reason }) });
}

/**
 * The row of a token that can be used now, its player locked until the transaction ends. Throws 400 `token-invalid` for
 * one that is unknown, of another purpose, used, late, or of another player than the one signed in (`callerId`; null =
 * nobody is: links are opened wherever the mail is read).
 */
export async function findToken(
  tx: PoolClient,
  token: string,
  purposes: readonly TokenPurpose[],
  { now, callerId }: { readonly now: Date; readonly callerId: string | null },
): Promise<TokenRow> {
  const hash = secretHash(token);
  // The player first, as everybody who changes an account does it: the tokens of one are used one after the other.
  await tx.query(
    'SELECT 1 FROM player WHERE user_id = (SELECT user_id FROM email_token WHERE token_hash = $1 AND purpose = ANY($2)) FOR UPDATE',
    [hash, purposes],
  );
  const { rows } = await tx.query<TokenRow>(
    'SELECT user_id, purpose, email, expires_at, used_at FROM email_token WHERE token_hash = $1 AND purpose = ANY($2)',
    [hash, purposes],
  );
  const [row] = rows;
  if (row === undefined) throw invalidToken('It is not complete, or not one of ours. Open it again from the mail.');
  if (row.used_at !== null) throw invalidToken('It was used already, or a newer mail has taken its place.');
  if (row.expires_at <= now) throw invalidToken(`It is older than ${TOKEN_LIFETIMES[row.purpose].words}. Ask for a new one.`);
  if (callerId !== null && callerId !== row.user_id) {
    throw invalidToken('It belongs to another account than the one that is signed in here. Sign out first.', 'other-account');
  }
  return row;
}

/** Every open link of these purposes that a player was sent stops working. */
export async function useUpTokens(tx: PoolClient, userId: string, purposes: readonly TokenPurpose[], now: Date): Promise<void> {
  await tx.query('UPDATE email_token SET used_at = $3 WHERE user_id = $1 AND purpose = ANY($2) AND used_at IS NULL', [
    userId, purposes, now,
  ]);
}
