/** The address of an archive: works once, for a few minutes, in the browser of the session that asked. */
import { countAttempt, tooManyAttempts } from '../../attempts';
import { equalSecrets } from '../../http/cookies';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { newSecret, secretHash } from '../../secrets';
import { ARCHIVES_OF_PLAYER } from '../attempts';

/** How long an address works. */
export const ARCHIVE_ADDRESS_MS = 5 * 60_000;
/** That there was one is told in the next archive; after that it is of no use to anybody. */
const REMEMBERED_MS = 365 * 24 * 60 * 60_000;
const TOKEN_PATTERN = /^[0-9A-Za-z_-]{43}$/;

export interface Ticket {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Throws 429 `too-many-requests` after a few on one day. */
export async function issueTicket(
  platform: Pick<Platform, 'pool' | 'now' | 'randomBytes'>,
  { userId, sessionHash }: { readonly userId: string; readonly sessionHash: string },
): Promise<Ticket> {
  const { pool } = platform;
  const now = platform.now();
  const wait = await countAttempt(pool, ARCHIVES_OF_PLAYER, userId, now);
  if (wait !== null) throw tooManyAttempts(wait, 'You took your data several times today. Try again tomorrow.');
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
 * Uses an address up, and says whose it is. Throws 400 `token-invalid` for one that is unknown, used, late, or of a
 * session or account that is over, and 401 `binding-missing` in another browser; that does not use it up.
 */
export async function takeTicket({ pool, now }: Pick<Platform, 'pool' | 'now'>, token: string, binding: string | null): Promise<string> {
  if (!TOKEN_PATTERN.test(token)) throw invalid();
  const at = now();
  const values = [secretHash(token), at];
  const { rows } = await pool.query<TicketRow>(
    `SELECT a.user_id, s.binding_hash FROM archive a JOIN session s USING (session_hash) JOIN player p ON p.user_id = a.user_id
     WHERE a.token_hash = $1 AND a.used_at IS NULL AND a.expires_at > $2
       AND s.ended_at IS NULL AND s.expires_at > $2 AND p.closed_at IS NULL`,
    values,
  );
  const row = rows[0];
  if (row === undefined) throw invalid();
  if (binding === null || !equalSecrets(secretHash(binding), row.binding_hash)) {
    throw new ProblemError('binding-missing', 'Ask for this download again on this device.');
  }
  // Of two at the same moment, one.
  const { rowCount } = await pool.query('UPDATE archive SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2', values);
  if (rowCount !== 1) throw invalid();
  return row.user_id;
}

/** The file could not be made: the address works again, as long as it would have. */
export async function giveTicketBack({ pool }: Pick<Platform, 'pool'>, token: string): Promise<void> {
  await pool.query('UPDATE archive SET used_at = NULL WHERE token_hash = $1', [secretHash(token)]);
}

/** Forgets the addresses of more than a year ago. */
export async function forgetOldTickets({ pool, now }: Pick<Platform, 'pool' | 'now'>): Promise<void> {
  await pool.query('DELETE FROM archive WHERE expires_at < $1', [new Date(now().getTime() - REMEMBERED_MS)]);
}

function invalid(): ProblemError {
  return new ProblemError('token-invalid', 'This download is not there any more.', {
    detail: 'Its address works once, for five minutes. Ask for it again.',
  });
}
