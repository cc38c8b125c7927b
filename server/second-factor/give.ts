/** Checks the code that an admin gives for a session. No answer says what was wrong with it. */
import { DAY_MS, HOUR_MS } from '../../src/core/time';
import { clearFailures, takeAttempt } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Caller } from '../http/router';
import type { Platform } from '../platform';
import { countAttempt, tooManyAttempts, uncountAttempt } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { sendFactorMail } from './factor-mails';
import { readFactor, recordGiven, useRecoveryCode, useStep } from './rows';
import type { StoredFactor } from './rows';
import { findSteps, isAppCode } from './totp';

/**
 * Codes of the app that strangers may try for an admin in a day, on top of the delays: with three codes that work at a time they find one
 * in 10,000 of a day's tries. Recovery codes can't be guessed, so the admin gets in by those meanwhile.
 */
export const CODE_GUESS_LIMIT: AttemptLimit = { kind: 'factor-guesses', limit: 30, windowMs: DAY_MS };
/** Nobody mistypes a code so often in an hour, so the admin gets a mail about it, at most once a day. */
const WRONG_LIMIT: AttemptLimit = { kind: 'factor-wrong', limit: 5, windowMs: HOUR_MS };
const NOTICE_LIMIT: AttemptLimit = { kind: 'factor-notice', limit: 1, windowMs: DAY_MS };

const WRONG = 'This code does not work. Take the newest code of your app, or a recovery code that you have not used.';

export function wrongCode(): ProblemError {
  return new ProblemError('invalid-credentials', 'This code does not work.', { detail: WRONG, errors: [{ field: 'code', message: WRONG }] });
}

export const factorNeeded = (): ProblemError => new ProblemError('second-factor-needed', 'Set up your second factor first.');

/**
 * A session that has given the second factor before is the admin's own, and counts for itself: whoever knows the password alone can't keep
 * the admin from what they are doing.
 */
const subjectOf = ({ userId, sessionHash, factorAt }: Caller): string => (factorAt === null ? `factor:${userId}` : `factor-session:${sessionHash}`);

/**
 * Accepts a code for the caller's session. Returns how many recovery codes are left after one was used; null after a code of the app. Throws
 * 401 `invalid-credentials`, 429 with Retry-After, and 403 `second-factor-needed` where there is no second factor.
 */
export async function giveFactor(platform: Platform, caller: Caller, code: string): Promise<number | null> {
  const factor = await readFactor(platform.pool, platform.fieldKeys, caller.userId);
  if (factor === null) throw factorNeeded();
  const at = platform.now();
  const subject = subjectOf(caller);
  await countTry(platform, subject, code, at);
  const codesLeft = await useCode(platform, caller, factor, code);
  if (codesLeft === 'wrong') {
    await noticeWrongCodes(platform, caller.userId);
    throw wrongCode();
  }
  await clearFailures(platform.pool, subject);
  if (isAppCode(code)) await uncountAttempt(platform.pool, CODE_GUESS_LIMIT, subject, at);
  return codesLeft;
}

/** Counts a try before the code is looked at, so that tries at the same moment can't exceed the limit. */
async function countTry({ pool }: Platform, subject: string, code: string, at: Date): Promise<void> {
  const waitSeconds = await takeAttempt(pool, subject, at);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  const guessSeconds = isAppCode(code) ? await countAttempt(pool, CODE_GUESS_LIMIT, subject, at) : null;
  if (guessSeconds !== null) throw tooManyAttempts(guessSeconds, 'Too many codes of the app were wrong today. Use a recovery code.');
}

async function useCode(platform: Platform, { userId, sessionHash }: Caller, factor: StoredFactor, code: string): Promise<number | null | 'wrong'> {
  return transaction(platform.pool, async (tx) => {
    const at = platform.now();
    const codesLeft = isAppCode(code) ? await useAppCode(tx, userId, factor, code, at) : await useRecoveryCode(tx, userId, code, at);
    if (codesLeft === 'wrong' || (codesLeft === null && !isAppCode(code))) return 'wrong';
    if (!(await recordGiven(tx, sessionHash, at))) throw new ProblemError('unauthorised', 'Sign in first.');
    if (codesLeft === null) return null;
    await writeAudit(tx, { at, userId, action: 'recovery-code-used', subject: userId, before: null, after: { codesLeft } });
    await sendFactorMail(tx, platform, userId, 'code-used');
    return codesLeft;
  });
}

async function useAppCode(tx: Parameters<typeof useStep>[0], userId: string, factor: StoredFactor, code: string, at: Date): Promise<null | 'wrong'> {
  for (const step of findSteps(factor.secret, code, at)) if (await useStep(tx, userId, factor, step)) return null;
  return 'wrong';
}

/** Tells the admin and the log of many wrong codes or passkeys: whoever gives them has signed in with the password. */
export async function noticeWrongCodes(platform: Platform, userId: string): Promise<void> {
  const at = platform.now();
  if ((await countAttempt(platform.pool, WRONG_LIMIT, userId, at)) === null) return;
  await transaction(platform.pool, async (tx) => {
    if ((await countAttempt(tx, NOTICE_LIMIT, userId, at)) !== null) return;
    platform.log('second-factor.guessed', { alert: true, adminId: userId });
    await sendFactorMail(tx, platform, userId, 'guessed');
  });
}
