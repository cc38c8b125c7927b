import type { FastifyRequest } from 'fastify';
import * as contract from '../../src/core/contract/auth';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import { transaction } from '../db/transaction';
import { recordTraces } from '../four-eyes';
import { addressSubject } from '../http/addresses';
import { clearSession, issueSession } from '../http/browser-session';
import { BINDING_COOKIE, DEVICE_COOKIE, readCookie } from '../http/cookies';
import { sessionIdOf } from '../http/guards';
import { ProblemError } from '../http/problem';
import type { Router } from '../http/router';
import { measure } from '../measurements';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { activateEmail } from './activation';
import { ADDRESS_REVOCATION_LIMIT } from './attempt-limits';
import { maskEmail } from './names';
import { readRequestPlace } from './request-place';
import { resendActivationMail } from './resend-activation';
import { endSession, isBoundBy } from './sessions';
import type { Device } from './sessions';
import { confirmPassword, signIn } from './sign-in';
import { signUp } from './sign-up';

/** Registers the calls for signing up, in and out, and for confirming the e-mail address. */
export function registerAuth(router: Router, platform: Platform): void {
  router.onPublic(contract.signUp, async ({ body, place, request, reply }) => {
    const { userId, ...session } = await signUp(platform, body, readDevice(request), place);
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId };
  }, { lane: 'sign-up' });

  router.onPublic(contract.signIn, async ({ body, caller, request, reply }) => {
    const replacedSessionHash = caller?.isBound === true ? caller.sessionHash : null;
    const { userId, ...session } = await measureSignIn(signIn(platform, body, readDevice(request), replacedSessionHash));
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId, previousSignIn: session.previousSignIn?.toISOString() ?? null };
  }, { lane: 'sign-in' });

  router.onPublic(contract.signOut, async ({ request, reply }) => {
    const sessionId = sessionIdOf(request);
    if (sessionId === null) return undefined;
    const sessionHash = secretHash(sessionId);
    await endSession(platform.pool, sessionHash, 'signed-out', platform.now());
    // The browser keeps its cookies where they belong to another session, also where this one had ended before.
    if (await isBoundBy(platform.pool, sessionHash, readCookie(request, BINDING_COOKIE))) clearSession(reply, platform);
    return undefined;
  });

  router.onPublic(contract.revokeByHash, async ({ body, request }) => {
    const { pool, now } = platform;
    if (await endSession(pool, body.hash, 'signed-out', now())) return undefined;
    const waitSeconds = await countAttempt(pool, ADDRESS_REVOCATION_LIMIT, addressSubject(request.callerAddress), now());
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
    return undefined;
  });

  router.on(contract.confirmPassword, async ({ caller, body }) => {
    await confirmPassword(platform, caller, body.password);
    return undefined;
  }, { lane: 'slow' });

  router.onPublic(contract.activateEmail, async ({ body, caller, request }) => {
    await transaction(platform.pool, async (tx) => {
      const userId = await activateEmail(tx, platform, body.token, caller?.userId ?? null);
      // The person who opens an admin's link here counts as that admin, even without a session.
      await recordTraces(tx, userId, readDevice(request), platform.now());
    });
    return undefined;
  });

  router.on(contract.resendActivation, async ({ params }) => {
    const email = await transaction(platform.pool, (tx) => resendActivationMail(tx, platform, params.userId));
    return { sentTo: maskEmail(email) };
  });
}

/** Reads the device that a request comes from. */
export function readDevice(request: FastifyRequest): Device {
  return {
    userAgent: request.headers['user-agent'] ?? '',
    address: request.callerAddress,
    place: readRequestPlace(request),
    cookie: readCookie(request, DEVICE_COOKIE),
  };
}

/** Measures how a sign-in ends. */
async function measureSignIn<T>(attempt: Promise<T>): Promise<T> {
  try {
    const result = await attempt;
    measure('sign-in.ended', { outcome: 'ok' });
    return result;
  } catch (error) {
    measure('sign-in.ended', { outcome: error instanceof ProblemError ? error.code : 'failed' });
    throw error;
  }
}
