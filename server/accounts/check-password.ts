/** Looking at a password that somebody gives: counted, slowed down, and one run of the hasher whoever it is. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { noteStrangersFailure } from './guess-notice';
import { takeGuess } from './guesses';
import type { Trier } from './guesses';
import { hasherOf } from './password-hasher';
import type { HashPlace } from './password-hasher';
import type { PlayerRow } from './player';

/**
 * Whom the tries of strangers are counted as: the name as they typed it, as `findPlayerByName` compares it. A name without an
 * account is counted as well, or a delay would tell that there is one.
 */
export function nameSubject(name: string): string {
  return `name:${secretHash(name.trim().toLowerCase())}`;
}

/** Whom the failures of an account are counted as where nobody is told of it. */
function failureSubject({ user_id: userId }: Pick<PlayerRow, 'user_id'>): string {
  return `player:${userId}`;
}

export const doNotFit = (): ProblemError => new ProblemError('invalid-credentials', 'That username and password do not go together.');

/**
 * Exactly one run of the hasher, whether or not there is a player. Gives the userId back. Throws 401
 * `invalid-credentials` (`refusal`, where other words fit better), 429 and 503 with Retry-After, 403 for a closed account.
 */
export async function checkPassword(
  platform: Platform,
  player: PlayerRow | undefined,
  password: string,
  trier: Trier,
  refusal: () => ProblemError = doNotFit,
): Promise<string> {
  const taken = await takeGuess(platform.pool, trier, platform.now());
  // Strangers wait for strangers: whoever is known has a queue that no flood of sign-ins fills.
  const place: HashPlace = trier.kind === 'stranger' ? { lane: 'sign-in', account: trier.name } : { lane: 'player', account: trier.userId };
  const fits = await hasherOf(platform).fits(player?.password_hash ?? null, password, place).catch(async (error: unknown) => {
    // Too many wait: nothing was looked at, so nobody has guessed.
    await taken.takeBack();
    throw error;
  });
  if (!fits && trier.kind === 'stranger') await noteStrangersFailure(platform, player === undefined ? trier.name : failureSubject(player), player);
  if (!fits || player === undefined) throw refusal();
  if (player.closed_at !== null) throw new ProblemError('account-closed', 'This account is closed.');
  await taken.giveBack();
  return player.user_id;
}

/**
 * The same for somebody who is signed in and gives the password in a form: said at its field. Wrong ones count in this session,
 * all of them in this account.
 */
export async function checkOwnPassword(
  platform: Platform,
  player: PlayerRow,
  given: { readonly password: string; readonly sessionHash: string; readonly field: string },
): Promise<void> {
  const { password, sessionHash, field } = given;
  await checkPassword(platform, player, password, { kind: 'session', userId: player.user_id, sessionHash }, () => notYours(field));
}

/** 401 `invalid-credentials`, said at the field. */
function notYours(field: string): ProblemError {
  const message = 'This is not your password.';
  return new ProblemError('invalid-credentials', message, { detail: message, errors: [{ field, message }] });
}

/**
 * Looking at a password takes long. Throws as `checkOwnPassword` where it was changed, or the account closed, in the
 * meantime: whoever asks may not be the player any more. Otherwise neither happens before the transaction ends.
 */
export async function requireStillOwn(tx: PoolClient, player: PlayerRow, field: string): Promise<void> {
  if (!(await isUnchanged(tx, player))) throw notYours(field);
}

/** The player's row is kept until the transaction ends. */
export async function isUnchanged(tx: PoolClient, { user_id: userId, password_hash: hash }: Pick<PlayerRow, 'user_id' | 'password_hash'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM player WHERE user_id = $1 AND password_hash = $2 AND closed_at IS NULL FOR SHARE',
    [userId, hash],
  );
  return rowCount === 1;
}
