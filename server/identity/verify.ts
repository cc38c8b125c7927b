/** Proving who a player is by a national identity number. The number is asked about and forgotten. */
import { createHmac } from 'node:crypto';
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { NIN_PATTERN } from '../../src/core/contract/identity';
import type { Identity, verifyIdentity } from '../../src/core/contract/identity';
import { countAttempt, secondsUntilFree, tooManyAttempts } from '../attempts';
import type { AttemptLimit } from '../attempts';
import { withDeadline } from '../cashier';
import { transaction } from '../db/transaction';
import { GatewayUnavailableError } from '../gateways';
import type { IdentityGateway, RegisteredPerson } from '../gateways';
import { ProblemError } from '../http/problem';
import { namesMatch } from '../person-name';
import { answerHints, becomes, follow, lockInvolved, makeSecond, passOn } from '../persons';
import type { Becomes } from '../persons';
import { isOfAge } from '../place/age';
import type { Platform } from '../platform';
import { readPlatformSecret } from '../platform-secret';
import { requireAccount } from '../protection';
import { findChecked, findIdentity, insertCheck, insertIdentity, toIdentity } from './rows';
import type { Check, CheckedPlayer, Outcome } from './rows';

const HOUR_MS = 60 * 60_000;
/** Nobody finds out by trying whose a number is. */
export const IDENTITY_CHECKS_OF_PLAYER: AttemptLimit = { kind: 'identity', limit: 5, windowMs: HOUR_MS };
/** The same number again, after a lost answer or while the service was away, finds nothing out: it is one of the five. */
export const CHECKS_OF_NUMBER: AttemptLimit = { kind: 'identity-again', limit: 20, windowMs: HOUR_MS };
const DAY_MS = 24 * HOUR_MS;
/**
 * New second accounts of one identity. Nobody needs more by mistake, so people hear of it. None is refused, since one of them may
 * be the owner's; what a break there asks of the account that plays is bounded by server/lookalikes/question.ts.
 */
const SECOND_ACCOUNTS_OF_IDENTITY: AttemptLimit = { kind: 'second-account', limit: 3, windowMs: 30 * DAY_MS };
/** People are told once. */
const ALERTS_OF_IDENTITY: AttemptLimit = { kind: 'second-account-alert', limit: 1, windowMs: 30 * DAY_MS };
/** Shorter than the 15 s the form waits. */
export const CHECK_DEADLINE_MS = 10_000;
const SECRET_NAME = 'identity';

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes' | 'log' | 'mailer' | 'config'>;

export interface Asked extends BodyOf<typeof verifyIdentity> {
  readonly userId: string;
}

/**
 * Verifies a player. Whoever is verified already is answered as the first time, except where the last four digits are
 * another NIN's (409 `conflict`). Throws 400 `validation` at the number for one that nobody has, 422 `name-mismatch`
 * where name or date of birth are not the account's, 400 `under-age`, 409 `nin-in-use` for a person with another
 * account that is not closed, 429 `too-many-requests`, 503
 * `gateway-unavailable` while the service does not answer.
 */
export async function verifyPlayer(platform: Deps, gateway: IdentityGateway, asked: Asked): Promise<Identity> {
  const { userId, number } = asked;
  const known = await findIdentity(platform.pool, userId);
  if (known !== null) {
    const isAnother = known.last_four !== null && NIN_PATTERN.test(number) && !number.endsWith(known.last_four);
    if (isAnother) throw new ProblemError('conflict', 'Your identity is verified already, with another number.');
    return toIdentity(known);
  }
  const player = await findChecked(platform.pool, userId);
  if (player.role === 'admin' || player.date_of_birth === null) {
    throw new ProblemError('forbidden', 'Only accounts of players are verified.');
  }
  const at = platform.now();
  const wait = await countCheck(platform, asked, at);
  if (wait !== null) throw tooManyAttempts(wait, 'Too many tries', 'You have tried several numbers. Wait before you try another.');

  const kind = NIN_PATTERN.test(number) ? 'nin' : 'virtual-nin';
  const check: Check = { userId, at, gateway: gateway.name, kind, wordingVersion: asked.wordingVersion };
  const { outcome, becomes: became, isAlert } = await decide(platform, check, await ask(gateway, check, number, player), number);
  platform.log('identity.checked', { userId, kind, outcome });
  // Somebody has the numbers of two persons, or wants two persons to be one.
  if (became === 'another') platform.log('identity.second-of-another', { alert: true, userId });
  if (isAlert) platform.log('identity.many-accounts', { alert: true, userId });
  if (outcome !== 'verified') throw refusalOf(outcome);
  return toIdentity(await findIdentity(platform.pool, userId));
}

/** Returns null, or the seconds until this number may be tried. */
async function countCheck(platform: Deps, { userId, number }: Asked, at: Date): Promise<number | null> {
  const { pool } = platform;
  const secret = await readPlatformSecret(pool, platform, SECRET_NAME);
  // One byte, for an hour: enough to know a repetition, and far too little to find the number by.
  const tag = createHmac('sha256', secret).update(`${userId} ${number}`).digest('hex').slice(0, 2);
  const subject = `${userId} ${tag}`;
  const isAgain = (await secondsUntilFree(pool, { ...CHECKS_OF_NUMBER, limit: 1 }, subject, at)) !== null;
  const wait = isAgain ? null : await countAttempt(pool, IDENTITY_CHECKS_OF_PLAYER, userId, at);
  return wait ?? countAttempt(pool, CHECKS_OF_NUMBER, subject, at);
}

