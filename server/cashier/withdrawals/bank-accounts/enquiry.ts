/** Whose an account is, by its bank's word. */
import { banksByCode } from '../../../../src/core/banks/banks';
import { GatewayUnavailableError } from '../../../gateways';
import { ProblemError } from '../../../http/problem';
import type { Db } from '../../../ledger/accounts';
import { namesMatch } from '../../../person-name';
import type { PersonName } from '../../../person-name';
import type { Platform } from '../../../platform';
import { withDeadline } from '../../deadline';
import type { BankAccountRef } from './bank-account-rows';
import { assertMayEnquire } from './enquiry-guards';
import type { Enquiry } from './enquiry-guards';

/** Shorter than the 15 s the form waits. */
const ENQUIRY_DEADLINE_MS = 10_000;
/** Of a name; what a bank sends beyond it is no name. */
const MAX_NAME_LENGTH = 140;

export interface EnquiryAnswer {
  /** As the bank has it; null where it is not the player's own, and where the bank knows no such account. */
  readonly accountName: string | null;
  /** Whether it is the player's own, near enough to be paid out to. */
  readonly matches: boolean;
}

/** The name of the bank with this code, for the player. Throws `validation` at its field for none of the list. */
export function bankNameByCode(bankCode: string): string {
  const [bank] = banksByCode(bankCode);
  if (bank !== undefined) return bank.name;
  throw new ProblemError('validation', 'Check what you typed.', {
    errors: [{ field: 'bankCode', message: 'Choose a bank of the list.' }],
  });
}

/**
 * Asks the bank whose account this is. Of another's nothing is told, not even that there is one: whoever types a number
 * learns whether it is their own. Throws as `assertMayEnquire`, `gateway-unavailable` when the bank does not say, and
 * `validation` for a bank that there is not.
 */
export async function enquire(platform: Platform, enquiry: Enquiry): Promise<EnquiryAnswer> {
  const { userId, place } = enquiry;
  bankNameByCode(place.bankCode);
  await assertMayEnquire(platform, enquiry);
  const holder = await askBank(platform, place);
  const isOwn = holder !== null && namesMatch(await readProfileName(platform.pool, userId), holder);
  return { accountName: isOwn ? holder : null, matches: isOwn };
}

async function askBank(platform: Platform, place: BankAccountRef): Promise<string | null> {
  try {
    const account = await withDeadline(platform.gateways.forPayouts.payouts.resolveAccount(place), ENQUIRY_DEADLINE_MS);
    return account === null ? null : oneLine(account.accountName);
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
export async function readProfileName(db: Db, userId: string): Promise<PersonName> {
  const { rows } = await db.query<PersonName>('SELECT firstname, lastname FROM player WHERE user_id = $1', [userId]);
  const row = rows[0];
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  return row;
}

export function nameMismatchProblem(): ProblemError {
  return new ProblemError('name-mismatch', 'This is not an account in your name.', {
    detail: 'Check the bank and the number. We pay out to your own account only: the name at the bank must have your first and last name in it.',
  });
}
