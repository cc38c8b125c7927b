/** Opens accounts. All refusals come before the first row is written. */
import type { PoolClient } from 'pg';
import type { signUp as signUpEndpoint } from '../../src/core/contract/auth';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { toE164 } from '../../src/core/phone';
import { countAttempt, secondsUntilFree, tooManyAttempts } from '../rate-limits/attempts';
import { isUniqueViolation } from '../db/errors';
import { insertRow } from '../db/statement';
import { transaction } from '../db/transaction';
import { addressSubject } from '../http/addresses';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import { requestSettling, settleLookalikes, storeSearchKeys } from '../lookalikes';
import { countUnconfirmedMail } from '../mails';
import { isOfAge } from '../place/age';
import { UNKNOWN_RESIDENT, assertPlaceServed } from '../place/guard';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { requireDiskSpace } from '../http/require-disk-space';
import { secretHash } from '../secrets';
import { KNOWN_EMAIL_SIGN_UP_LIMIT } from './attempt-limits';
import { SIGN_UP_GATE, addWeight, passGate } from './busy-gate';
import { passwordWeakness } from './common-passwords';
import { giveConsents } from './consents';
import { isHouseName } from './house-names';
import { sendActivationMail } from './mails/address-mails';
import { normaliseEmail, usernameKey } from './names';
import { getHasher } from './password-hasher';
import { weakPassword } from './passwords/set-password';
import { OWNS_EMAIL } from './player';
import { repeatSignUp } from './repeated-sign-up';
import type { OpenedAccount } from './repeated-sign-up';
import { openSession } from './sessions';
import type { Device } from './sessions';

/** A sign-up with a known e-mail counts for this much more in the gate. */
const KNOWN_EMAIL_WEIGHT = 3;

interface Names {
  readonly email: string;
  readonly username: string;
}

const emailAndAddress = (email: string, address: string): string => `${secretHash(email)}@${addressSubject(address)}`;

const fieldError = (field: string, message: string) => ({ detail: message, errors: [{ field, message }] });

function emailTakenProblem(): ProblemError {
  const message = 'This e-mail already has an account. Sign in instead.';
  return new ProblemError('email-taken', 'You already have an account', fieldError('email', message));
}

function usernameTakenProblem(): ProblemError {
  const message = 'Somebody else has this username. Choose another.';
  return new ProblemError('username-taken', 'This username is taken', fieldError('username', message));
}

/**
 * Opens an account and its first session: player, consents, activation mail and session are one transaction. A repeated sign-up
 * within two minutes opens no second account but another session of the first.
 * Throws the refusals of the contract: place-not-served, under-age, weak-password, email-taken, username-taken,
 * too-many-requests, proof-of-work.
 */
export async function signUp(platform: Platform, body: BodyOf<typeof signUpEndpoint>, device: Device, place: CallerPlace): Promise<OpenedAccount> {
  assertPlaceServed(UNKNOWN_RESIDENT, place, platform.now());
  await requireDiskSpace(platform);
  const email = normaliseEmail(body.email);
  refuseUnderAge(body.dateOfBirth, platform.now(), rulesFor(UNKNOWN_RESIDENT.state, place).minimumAge);
  const weakness = passwordWeakness(body.password, { ...body, email });
  if (weakness !== null) throw weakPassword(weakness);
  const names = { email, username: usernameKey(body.username) };
  if (isHouseName(names.username)) throw usernameTakenProblem();
  const { address } = device;
  const waitSeconds = await secondsUntilFree(platform.pool, KNOWN_EMAIL_SIGN_UP_LIMIT, emailAndAddress(email, address), platform.now());
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  await passGate(platform, SIGN_UP_GATE, { address, topic: email, proof: body.proof });
  const repeatOrRefuse = () => repeatOrRefuseKnownNames(platform, names, body.password, device);
  const repeatedAccount = await repeatOrRefuse();
  if (repeatedAccount !== null) return repeatedAccount;
  const passwordHash = await getHasher(platform).hash(body.password, { lane: 'sign-up', account: email });
  try {
    const account = await transaction(platform.pool, (tx) => openAccount(tx, platform, body, { names, passwordHash, device }));
    await settleLookalikes(platform, [account.userId]);
    return account;
  } catch (error) {
    // The second of two simultaneous sign-ups notices the taken name only when it writes.
    const repeatedMeanwhile = isUniqueViolation(error) ? await repeatOrRefuse() : null;
    if (repeatedMeanwhile === null) throw error;
    return repeatedMeanwhile;
  }
}

