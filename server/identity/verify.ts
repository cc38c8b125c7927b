/** Proves a player's identity by a national identity number. We send the number to the register and never store it. */
import { createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { NIN_PATTERN } from '../../src/core/contract/identity';
import type { Identity, verifyIdentity } from '../../src/core/contract/identity';
import { DAY_MS, HOUR_MS } from '../../src/core/time';
import { countAttempt, secondsUntilFree, tooManyAttempts } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { withGatewayDeadline } from '../cashier';
import { transaction } from '../db/transaction';
import { GatewayUnavailableError } from '../gateways';
import type { IdentityGateway, RegisteredPerson } from '../gateways';
import { ProblemError } from '../http/problem';
import { namesMatch } from '../person-name';
import { requestSettling, settleLookalikes } from '../lookalikes';
import { becomeSuccessor, findRelation, lockInvolvedAccounts, makeSecondAccount, releaseIdentity } from '../persons';
import type { AccountRelation } from '../persons';
import { isOfAge } from '../place/age';
import type { Platform } from '../platform';
import { readPlatformSecret } from '../platform-secret';
import { requireAccount } from '../protection';
import { findCheckedPlayer, findIdentity, insertCheck, insertIdentity, toIdentity } from './rows';
import type { Check, CheckedPlayer, CheckOutcome } from './rows';

/** Bounds how many numbers a player can try, so that nobody finds out whose a number is. */
export const PLAYER_CHECK_LIMIT: AttemptLimit = { kind: 'identity', limit: 5, windowMs: HOUR_MS };
/** A player may repeat one number more often, after a lost answer or an outage, since a repetition reveals nothing new. */
export const NUMBER_CHECK_LIMIT: AttemptLimit = { kind: 'identity-again', limit: 20, windowMs: HOUR_MS };
/**
 * Above this number of new second accounts of one identity, the team gets an alert: nobody makes so many by mistake. We refuse
 * none of them, since one may be the owner's. server/lookalikes/required-check.ts bounds what a break on them can demand of the account
 * that plays.
 */
const SECOND_ACCOUNT_LIMIT: AttemptLimit = { kind: 'second-account', limit: 3, windowMs: 30 * DAY_MS };
/** Bounds the alerts about one identity, so that the team gets one only. */
const ALERT_LIMIT: AttemptLimit = { kind: 'second-account-alert', limit: 1, windowMs: 30 * DAY_MS };
/** It is shorter than the 15 s for which the form waits. */
export const CHECK_DEADLINE_MS = 10_000;
const SECRET_NAME = 'identity';

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes' | 'log' | 'mailer' | 'config' | 'fieldKeys'>;

export interface VerifyRequest extends BodyOf<typeof verifyIdentity> {
  readonly userId: string;
}

/**
 * Verifies a player. A verified player gets the first answer again, except where the last four digits belong to another NIN
 * (409 `conflict`). Throws 400 `validation` at the number where nobody has it, 422 `name-mismatch` where name or date of birth
 * differ from the account's, 400 `under-age`, 409 `nin-in-use` for a person with another open account, 429 `too-many-requests`,
 * 403 `account-closed` where it was closed meanwhile, and 503 `gateway-unavailable` while the service does not answer.
 */
export async function verifyPlayer(platform: Deps, gateway: IdentityGateway, request: VerifyRequest): Promise<Identity> {
  const { userId, number } = request;
  const existing = await findIdentity(platform.pool, userId);
  if (existing !== null) {
    const isOtherNumber = existing.last_four !== null && NIN_PATTERN.test(number) && !number.endsWith(existing.last_four);
    if (isOtherNumber) throw new ProblemError('conflict', 'Your identity is already verified with another number.');
    return toIdentity(existing);
  }
  const player = await findCheckedPlayer(platform.pool, userId);
  if (player.role === 'admin' || player.date_of_birth === null) {
    throw new ProblemError('forbidden', 'Only players can verify their identity.');
  }
  const at = platform.now();
  const waitSeconds = await countCheck(platform, request, at);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'Too many attempts', 'You have tried several numbers. Wait before you try another.');

  const kind = NIN_PATTERN.test(number) ? 'nin' : 'virtual-nin';
  const check: Check = { userId, at, gateway: gateway.name, kind, wordingVersion: request.wordingVersion };
  const { outcome, relation, isAlert, holderId } = await settleCheck(platform, check, await queryRegister(gateway, check, number, player), number);
  await settleLookalikes(platform, holderId === null ? [userId] : [userId, holderId]);
  platform.log('identity.checked', { userId, kind, outcome });
  // Somebody shows the numbers of two persons in one account, by mistake or to link the two, so the team gets an alert.
  if (relation === 'other-person') platform.log('identity.second-of-another', { alert: true, userId });
  if (isAlert) platform.log('identity.many-accounts', { alert: true, userId });
  if (outcome !== 'verified') throw outcomeRefusal(outcome);
  return toIdentity(await findIdentity(platform.pool, userId));
}

