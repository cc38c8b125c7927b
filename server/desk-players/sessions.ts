/** Signs a player out everywhere, and sends the mail that confirms the address again. */
import { endSessionsByTeam, resendActivationMail } from '../accounts';
import type { Platform } from '../platform';
import { actOnPlayer } from './act';
import type { Actor } from './act';
import { sendSignedOutMail } from './mails';
import { SIGN_OUT_LIMIT, countToldAct } from './told-limits';

/** Throws as `actOnPlayer`, and `too-many-requests`. Returns how many sessions ended; where there were none, no mail goes. */
export function signOut(platform: Platform, actor: Actor, reason: string): Promise<{ ended: number }> {
  const { adminId, playerId: userId } = actor;
  return actOnPlayer(platform, actor, 'player-signed-out', async (tx, at) => {
    const ended = await endSessionsByTeam(tx, userId, at);
    if (ended > 0) {
      await countToldAct(tx, SIGN_OUT_LIMIT, { adminId, playerId: userId, at });
      await sendSignedOutMail(tx, platform, { userId, reason });
    }
    return { answer: { ended }, before: null, after: { sessions: ended, reason } };
  });
}

/** Throws as `actOnPlayer`, `conflict` where the address is confirmed, and 429 after many mails. */
export function resendActivation(platform: Platform, actor: Actor): Promise<undefined> {
  return actOnPlayer(platform, actor, 'player-mail-resent', async (tx) => {
    await resendActivationMail(tx, platform, actor.playerId);
    return { answer: undefined, before: null, after: { mail: 'activation' } };
  });
}