type Found = RegisteredPerson | 'unknown' | 'unavailable';

async function ask(gateway: IdentityGateway, { kind }: Check, number: string, player: CheckedPlayer): Promise<Found> {
  const { firstname, lastname, date_of_birth: dateOfBirth } = player;
  const question = { number, kind, firstname, lastname, dateOfBirth: dateOfBirth ?? '' };
  try {
    return (await withDeadline(gateway.find(question), CHECK_DEADLINE_MS)) ?? 'unknown';
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    return 'unavailable';
  }
}

async function decide(platform: Deps, check: Check, found: Found, number: string): Promise<Judged> {
  const personHash = typeof found === 'string' ? null : await hashOf(platform, check, found);
  return transaction(platform.pool, (tx) => judge(tx, platform, check, { found, personHash, number }));
}

interface Judged {
  readonly outcome: Outcome;
  /** What the account has become by it; null = nothing. */
  readonly becomes: Becomes | null;
  /** People have to hear of it. */
  readonly isAlert: boolean;
}

interface Answered {
  readonly found: Found;
  /** Null where nobody was found. */
  readonly personHash: Buffer | null;
  readonly number: string;
}

/**
 * Compares with the account as it is now: the names may have been changed while the service was asked. What the answer makes
 * of the account is for server/persons.
 */
async function judge(tx: PoolClient, platform: Deps, check: Check, { found, personHash, number }: Answered): Promise<Judged> {
  const { userId, at } = check;
  const involved = await lockInvolved(tx, userId, personHash);
  const player = await findChecked(tx, userId, true);
  if ((await findIdentity(tx, userId)) !== null) return { outcome: 'verified', becomes: null, isAlert: false };
  const compared = typeof found === 'string' ? found : compare(player, found, at);
  if (compared !== 'verified' || personHash === null) {
    await insertCheck(tx, check, compared, null);
    return { outcome: compared, becomes: null, isAlert: false };
  }
  const became = becomes(userId, involved);
  let isAlert = false;
  if (became === 'second' && !requireAccount(involved.accounts, userId).is_second) {
    const subject = personHash.toString('hex');
    const isMany = (await countAttempt(tx, SECOND_ACCOUNTS_OF_IDENTITY, subject, at)) !== null;
    isAlert = isMany && (await countAttempt(tx, ALERTS_OF_IDENTITY, subject, at)) === null;
  }
  const outcome = became === 'own' || became === 'next' ? 'verified' : 'in-use';
  await insertCheck(tx, check, outcome, became === 'second' ? personHash : null);
  const { holderId } = involved;
  if (became === 'second' && holderId !== null) await makeSecond(tx, { userId, holderId }, involved, at);
  if (outcome === 'verified') {
    if (holderId !== null) await passOn(tx, holderId, at);
    await insertIdentity(tx, check, { personHash, lastFour: check.kind === 'nin' ? number.slice(-4) : null });
    if (holderId !== null) await follow(tx, platform, { userId, holderId }, involved, at);
    else await answerHints(tx, userId, involved, at);
  }
  return { outcome, becomes: became, isAlert };
}

function compare(player: CheckedPlayer, person: RegisteredPerson, at: Date): Outcome {
  if (!namesMatch(player, person.name)) return 'differs';
  if (!isOfAge(person.dateOfBirth, at.getTime())) return 'under-age';
  return person.dateOfBirth === player.date_of_birth ? 'verified' : 'differs';
}

/** Under a secret: eleven digits are few enough to try them all. */
async function hashOf(platform: Deps, { gateway }: Check, { subject }: RegisteredPerson): Promise<Buffer> {
  const secret = await readPlatformSecret(platform.pool, platform, SECRET_NAME);
  return createHmac('sha256', secret).update(`${gateway}:${subject}`).digest();
}

function refusalOf(outcome: Exclude<Outcome, 'verified'>): ProblemError {
  switch (outcome) {
    case 'unknown':
      return new ProblemError('validation', 'Check what you typed.', {
        errors: [{ field: 'number', message: 'This number is not known. Check it; a virtual NIN works for 72 hours.' }],
      });
    case 'differs':
      return new ProblemError('name-mismatch', 'This NIN has another name or date of birth than your account.', {
        detail: 'Name and date of birth must be those of your NIN. Check the number, and your name under “Edit profile”.',
      });
    case 'under-age':
      return new ProblemError('under-age', 'You must be 18 or older', {
        detail: 'This NIN belongs to somebody under 18. Nobody under 18 may play here.',
      });
    case 'in-use':
      return new ProblemError('nin-in-use', 'This NIN belongs to another account.', {
        detail: `You have another account with us, so this one can’t play or pay in. What is in it can be withdrawn. If you have no other account, write to ${brand.supportEmail}.`,
      });
    case 'unavailable':
      return new ProblemError('gateway-unavailable', 'The identity service does not answer. Try again in a few minutes.', {
        retryAfterSeconds: 60,
      });
  }
}