/** Counts the attempt. Returns null, or the seconds until this number may be tried. */
async function countCheck(platform: Deps, { userId, number }: VerifyRequest, at: Date): Promise<number | null> {
  const { pool } = platform;
  const secret = await readPlatformSecret(pool, platform, SECRET_NAME);
  // One byte, stored for an hour, is enough to recognise a repetition and far too little to find the number.
  const tag = createHmac('sha256', secret).update(`${userId} ${number}`).digest('hex').slice(0, 2);
  const subject = `${userId} ${tag}`;
  const isRepeated = (await secondsUntilFree(pool, { ...NUMBER_CHECK_LIMIT, limit: 1 }, subject, at)) !== null;
  const waitSeconds = isRepeated ? null : await countAttempt(pool, PLAYER_CHECK_LIMIT, userId, at);
  return waitSeconds ?? countAttempt(pool, NUMBER_CHECK_LIMIT, subject, at);
}

type RegisterAnswer = RegisteredPerson | 'unknown' | 'unavailable';

async function queryRegister(gateway: IdentityGateway, { kind }: Check, number: string, player: CheckedPlayer): Promise<RegisterAnswer> {
  const { firstname, lastname, date_of_birth: dateOfBirth } = player;
  const question = { number, kind, firstname, lastname, dateOfBirth: dateOfBirth ?? '' };
  try {
    return (await withGatewayDeadline(gateway.find(question), CHECK_DEADLINE_MS)) ?? 'unknown';
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    return 'unavailable';
  }
}

async function settleCheck(platform: Deps, check: Check, registerAnswer: RegisterAnswer, number: string): Promise<CheckResult> {
  const personHash = typeof registerAnswer === 'string' ? null : await hashPerson(platform, check, registerAnswer);
  return transaction(platform.pool, (tx) => settleLockedCheck(tx, platform, check, { registerAnswer, personHash, number }));
}

interface CheckResult {
  readonly outcome: CheckOutcome;
  /** How the account relates to its person after the check; null where nothing changed. */
  readonly relation: AccountRelation | null;
  /** True where the team must get an alert. */
  readonly isAlert: boolean;
  /** The account that had the identity before. */
  readonly holderId: string | null;
}

interface HashedAnswer {
  readonly registerAnswer: RegisterAnswer;
  /** Null where the register found nobody. */
  readonly personHash: Buffer | null;
  readonly number: string;
}

/**
 * Compares the answer with the locked account, because its names may have changed during the call. server/persons decides how
 * the account relates to the person's others.
 */
