/** Opening an account. Everything that can be refused is, before a row exists. */
import type { SignUpBody, signUp as signUpEndpoint } from '../../src/core/contract/auth';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { toE164 } from '../../src/core/phone';
import { countAttempt, secondsUntilFree, tooManyAttempts } from '../attempts';
import { errorCode } from '../db/errors';
import { transaction } from '../db/transaction';
import { addressSubject } from '../http/addresses';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import { noteHints } from '../lookalikes';
import { isOfAge } from '../place/age';
import { UNKNOWN_RESIDENT, assertPlaceServed } from '../place/guard';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { SIGN_UPS_WITH_KNOWN_EMAIL } from './attempts';
import { SIGN_UPS, enter, weigh } from './busy-gate';
import { passwordWeakness } from './common-passwords';
import { giveConsents } from './consents';
import { sendActivationMail } from './mails/address-mails';
import { normaliseEmail, usernameKey } from './names';
import { hasherOf } from './password-hasher';
import { HAS_ITS_EMAIL } from './player';
import { openedByTheSame } from './repeated-sign-up';
import { openSession } from './sessions';
import type { Device, NewSession } from './sessions';

const UNIQUE_VIOLATION = '23505';
/** What an e-mail that is known counts for in the gate, beside the sign-up itself. */
const KNOWN_EMAIL_WEIGHT = 3;

interface Names {
  readonly email: string;
  readonly username: string;
}

const pairOf = (email: string, address: string): string => `${secretHash(email)}@${addressSubject(address)}`;

export interface OpenedAccount extends NewSession {
  readonly userId: string;
}

const atField = (field: string, message: string) => ({ detail: message, errors: [{ field, message }] });

function emailTaken(): ProblemError {
  const message = 'This e-mail has an account already. Sign in instead.';
  return new ProblemError('email-taken', 'There is an account already', atField('email', message));
}

function usernameTaken(): ProblemError {
  const message = 'Somebody has this username already. Choose another.';
  return new ProblemError('username-taken', 'This username is taken', atField('username', message));
}

/**
 * Opens an account and its first session: player, consents, activation mail and session are one transaction. The same
 * sign-up again within two minutes opens nothing: it gets a session of the account that it has opened.
 * Throws the refusals of the contract: place-not-served, under-age, weak-password, email-taken, username-taken,
 * too-many-requests, proof-of-work.
 */
export async function signUp(platform: Platform, body: BodyOf<typeof signUpEndpoint>, device: Device, place: CallerPlace): Promise<OpenedAccount> {
  assertPlaceServed(UNKNOWN_RESIDENT, place, platform.now());
  const email = normaliseEmail(body.email);
  refuseUnderAge(body.dateOfBirth, platform.now(), rulesFor(UNKNOWN_RESIDENT.state, place).minimumAge);
  refuseWeakPassword({ ...body, email });
  const names = { email, username: usernameKey(body.username) };
  const { address } = device;
  const waits = await secondsUntilFree(platform.pool, SIGN_UPS_WITH_KNOWN_EMAIL, pairOf(email, address), platform.now());
  if (waits !== null) throw tooManyAttempts(waits);
  await enter(platform, SIGN_UPS, { address, about: email, proof: body.proof });
  const whoHasThem = () => refuseKnownNames(platform, names, body.password, address);
  const before = await whoHasThem();
  if (before !== null) return enterAgain(platform, before, device);
  const passwordHash = await hasherOf(platform).hash(body.password, { lane: 'sign-up', account: email });
  try {
    return await transaction(platform.pool, async (tx) => {
      const userId = newId(platform);
      const now = platform.now();
      await tx.query(
        `INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, date_of_birth,
                             phone, terms_accepted_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
        [
          userId, body.username, names.username, email, passwordHash, body.firstname, body.lastname,
          body.dateOfBirth, toE164(body.phone), now,
        ],
      );
      await giveConsents(tx, userId, body.consents.map((tag) => ({ tag, at: now })), 'sign-up');
      await sendActivationMail(tx, platform, { userId, email, firstname: body.firstname });
      const session = await openSession(tx, platform, userId, device);
      await noteHints(tx, userId, device.cookie ?? null, now);
      return { userId, ...session };
    });
  } catch (error) {
    // Two sign-ups at the same moment: the second finds the name taken when it writes.
    const winner = errorCode(error) === UNIQUE_VIOLATION ? await whoHasThem() : null;
    if (winner === null) throw error;
    return enterAgain(platform, winner, device);
  }
}

async function enterAgain(platform: Platform, userId: string, device: Device): Promise<OpenedAccount> {
  return { userId, ...(await transaction(platform.pool, (tx) => openSession(tx, platform, userId, device))) };
}

function refuseUnderAge(dateOfBirth: string, now: Date, minimumAge: number): void {
  if (isOfAge(dateOfBirth, now.getTime(), minimumAge)) return;
  const message = `You must be ${minimumAge} or older to open an account.`;
  throw new ProblemError('under-age', `You must be ${minimumAge} or older`, atField('dateOfBirth', message));
}

function refuseWeakPassword(body: SignUpBody): void {
  const weakness = passwordWeakness(body.password, body);
  if (weakness === null) return;
  throw new ProblemError('weak-password', 'Choose another password', atField('password', weakness));
}

/**
 * Refuses names that somebody has. A known e-mail is said to be known, five times an hour to one address: then it is the pair
 * of the two that waits, not everybody behind a carrier's address. Whoever tries out many e-mails fills the gate faster with each
 * that is known: 60 an hour from one address, each after a puzzle. Gives back the player when it is this very sign-up that has
 * taken the names a moment ago, null when they are free.
 */
async function refuseKnownNames(platform: Platform, names: Names, password: string, address: string): Promise<string | null> {
  const { pool } = platform;
  const { rows } = await pool.query<{ same_email: boolean }>(
    `SELECT email = $1 AND ${HAS_ITS_EMAIL} AS same_email FROM player WHERE (email = $1 AND ${HAS_ITS_EMAIL}) OR username_key = $2`,
    [names.email, names.username],
  );
  if (rows.length === 0) return null;
  const same = await openedByTheSame(platform, names, password, 'sign-up');
  if (same !== null) return same;
  if (!rows.some((row) => row.same_email)) throw usernameTaken();
  const now = platform.now();
  const pair = pairOf(names.email, address);
  const isNew = (await secondsUntilFree(pool, { ...SIGN_UPS_WITH_KNOWN_EMAIL, limit: 1 }, pair, now)) === null;
  const over = await countAttempt(pool, SIGN_UPS_WITH_KNOWN_EMAIL, pair, now);
  if (over !== null) throw tooManyAttempts(over);
  if (isNew) await weigh(platform, SIGN_UPS, address, KNOWN_EMAIL_WEIGHT);
  throw emailTaken();
}
