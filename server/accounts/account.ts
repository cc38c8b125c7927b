/** What a player is told about their own account. */
import type { Account, Profile } from '../../src/core/contract/player';
import { protectionAt } from '../ledger/protection-state';
import type { Platform } from '../platform';
import { readStanding, toProfile } from './consents';
import { findPlayer } from './player';
import type { PlayerRow } from './player';

type Reads = Pick<Platform, 'pool' | 'now'>;

/** ETag of a player's profile, from one row. */
export async function profileTag({ pool }: Reads, userId: string): Promise<string> {
  const { rows } = await pool.query<{ version: number }>('SELECT version FROM player WHERE user_id = $1', [userId]);
  return `p${rows[0]?.version ?? 0}`;
}

/** The profile to the letter: names, e-mail and the consents that hold. */
export async function readProfile({ pool }: Reads, userId: string): Promise<Profile> {
  const player = await mustFind(pool, userId);
  return {
    username: player.username,
    firstname: player.firstname,
    lastname: player.lastname,
    email: player.email,
    consents: toProfile(await readStanding(pool, userId)),
  };
}

/** What the profile does not say; `previousSignIn` is the session's. */
export async function readAccount(
  { pool, now }: Reads,
  caller: { readonly userId: string; readonly sessionHash: string },
): Promise<Account> {
  const player = await mustFind(pool, caller.userId);
  const { rows } = await pool.query<{ previous_sign_in: Date | null; password_due: boolean | null }>(
    'SELECT s.previous_sign_in, a.password_due FROM session s LEFT JOIN admin a USING (user_id) WHERE s.session_hash = $1',
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
    ...(player.role === 'admin' && rows[0]?.password_due === true && { ownPasswordDue: true }),
  };
}

async function mustFind(pool: Platform['pool'], userId: string): Promise<PlayerRow> {
  const player = await findPlayer(pool, userId);
  if (player === undefined) throw new Error('a session belongs to a player');
  return player;
}