async function settleLockedCheck(
  tx: PoolClient,
  platform: Deps,
  check: Check,
  { registerAnswer, personHash, number }: HashedAnswer,
): Promise<CheckResult> {
  const { userId, at } = check;
  const involved = await lockInvolvedAccounts(tx, userId, personHash);
  const player = await findCheckedPlayer(tx, userId, true);
  // The account may have been closed while the register was asked; a closed one shows no identity.
  if (requireAccount(involved.accounts, userId).closed_at !== null) throw new ProblemError('account-closed', 'This account is closed.');
  if ((await findIdentity(tx, userId)) !== null) return { outcome: 'verified', relation: null, isAlert: false, holderId: null };
  const comparison = typeof registerAnswer === 'string' ? registerAnswer : compareWithAccount(player, registerAnswer, at);
  if (comparison !== 'verified' || personHash === null) {
    await insertCheck(tx, check, comparison, null);
    return { outcome: comparison, relation: null, isAlert: false, holderId: null };
  }
  const relation = findRelation(userId, involved);
  let isAlert = false;
  if (relation === 'second' && !requireAccount(involved.accounts, userId).is_second) {
    const subject = personHash.toString('hex');
    const exceedsLimit = (await countAttempt(tx, SECOND_ACCOUNT_LIMIT, subject, at)) !== null;
    isAlert = exceedsLimit && (await countAttempt(tx, ALERT_LIMIT, subject, at)) === null;
  }
  const outcome = relation === 'holder' || relation === 'successor' ? 'verified' : 'in-use';
  await insertCheck(tx, check, outcome, relation === 'second' ? personHash : null);
  const { holderId } = involved;
  if (relation === 'second' && holderId !== null) await makeSecondAccount(tx, { userId, holderId }, involved, at);
  if (outcome === 'verified') {
    if (holderId !== null) await releaseIdentity(tx, holderId, at);
    await insertIdentity(tx, check, { personHash, lastFour: check.kind === 'nin' ? number.slice(-4) : null });
    if (holderId !== null) await becomeSuccessor(tx, platform, { userId, holderId }, involved, at);
    else await requestSettling(tx, [userId], at);
  }
  return { outcome, relation, isAlert, holderId };
}

function compareWithAccount(player: CheckedPlayer, person: RegisteredPerson, at: Date): CheckOutcome {
  if (!namesMatch(player, person.name)) return 'differs';
  if (!isOfAge(person.dateOfBirth, at.getTime())) return 'under-age';
  return person.dateOfBirth === player.date_of_birth ? 'verified' : 'differs';
}

/** Hashes the person with a secret key, because without one somebody could try all numbers of eleven digits. */
async function hashPerson(platform: Deps, { gateway }: Check, { subject }: RegisteredPerson): Promise<Buffer> {
  const secret = await readPlatformSecret(platform.pool, platform, SECRET_NAME);
  return createHmac('sha256', secret).update(`${gateway}:${subject}`).digest();
}

function outcomeRefusal(outcome: Exclude<CheckOutcome, 'verified'>): ProblemError {
  switch (outcome) {
    case 'unknown':
      return new ProblemError('validation', 'Check what you typed.', {
        errors: [{ field: 'number', message: 'We can’t find this number. Check it; a virtual NIN is valid for 72 hours.' }],
      });
    case 'differs':
      return new ProblemError('name-mismatch', 'This NIN has another name or date of birth than your account.', {
        detail: 'Your name and date of birth must be as on your NIN. Check the number, and your name under “Edit my details”.',
      });
    case 'under-age':
      return new ProblemError('under-age', 'You must be 18 or older', {
        detail: 'This NIN belongs to somebody under 18. Nobody under 18 may play here.',
      });
    case 'in-use':
      return new ProblemError('nin-in-use', 'This NIN belongs to another account.', {
        detail: `You have another account with us, so you can’t play or deposit with this one. You can withdraw what is in it. If you have no other account, write to ${brand.supportEmail}.`,
      });
    case 'unavailable':
      return new ProblemError('gateway-unavailable', 'We can’t reach the identity service. Try again in a few minutes.', {
        retryAfterSeconds: 60,
      });
  }
}
