/** Signs players in and confirms their passwords. No answer reveals which accounts exist. */
import type { Proof } from '../../src/core/contract/proof-of-work';
import { transaction } from '../db/transaction';
import { requestSettling, settleLookalikes, storeSearchKeys } from '../lookalikes';
import type { Platform } from '../platform';
import { newSecret } from '../secrets';
import { SIGN_IN_GATE, passGate, uncountCall } from './busy-gate';
import { checkPassword, isPasswordUnchanged, nameSubject, wrongCredentials } from './check-password';
import { hasOneTimePassword, useOneTimePassword } from './first-admin';
import type { AttemptSource } from './guesses';
import { findKnownDevice } from './known-devices';
import { sendNewDeviceMail } from './mails/password-mails';
import { getHasher } from './password-hasher';
import { findPlayer, findPlayerByName } from './player';
import type { PlayerRow } from './player';
import { endSession, openSession } from './sessions';
import type { Device, NewSession } from './sessions';
import { formatPlace } from './place-text';

export interface SignInResult extends NewSession {
  readonly userId: string;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
  /** A solved puzzle (`busy-gate.ts`), which an address with many failures needs. */
  readonly proof?: Proof | undefined;
}

/**
 * Checks name and password and opens a session. `replacedSessionHash` is the browser's earlier session, which ends. Throws 401
 * `invalid-credentials`, the same for a wrong password and an unknown name, and 429 with Retry-After.
 */
export async function signIn(
  platform: Platform,
  { username, password, proof }: Credentials,
  device: Device,
  replacedSessionHash: string | null,
): Promise<SignInResult> {
  const player = await findPlayerByName(platform.pool, username);
  const source = await findAttemptSource(platform, player, username, device);
  if (source.kind === 'stranger') await passGate(platform, SIGN_IN_GATE, { address: device.address, topic: username.trim().toLowerCase(), proof });
  const userId = await checkPassword(platform, player, password, source);
  if (source.kind === 'stranger') await uncountCall(platform, SIGN_IN_GATE, device.address);
  const unusableHash = await makeUnusableHash(platform, player);
  const result = await transaction(platform.pool, async (tx) => {
    const checkedHash = player?.password_hash ?? '';
    const isOneTimeUsed = unusableHash !== null && (await useOneTimePassword(tx, { userId, now: platform.now(), checkedHash, unusableHash }));
    // A new password or a closed account in the meantime has just ended all sessions, so no new one may begin.
    if (!isOneTimeUsed && !(await isPasswordUnchanged(tx, { user_id: userId, password_hash: checkedHash }))) throw wrongCredentials();
    if (replacedSessionHash !== null) await endSession(tx, replacedSessionHash, 'signed-out', platform.now());
    const session = await openSession(tx, platform, userId, device);
    const haveKeysChanged = await storeSearchKeys(tx, userId, session.deviceSecret, platform.now());
    // An identity check that was required may not be required any more, because somebody's break has ended since the last sign-in.
    if (haveKeysChanged || (player?.identity_check ?? null) !== null) await requestSettling(tx, [userId], platform.now());
    if (session.isNewDevice) {
      const place = device.place === undefined ? null : formatPlace(device.place);
      await sendNewDeviceMail(tx, platform, { userId, userAgent: device.userAgent, place });
    }
    return { userId, ...session };
  });
  await settleLookalikes(platform, [userId]);
  return result;
}

/** Finds the source of the attempt: a browser that this player has signed in with, or a stranger in a network. */
async function findAttemptSource({ pool, now }: Platform, player: PlayerRow | undefined, username: string, device: Device): Promise<AttemptSource> {
  const name = nameSubject(username);
  const deviceHash = await findKnownDevice(pool, player?.user_id ?? name, device, now());
  if (player === undefined || deviceHash === null) return { kind: 'stranger', name, address: device.address };
  return { kind: 'device', userId: player.user_id, deviceHash };
}

/** Makes the hash of a password that nobody knows, to replace the printed one; null for everybody without a printed password. */
async function makeUnusableHash(platform: Platform, player: PlayerRow | undefined): Promise<string | null> {
  if (player?.role !== 'admin' || !(await hasOneTimePassword(platform, player.user_id))) return null;
  return getHasher(platform).hash(newSecret(platform), { lane: 'player', account: player.user_id });
}

/**
 * Renews the session for money and play after the player gave the password again. Throws as `signIn`, and 429 after many
 * passwords in a minute, right or wrong.
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
