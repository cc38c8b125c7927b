/** Reads a player's profile and account for the player. */
import type { Account, Profile } from '../../src/core/contract/player';
import { protectionAt } from '../ledger/protection-state';
import type { Platform } from '../platform';
import { readConsents, toProfileConsents } from './consents';
import { requirePlayer } from './player';

type AccountDeps = Pick<Platform, 'pool' | 'now'>;

/** Makes the ETag of a player's profile from a single row, because every poll needs it. */
export async function readProfileTag({ pool }: AccountDeps, userId: string): Promise<string> {
  const { rows } = await pool.query<{ version: number }>('SELECT version FROM player WHERE user_id = $1', [userId]);
  return `p${rows[0]?.version ?? 0}`;
}

/** Reads the profile: names, e-mail and the current consents. */
export async function readProfile({ pool }: AccountDeps, userId: string): Promise<Profile> {
  const player = await requirePlayer(pool, userId);
  return {
    username: player.username,
    firstname: player.firstname,
    lastname: player.lastname,
    email: player.email,
    consents: toProfileConsents(await readConsents(pool, userId)),
  };
}

/** Reads the account: the facts that the profile does not hold. `previousSignIn` is that of the caller's session. */
export async function readAccount(
  { pool, now }: AccountDeps,
  caller: { readonly userId: string; readonly sessionHash: string },
): Promise<Account> {
  const player = await requirePlayer(pool, caller.userId);
  const { rows } = await pool.query<AdminSessionRow & { previous_sign_in: Date | null }>(
    `SELECT s.previous_sign_in, a.password_due, s.factor_at, f.user_id IS NOT NULL AS has_factor
     FROM session s LEFT JOIN admin a USING (user_id) LEFT JOIN second_factor f USING (user_id) WHERE s.session_hash = $1`,
    [caller.sessionHash],
  );
  return {
    userId: player.user_id,
    role: player.role,
    emailActivated: player.email_activated_at !== null,
    verification: player.verification,
    ...(player.person_id !== null && player.verification !== 'verified' && { secondAccount: true }),
    protection: protectionAt(player, now()),
    language: player.language,
    phone: player.phone,
    memberSince: player.created_at.toISOString(),
    previousSignIn: rows[0]?.previous_sign_in?.toISOString() ?? null,
    ...(player.role === 'admin' && rows[0] !== undefined && adminDues(rows[0])),
  };
}

interface AdminSessionRow {
  readonly password_due: boolean | null;
  readonly factor_at: Date | null;
  readonly has_factor: boolean;
}

/** What an admin has to do in this session before anything else. */
function adminDues({ password_due: isPasswordDue, factor_at: factorAt, has_factor: hasFactor }: AdminSessionRow): Pick<Account, 'ownPasswordDue' | 'secondFactor'> {
  if (isPasswordDue === true) return { ownPasswordDue: true };
  if (!hasFactor) return { secondFactor: 'needed' };
  return factorAt === null ? { secondFactor: 'due' } : {};
}