export interface NewAccount {
  readonly names: Names;
  readonly passwordHash: string;
  readonly device: Device;
}

/** Writes the account, its first session and its activation mail, and asks for the account to be settled; the caller has checked everything. */
export async function openAccount(
  tx: PoolClient,
  platform: Platform,
  body: BodyOf<typeof signUpEndpoint>,
  { names: { email, username }, passwordHash, device }: NewAccount,
): Promise<OpenedAccount> {
  const userId = newId(platform);
  const now = platform.now();
  await tx.query(insertRow('player', {
    user_id: userId,
    username: body.username,
    username_key: username,
    email,
    password_hash: passwordHash,
    firstname: body.firstname,
    lastname: body.lastname,
    date_of_birth: body.dateOfBirth,
    phone: toE164(body.phone),
    terms_accepted_at: now,
    created_at: now,
    // Until we have looked for accounts like it, it must show its identity.
    identity_check: 'play',
  }));
  await giveConsents(tx, userId, body.consents.map((tag) => ({ tag, at: now })), 'sign-up');
  // Where the address may get no mail now, the account is opened all the same: its owner asks for the mail later.
  if ((await countUnconfirmedMail(tx, email, now)) === null) await sendActivationMail(tx, platform, { userId, email, firstname: body.firstname });
  const session = await openSession(tx, platform, userId, device);
  await storeSearchKeys(tx, userId, session.deviceSecret, now);
  await requestSettling(tx, [userId], now);
  return { userId, ...session };
}

function refuseUnderAge(dateOfBirth: string, now: Date, minimumAge: number): void {
  if (isOfAge(dateOfBirth, now.getTime(), minimumAge)) return;
  const message = `You must be ${minimumAge} or older to open an account.`;
  throw new ProblemError('under-age', `You must be ${minimumAge} or older`, fieldError('dateOfBirth', message));
}

/**
 * Returns null where the names are free, and another session where this same sign-up took them a moment ago. Refuses names that
 * another account has. The answer reveals that an e-mail is known, so each pair of e-mail and address gets it five times an hour
 * at most; others behind a carrier's address then need not wait. Each known e-mail also fills the gate faster, so that somebody
 * who tries many e-mails finds at most 60 known ones an hour from one address, each after a puzzle.
 */
async function repeatOrRefuseKnownNames(platform: Platform, names: Names, password: string, device: Device): Promise<OpenedAccount | null> {
  const { pool } = platform;
  const { address } = device;
  const { rows } = await pool.query<{ same_email: boolean }>(
    `SELECT email = $1 AND ${OWNS_EMAIL} AS same_email FROM player WHERE (email = $1 AND ${OWNS_EMAIL}) OR username_key = $2`,
    [names.email, names.username],
  );
  if (rows.length === 0) return null;
  const repeatedAccount = await repeatSignUp(platform, names, { password, lane: 'sign-up' }, device);
  if (repeatedAccount !== null) return repeatedAccount;
  if (!rows.some((row) => row.same_email)) throw usernameTakenProblem();
  const now = platform.now();
  const pair = emailAndAddress(names.email, address);
  const isFirstTry = (await secondsUntilFree(pool, { ...KNOWN_EMAIL_SIGN_UP_LIMIT, limit: 1 }, pair, now)) === null;
  const waitSeconds = await countAttempt(pool, KNOWN_EMAIL_SIGN_UP_LIMIT, pair, now);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  if (isFirstTry) await addWeight(platform, SIGN_UP_GATE, address, KNOWN_EMAIL_WEIGHT);
  throw emailTakenProblem();
}
