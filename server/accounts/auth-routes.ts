import type { FastifyRequest } from 'fastify';
import * as contract from '../../src/core/contract/auth';
import { countAttempt, tooManyAttempts } from '../attempts';
import { transaction } from '../db/transaction';
import { addressSubject } from '../http/addresses';
import { clearSession, issueSession } from '../http/browser-session';
import { DEVICE_COOKIE, readCookie } from '../http/cookies';
import { sessionIdOf } from '../http/guards';
import { ProblemError } from '../http/problem';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { activateEmail } from './activation';
import { ACTIVATION_MAILS_A_DAY, ACTIVATION_MAILS_OF_PLAYER, REVOCATIONS_OF_ADDRESS } from './attempts';
import { sendActivationMail } from './mails/address-mails';
import { maskEmail } from './names';
import { placeOfRequest } from './place-of-request';
import { findPlayer } from './player';
import { endSession } from './sessions';
import type { Device } from './sessions';
import { confirmPassword, signIn } from './sign-in';
import { signUp } from './sign-up';

/** Signing up, in and out, and what belongs to the e-mail address. */
export function registerAuth(router: Router, platform: Platform): void {
  router.open(contract.signUp, async ({ body, place, request, reply }) => {
    const { userId, ...session } = await signUp(platform, body, deviceOf(request), place);
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId };
  });

  router.open(contract.signIn, async ({ body, caller, request, reply }) => {
    const replaces = caller?.isBound === true ? caller.sessionHash : null;
    const { userId, ...session } = await signIn(platform, body, deviceOf(request), replaces);
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId, previousSignIn: session.previousSignIn?.toISOString() ?? null };
  });

  router.open(contract.signOut, async ({ caller, request, reply }) => {
    const sessionId = sessionIdOf(request);
    if (sessionId !== null) await endSession(platform.pool, secretHash(sessionId), 'signed-out', platform.now());
    // The cookies of this browser stay where they belong to another session than the one that ended.
    if (caller === null || caller.isBound) clearSession(reply, platform);
    return undefined;
  });

  router.open(contract.revokeByHash, async ({ body, request }) => {
    const { pool, now } = platform;
    if (await endSession(pool, body.hash, 'signed-out', now())) return undefined;
    const wait = await countAttempt(pool, REVOCATIONS_OF_ADDRESS, addressSubject(request.callerAddress), now());
    if (wait !== null) throw tooManyAttempts(wait);
    return undefined;
  });

  router.on(contract.confirmPassword, async ({ caller, body }) => {
    await confirmPassword(platform, caller, body.password);
    return undefined;
  });

  router.open(contract.activateEmail, async ({ body, caller }) => {
    await transaction(platform.pool, (tx) => activateEmail(tx, platform, body.token, caller?.userId ?? null));
    return undefined;
  });

  router.on(contract.resendActivation, async ({ params }) => {
    const player = await findPlayer(platform.pool, params.userId);
    if (player === undefined) throw new Error('a session belongs to a player');
    if (player.email_activated_at !== null) {
      throw new ProblemError('conflict', 'Your e-mail address is confirmed already.');
    }
    await transaction(platform.pool, async (tx) => {
      const now = platform.now();
      const wait =
        (await countAttempt(tx, ACTIVATION_MAILS_OF_PLAYER, player.user_id, now)) ??
        (await countAttempt(tx, ACTIVATION_MAILS_A_DAY, player.user_id, now));
      if (wait !== null) throw tooManyAttempts(wait, 'We have sent you several mails. Look at your spam folder, too.');
      await sendActivationMail(tx, platform, { userId: player.user_id, email: player.email, firstname: player.firstname });
    });
    return { sentTo: maskEmail(player.email) };
  });
}

/** Where a request to sign in comes from. */
export function deviceOf(request: FastifyRequest): Device {
  return {
    userAgent: request.headers['user-agent'] ?? '',
    address: request.callerAddress,
    place: placeOfRequest(request),
    cookie: readCookie(request, DEVICE_COOKIE),
  };
}
