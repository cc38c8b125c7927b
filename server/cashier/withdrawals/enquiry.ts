/** Whose an account is, by its bank's word. */
import { banksByCode } from '../../../src/core/banks/banks';
import { namesMatch } from '../../accounts/person-name';
import type { PersonName } from '../../accounts/person-name';
import { countAttempt, tooMany } from '../../accounts/attempts';
import type { AttemptLimit } from '../../accounts/attempts';
import { GatewayUnavailableError } from '../../gateways/payment/port';
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import type { Platform } from '../../platform';
import { withDeadline } from '../deadline';
import type { AccountPlace } from './bank-account-rows';

const MINUTE_MS = 60_000;
/**
 * Names of strangers can be asked for here, so not many: in ten minutes ten accounts, each looked at and then added, and
 * thirty in a day.
 */
export const ENQUIRIES_OF_PLAYER: readonly AttemptLimit[] = [
  { kind: 'account-enquiry', limit: 20, windowMs: 10 * MINUTE_MS },
  { kind: 'account-enquiry-day', limit: 60, windowMs: 24 * 60 * MINUTE_MS },
];
/** Shorter than the 15 s the form waits. */
const ENQUIRY_DEADLINE_MS = 10_000;
/** Of a name; what a bank sends beyond it is no name. */
const MAX_NAME_LENGTH = 140;

export interface Enquired {
  readonly accountName: string;
  /** Whether it is the player's own, near enough to be paid out to. */
  readonly matches: boolean;
}

/** The name of the bank with this code, for the player. Throws `validation` at its field for none of the list. */
export function bankNameOf(bankCode: string): string {
  const [bank] = banksByCode(bankCode);
  if (bank !== undefined) return bank.name;
  throw new ProblemError('validation', 'Check what you typed.', {
    errors: [{ field: 'bankCode', message: 'Choose a bank of the list.' }],
  });
}

/**
 * Asks the bank whose account this is. Throws `account-unknown`, `too-many-requests`, `gateway-unavailable` when the
 * bank does not say, and `validation` for a bank that there is not.
 */
export async function enquire(platform: Platform, userId: string, place: AccountPlace): Promise<Enquired> {
  bankNameOf(place.bankCode);
  for (const limit of ENQUIRIES_OF_PLAYER) {
    const wait = await countAttempt(platform.pool, limit, userId, platform.now());
    if (wait !== null) throw tooMany(wait, 'You have checked many accounts. Wait a little and try again.');
  }
  const holder = await askBank(platform, place);
  if (holder === null) {
    throw new ProblemError('account-unknown', 'The bank does not know this account. Check the bank and the number.');
  }
  return { accountName: holder, matches: namesMatch(await profileName(platform.pool, userId), holder) };
}

async function askBank(platform: Platform, place: AccountPlace): Promise<string | null> {
  try {
    const found = await withDeadline(platform.gateways.forPayouts.payouts.resolveAccount(place), ENQUIRY_DEADLINE_MS);
    return found === null ? null : oneLine(found.accountName);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    platform.log('bank-account.enquiry-silent', { gateway: platform.gateways.forPayouts.name, bankCode: place.bankCode });
    throw new ProblemError('gateway-unavailable', 'The bank does not answer. Try again in a moment.', { retryAfterSeconds: 5 });
  }
}

function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').trim().slice(0, MAX_NAME_LENGTH);
}

/** The player's name as the profile has it now. */
export async function profileName(db: Db, userId: string): Promise<PersonName> {
  const { rows } = await db.query<PersonName>('SELECT firstname, lastname FROM player WHERE user_id = $1', [userId]);
  const row = rows[0];
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  return row;
}

export function nameMismatch(): ProblemError {
  return new ProblemError('name-mismatch', 'This account is in another name than yours.', {
    detail: 'We pay out to your own account only. The name at the bank must have your first and last name in it.',
  });
}
