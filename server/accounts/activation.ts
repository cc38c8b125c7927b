/** Proving an e-mail address: a token goes there, and who brings it back reads the mails of that address. */
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import { DAY_MS } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { newSecret, secretHash } from './secrets';
import { siteUrl } from './site-url';

/** A link in a mail works this long, and once. */
export const ACTIVATION_LIFETIME_MS = DAY_MS;

export interface Addressee {
  readonly userId: string;
  readonly email: string;
  readonly firstname: string;
}

/** Makes a token and hands the mail with its link over, both in the caller's transaction. */
export async function sendActivationMail(tx: PoolClient, platform: Platform, to: Addressee): Promise<void> {
  const token = newSecret(platform);
  const now = platform.now();
  await tx.query(
    `INSERT INTO email_token (token_hash, user_id, purpose, email, created_at, expires_at)
     VALUES ($1, $2, 'activate', $3, $4, $5)`,
    [secretHash(token), to.userId, to.email, now, new Date(now.getTime() + ACTIVATION_LIFETIME_MS)],
  );
  await platform.mailer.send(tx, {
    to: to.email,
    subject: `Confirm your e-mail address for ${brand.name}`,
    text: activationText(to.firstname, `${siteUrl(platform.config)}/activate-email?token=${token}`),
  });
}

function activationText(firstname: string, link: string): string {
  return [
    `Hello ${firstname},`,
    '',
    `open this link to confirm that this is your address. It works once, for 24 hours:`,
    '',
    link,
    '',
    'Until then you can look around and practise; deposits and real-money play wait for it.',
    '',
    `You did not open an account with ${brand.name}? Then do nothing: without the link the account can't hold money.`,
    `Questions: ${brand.supportEmail}`,
  ].join('\n');
}

function invalid(detail: string): ProblemError {
  return new ProblemError('token-invalid', 'This link does not work.', { detail });
}

interface TokenRow {
  readonly user_id: string;
  readonly email: string;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/**
 * Activates the address a token was sent to. Throws 400 `token-invalid` for one that is unknown, used, late, of an
 * address the player has given up, or of another player than the one who is signed in (`callerId`; null = nobody is).
 */
export async function activateEmail(tx: PoolClient, token: string, now: Date, callerId: string | null): Promise<void> {
  const hash = secretHash(token);
  const { rows } = await tx.query<TokenRow>(
    `SELECT user_id, email, expires_at, used_at FROM email_token
     WHERE token_hash = $1 AND purpose = 'activate' FOR UPDATE`,
    [hash],
  );
  const row = rows[0];
  if (row === undefined) throw invalid('It is not complete, or not one of ours. Open it again from the mail.');
  if (row.used_at !== null) throw invalid('It was used already.');
  if (row.expires_at.getTime() <= now.getTime()) throw invalid('It is older than 24 hours. Ask for a new one.');
  if (callerId !== null && callerId !== row.user_id) throw invalid('It belongs to another account than yours.');
  const activated = await tx.query(
    `UPDATE player SET email_activated_at = coalesce(email_activated_at, $3), version = version + 1
     WHERE user_id = $1 AND email = $2`,
    [row.user_id, row.email, now],
  );
  if (activated.rowCount !== 1) throw invalid('It was sent to an address that is not yours any more.');
  // All links to this address have done their work, whichever of them was opened.
  await tx.query('UPDATE email_token SET used_at = $3 WHERE user_id = $1 AND email = $2 AND used_at IS NULL', [
    row.user_id, row.email, now,
  ]);
}
