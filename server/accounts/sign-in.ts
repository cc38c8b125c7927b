/** Signing in, and giving the password again. Whoever asks learns nothing about which accounts there are. */
import type { Proof } from '../../src/core/contract/proof-of-work';
import { transaction } from '../db/transaction';
import { noteHints } from '../lookalikes';
import type { Platform } from '../platform';
import { newSecret } from '../secrets';
import { SIGN_INS, enter, leave } from './busy-gate';
import { checkPassword, doNotFit, isUnchanged, nameSubject } from './check-password';
import { hasOneTimePassword, useUpOneTime } from './first-admin';
import type { Trier } from './guesses';
import { findKnownDevice } from './known-devices';
import { sendNewDeviceMail } from './mails/password-mails';
import { hasherOf } from './password-hasher';
import { findPlayer, findPlayerByName } from './player';
import type { PlayerRow } from './player';
import { endSession, openSession } from './sessions';
import type { Device, NewSession } from './sessions';
import { placeWords } from './whereabouts';

export interface SignedIn extends NewSession {
  readonly userId: string;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** See `busy-gate.ts`; needed from an address with many failures. */
  readonly proof?: Proof | undefined;
}

/**
 * Checks name and password and opens a session. `replaces` is the hash of the session the same browser had open: it
 * ends. Throws 401 `invalid-credentials`, the same for a wrong password and for an unknown name, and 429 with
 * Retry-After.
 */
export async function signIn(
  platform: Platform,
  { username, password, proof }: Credentials,
  device: Device,
  replaces: string | null,
): Promise<SignedIn> {
  const player = await findPlayerByName(platform.pool, username);
  const trier = await trierOf(platform, player, username, device);
  if (trier.kind === 'stranger') await enter(platform, SIGN_INS, { address: device.address, about: username.trim().toLowerCase(), proof });
  const userId = await checkPassword(platform, player, password, trier);
  if (trier.kind === 'stranger') await leave(platform, SIGN_INS, device.address);
  const unusable = await unusableHash(platform, player);
  return transaction(platform.pool, async (tx) => {
    const seen = player?.password_hash ?? '';
    const isUsedUp = unusable !== null && (await useUpOneTime(tx, { userId, now: platform.now(), seen, unusable }));
    // Where it was changed, or the account closed, in the meantime, no session may come of it: those that there were have
    // just been ended.
    if (!isUsedUp && !(await isUnchanged(tx, { user_id: userId, password_hash: seen }))) throw doNotFit();
    if (replaces !== null) await endSession(tx, replaces, 'signed-out', platform.now());
    const session = await openSession(tx, platform, userId, device);
    await noteHints(tx, userId, device.cookie ?? null, platform.now());
    if (session.isNewDevice) {
      const place = device.place === undefined ? null : placeWords(device.place);
      await sendNewDeviceMail(tx, platform, { userId, userAgent: device.userAgent, place });
    }
    return { userId, ...session };
  });
}

/** A browser that this player has signed in with is known; anybody else is a stranger in some network. */
async function trierOf({ pool, now }: Platform, player: PlayerRow | undefined, username: string, device: Device): Promise<Trier> {
  const name = nameSubject(username);
  const deviceHash = await findKnownDevice(pool, player?.user_id ?? name, device, now());
  if (player === undefined || deviceHash === null) return { kind: 'stranger', name, address: device.address };
  return { kind: 'device', userId: player.user_id, deviceHash };
}

/** For somebody who signs in with what the start printed: the hash of a password that nobody has. Null for everybody else. */
async function unusableHash(platform: Platform, player: PlayerRow | undefined): Promise<string | null> {
  if (player?.role !== 'admin' || !(await hasOneTimePassword(platform, player.user_id))) return null;
  return hasherOf(platform).hash(newSecret(platform), { lane: 'player', account: player.user_id });
}

/**
 * Renews the session for money and play once the player has given the password again. Throws as `signIn`, and 429 after many in
 * a minute, right or wrong.
 */
export async function confirmPassword(
  platform: Platform,
  caller: { readonly userId: string; readonly sessionHash: string },
  password: string,
): Promise<void> {
  const player = await findPlayer(platform.pool, caller.userId);
  await checkPassword(platform, player, password, { kind: 'session', userId: caller.userId, sessionHash: caller.sessionHash });
  await platform.pool.query('UPDATE session SET last_action_at = $2, last_seen_at = $2, password_at = $2 WHERE session_hash = $1', [
    caller.sessionHash,
    platform.now(),
  ]);
}
