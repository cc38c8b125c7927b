/** Asks a bank who holds an account. */
import { banksByCode } from '../../../../src/core/banks/banks';
import { GatewayUnavailableError } from '../../../gateways';
import { ProblemError } from '../../../http/problem';
import type { Db } from '../../../ledger/accounts';
import { toOneLine } from '../../../one-line';
import { namesMatch } from '../../../person-name';
import type { PersonName } from '../../../person-name';
import type { Platform } from '../../../platform';
import { withGatewayDeadline } from '../../gateway-deadline';
import type { BankAccountRef } from './payout-accounts';
import { assertMayEnquire } from './enquiry-guards';
import type { Enquiry } from './enquiry-guards';

/** This is shorter than the 15 s for which the form waits. */
const ENQUIRY_DEADLINE_MS = 10_000;
/** A longer text from a bank is cut, because it is no name. */
const MAX_NAME_LENGTH = 140;

export interface EnquiryAnswer {
  /** The holder's name at the bank; null for another person's account and for an unknown one. */
  readonly accountName: string | null;
  /** True where the name matches the player's well enough for a payout. */
  readonly matches: boolean;
}

/** Finds the name of the bank with this code. Throws `validation` for a code that is not in the list. */
export function bankNameByCode(bankCode: string): string {
  const [bank] = banksByCode(bankCode);
  if (bank !== undefined) return bank.name;
  throw new ProblemError('validation', 'Check what you typed.', {
    errors: [{ field: 'bankCode', message: 'Choose a bank from the list.' }],
  });
}

/**
 * Asks the bank who holds this account. The answer only says whether the account is the player's own; about another person's account it
 * says nothing, not even that it exists. Throws as `assertMayEnquire` does, `gateway-unavailable` when the bank does not answer, and
 * `validation` for an unknown bank.
 */
export async function enquire(platform: Platform, enquiry: Enquiry): Promise<EnquiryAnswer> {
  const { userId, account } = enquiry;
  bankNameByCode(account.bankCode);
  await assertMayEnquire(platform, enquiry);
  const holder = await askBank(platform, account);
  const isOwn = holder !== null && namesMatch(await readProfileName(platform.pool, userId), holder);
  return { accountName: isOwn ? holder : null, matches: isOwn };
}

async function askBank(platform: Platform, { bankCode, accountNumber }: BankAccountRef): Promise<string | null> {
  try {
    const account = await withGatewayDeadline(platform.gateways.forPayouts.payouts.resolveAccount({ bankCode, accountNumber }), ENQUIRY_DEADLINE_MS);
    return account === null ? null : toOneLine(account.accountName, MAX_NAME_LENGTH);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    platform.log('bank-account.enquiry-silent', { gateway: platform.gateways.forPayouts.name, bankCode });
    throw new ProblemError('gateway-unavailable', 'We can’t reach the bank. Try again in a moment.', { retryAfterSeconds: 5 });
  }
}

export async function readProfileName(db: Db, userId: string): Promise<PersonName> {
  const { rows } = await db.query<PersonName>('SELECT firstname, lastname FROM player WHERE user_id = $1', [userId]);
  const row = rows[0];
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  return row;
}

export function nameMismatchProblem(): ProblemError {
  return new ProblemError('name-mismatch', 'This is not an account in your name.', {
    detail: 'Check the bank and the number. We only pay to your own account: the name at the bank must have your first and last name in it.',
  });
}
