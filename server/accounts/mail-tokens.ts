/** Makes and checks tokens in mails. Each is for one player, address and purpose, is stored as its hash, and works once for a while. */
import type { PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { newSecret, secretHash } from '../secrets';

/** `activate` confirms the address, `reset` sets a password, and `move` moves the account to the address. */
export type TokenPurpose = 'activate' | 'reset' | 'move';

/** The lifetime of links, in ms and in words. */
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
 * Creates a token for the address of a player. With a userId of null it does the same work and stores nothing, because the time
 * of an answer must not reveal which accounts exist.
 */
export async function createToken(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'randomBytes'>,
  purpose: TokenPurpose,
  owner: { readonly userId: string | null; readonly email: string },
): Promise<NewToken> {
  const token = newSecret(platform);
  const now = platform.now();
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIMES[purpose].ms);
  await tx.query(
    `INSERT INTO email_token (token_hash, user_id, purpose, email, created_at, expires_at)
     SELECT $1, p.user_id, $3, $4, $5, $6 FROM player p WHERE p.user_id = $2`,
    [secretHash(token), owner.userId ?? '', purpose, owner.email, now, expiresAt],
  );
  return { token, expiresAt };
}

export interface TokenRow {
  readonly user_id: string;
  readonly purpose: TokenPurpose;
  /** The address that it was sent to. */
  readonly email: string;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/** Makes 400 `token-invalid`. The page decides by `reason`, because it can't decide by the sentence. */
export function invalidToken(detail: string, reason?: 'other-account'): ProblemError {
  return new ProblemError('token-invalid', 'This link does not work.', { detail, ...(reason !== undefined && { reason }) });
}

/**
 * Returns the row of a valid token, and locks its player until the transaction ends. Throws 400 `token-invalid` for a token that
 * is unknown, used or expired, has another purpose, or belongs to another player than the one signed in (`callerId`). `callerId`
 * is null where nobody is signed in, since people open links wherever they read the mail.
 */
export async function requireToken(
  tx: PoolClient,
  token: string,
  purposes: readonly TokenPurpose[],
  { now, callerId }: { readonly now: Date; readonly callerId: string | null },
): Promise<TokenRow> {
  const hash = secretHash(token);
  // Like every change of an account this locks the player first, so that a player's tokens are used one after the other.
  await tx.query(
    'SELECT 1 FROM player WHERE user_id = (SELECT user_id FROM email_token WHERE token_hash = $1 AND purpose = ANY($2)) FOR UPDATE',
    [hash, purposes],
  );
  const { rows } = await tx.query<TokenRow>(
    'SELECT user_id, purpose, email, expires_at, used_at FROM email_token WHERE token_hash = $1 AND purpose = ANY($2)',
    [hash, purposes],
  );
  const [row] = rows;
  if (row === undefined) throw invalidToken('The link is incomplete or wrong. Open it again from the mail.');
  if (row.used_at !== null) throw invalidToken('It was already used, or we have sent you a newer mail.');
  if (row.expires_at <= now) throw invalidToken(`It is older than ${TOKEN_LIFETIMES[row.purpose].words}. Ask for a new one.`);
  if (callerId !== null && callerId !== row.user_id) {
    throw invalidToken('It belongs to another account than the one you are signed in to here. Sign out first.', 'other-account');
  }
  return row;
}

/** Voids a player's unused tokens of these purposes. */
export async function voidTokens(tx: PoolClient, userId: string, purposes: readonly TokenPurpose[], now: Date): Promise<void> {
  await tx.query('UPDATE email_token SET used_at = $3 WHERE user_id = $1 AND purpose = ANY($2) AND used_at IS NULL', [
    userId, purposes, now,
  ]);
}
