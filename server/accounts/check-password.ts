/** Looking at a password that somebody gives: counted, slowed down, and one run of the hasher whoever it is. */
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { clearFailures, takeTry, tooMany } from './attempts';
import { hasherOf } from './password-hasher';
import type { PlayerRow } from './player';
import { secretHash } from './secrets';

/** A name without an account is counted as well, or a delay would tell that there is one. */
export function unknownSubject(name: string): string {
  return `name:${secretHash(name.trim().toLowerCase())}`;
}

/** Whom the failures of an account are counted as. */
export function failureSubject({ user_id: userId }: Pick<PlayerRow, 'user_id'>): string {
  return `player:${userId}`;
}

export const doNotFit = (): ProblemError => new ProblemError('invalid-credentials', 'That username and password do not go together.');

/**
 * Exactly one run of the hasher, whether or not there is a player. Gives the userId back. Throws 401
 * `invalid-credentials` (`refusal`, where other words fit better), 429 with Retry-After, 403 for a closed account.
 */
export async function checkPassword(
  platform: Platform,
  player: PlayerRow | undefined,
  password: string,
  subjectWithoutAccount: string,
  refusal: () => ProblemError = doNotFit,
): Promise<string> {
  const subject = player === undefined ? subjectWithoutAccount : failureSubject(player);
  const wait = await takeTry(platform.pool, subject, platform.now());
  if (wait !== null) throw tooMany(wait);
  const fits = await hasherOf(platform).fits(player?.password_hash ?? null, password);
  if (!fits || player === undefined) throw refusal();
  if (player.closed_at !== null) throw new ProblemError('account-closed', 'This account is closed.');
  await clearFailures(platform.pool, subject);
  return player.user_id;
}

/**
 * The same for somebody who is signed in and gives the password in a form: said at its field. Gives the player back, as
 * it was when the password was looked at.
 */
export async function checkOwnPassword(platform: Platform, player: PlayerRow, password: string, field: string): Promise<void> {
  const message = 'This is not your password.';
  await checkPassword(platform, player, password, failureSubject(player), () =>
    new ProblemError('invalid-credentials', message, { detail: message, errors: [{ field, message }] }),
  );
}
