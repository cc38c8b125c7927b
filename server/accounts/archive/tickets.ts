/**
 * Issues and checks tickets. A ticket is the address at which a player downloads an archive; it works once, for a few minutes, in
 * the browser that requested it.
 */
import { countAttempt, tooManyAttempts } from '../../rate-limits/attempts';
import { equalSecrets } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { newSecret, secretHash } from '../../secrets';
import { ARCHIVE_LIMIT } from '../attempt-limits';

/** The lifetime of a ticket. */
export const ARCHIVE_ADDRESS_MS = 5 * 60_000;
/** Rows stay this long, because later archives list the earlier requests. */
const RETENTION_MS = 365 * 24 * 60 * 60_000;
const TOKEN_PATTERN = /^[0-9A-Za-z_-]{43}$/;

export interface Ticket {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Issues a ticket. Throws 429 `too-many-requests` after several on one day. */
export async function issueTicket(
  platform: Pick<Platform, 'pool' | 'now' | 'randomBytes'>,
  { userId, sessionHash }: { readonly userId: string; readonly sessionHash: string },
): Promise<Ticket> {
  const { pool } = platform;
  const now = platform.now();
  const waitSeconds = await countAttempt(pool, ARCHIVE_LIMIT, userId, now);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'You have downloaded your data several times today. Try again tomorrow.');
  const token = newSecret(platform);
  const expiresAt = new Date(now.getTime() + ARCHIVE_ADDRESS_MS);
  await pool.query('INSERT INTO archive (token_hash, user_id, session_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    secretHash(token), userId, sessionHash, now, expiresAt,
  ]);
  return { token, expiresAt };
}

interface TicketRow {
  readonly user_id: string;
  readonly binding_hash: string;
}

/**
 * Uses a ticket up and returns its player's id. Throws 400 `token-invalid` where it is unknown, used or expired, or its session
 * or account has ended, and 401 `binding-missing` in another browser, which does not use it up.
 */
export async function useTicket({ pool, now }: Pick<Platform, 'pool' | 'now'>, token: string, binding: string | null): Promise<string> {
  if (!TOKEN_PATTERN.test(token)) throw invalidTicket();
  const at = now();
  const values = [secretHash(token), at];
  const { rows } = await pool.query<TicketRow>(
    `SELECT a.user_id, s.binding_hash FROM archive a JOIN session s USING (session_hash) JOIN player p ON p.user_id = a.user_id
     WHERE a.token_hash = $1 AND a.used_at IS NULL AND a.expires_at > $2
       AND s.ended_at IS NULL AND s.expires_at > $2 AND p.closed_at IS NULL`,
    values,
  );
  const row = rows[0];
  if (row === undefined) throw invalidTicket();
  if (binding === null || !equalSecrets(secretHash(binding), row.binding_hash)) {
    throw new ProblemError('binding-missing', 'Ask for this download again on this device.');
  }
  // Only one of two simultaneous requests gets the file.
  const { rowCount } = await pool.query('UPDATE archive SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2', values);
  if (rowCount !== 1) throw invalidTicket();
  return row.user_id;
}

/** Makes a ticket valid again for the rest of its lifetime, because the file could not be built. */
export async function restoreTicket({ pool }: Pick<Platform, 'pool'>, token: string): Promise<void> {
  await pool.query('UPDATE archive SET used_at = NULL WHERE token_hash = $1', [secretHash(token)]);
}

/** Deletes tickets that are more than a year old. */
export async function deleteOldTickets({ pool, now }: Pick<Platform, 'pool' | 'now'>): Promise<void> {
  await pool.query('DELETE FROM archive WHERE expires_at < $1', [new Date(now().getTime() - RETENTION_MS)]);
}

function invalidTicket(): ProblemError {
  return new ProblemError('token-invalid', 'This download is not available any more.', {
    detail: 'Its address works once, for five minutes. Request the download again.',
  });
}
