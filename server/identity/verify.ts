/** Proving who a player is by a national identity number. The number is asked about and forgotten. */
import { createHmac } from 'node:crypto';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { NIN_PATTERN } from '../../src/core/contract/identity';
import type { Identity, verifyIdentity } from '../../src/core/contract/identity';
import { countAttempt, secondsUntilFree, tooMany } from '../accounts/attempts';
import type { AttemptLimit } from '../accounts/attempts';
import { isOfAge } from '../accounts/names';
import { namesMatch } from '../accounts/person-name';
import { withDeadline } from '../cashier/deadline';
import { errorCode } from '../db/errors';
import { transaction } from '../db/transaction';
import { GatewayUnavailableError } from '../gateways/identity/port';
import type { IdentityGateway, RegisteredPerson } from '../gateways/identity/port';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { readPlatformSecret } from '../platform-secret';
import { findChecked, findIdentity, insertCheck, insertIdentity, isTaken, toIdentity } from './rows';
import type { Check, CheckedPlayer, Outcome } from './rows';

const HOUR_MS = 60 * 60_000;
/** Nobody finds out by trying whose a number is. */
export const IDENTITY_CHECKS_OF_PLAYER: AttemptLimit = { kind: 'identity', limit: 5, windowMs: HOUR_MS };
/** The same number again, after a lost answer or while the service was away, finds nothing out: it is one of the five. */
export const CHECKS_OF_NUMBER: AttemptLimit = { kind: 'identity-again', limit: 20, windowMs: HOUR_MS };
/** Shorter than the 15 s the form waits. */
export const CHECK_DEADLINE_MS = 10_000;
const UNIQUE_VIOLATION = '23505';
const SECRET_NAME = 'identity';

type Deps = Pick<Platform, 'pool' | 'now' | 'randomBytes' | 'log'>;

export interface Asked extends BodyOf<typeof verifyIdentity> {
  readonly userId: string;
}

/**
 * Verifies a player. Whoever is verified already is answered as the first time, except where the last four digits are
 * another NIN's (409 `conflict`). Throws 400 `validation` at the number for one that nobody has, 422 `name-mismatch`
 * where name or date of birth are not the account's, 400 `under-age`, 409 `nin-in-use` for a person with another
 * account, 429 `too-many-requests`, 503 `gateway-unavailable` while the service does not answer.
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
  if (wait !== null) throw tooMany(wait, 'Too many tries', 'You have tried several numbers. Wait before you try another.');

  const kind = NIN_PATTERN.test(number) ? 'nin' : 'virtual-nin';
  const check: Check = { userId, at, gateway: gateway.name, kind, wordingVersion: asked.wordingVersion };
  const outcome = await decide(platform, check, await ask(gateway, check, number, player), number);
  platform.log('identity.checked', { userId, kind, outcome });
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

/** Compares with the account as it is now: the names may have been changed while the service was asked. */
async function decide(platform: Deps, check: Check, found: Found, number: string): Promise<Outcome> {
  const personHash = typeof found === 'string' ? null : await hashOf(platform, check, found);
  try {
    return await transaction(platform.pool, async (tx) => {
      const player = await findChecked(tx, check.userId, true);
      if ((await findIdentity(tx, check.userId)) !== null) return 'verified';
      const compared = typeof found === 'string' ? found : compare(player, found, check.at);
      const taken = personHash !== null && compared === 'verified' && (await isTaken(tx, personHash));
      const outcome = taken ? 'in-use' : compared;
      await insertCheck(tx, check, outcome, personHash);
      if (outcome === 'verified' && personHash !== null) {
        await insertIdentity(tx, check, { personHash, lastFour: check.kind === 'nin' ? number.slice(-4) : null });
      }
      return outcome;
    });
  } catch (error) {
    // Two accounts of one person at the same moment: the second finds it out when it writes.
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    await insertCheck(platform.pool, check, 'in-use', personHash);
    return 'in-use';
  }
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
        detail: 'You can have one account. Sign in to the one that you verified, or write to us.',
      });
    case 'unavailable':
      return new ProblemError('gateway-unavailable', 'The identity service does not answer. Try again in a few minutes.', {
        retryAfterSeconds: 60,
      });
  }
}
