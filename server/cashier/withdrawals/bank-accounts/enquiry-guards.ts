/** Limits who may ask a bank for an account's holder, and how often, because the answer may be about another person. */
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time';
import { countAttempt, secondsUntilFree, tooManyAttempts } from '../../../rate-limits/attempts';
import type { AttemptLimit } from '../../../rate-limits/attempts';
import { transaction } from '../../../db/transaction';
import type { FieldKeys } from '../../../field-keys';
import { addressSubject } from '../../../http/addresses';
import { ProblemError } from '../../../http/problem';
import { guardProblem } from '../../../ledger/guard-problem';
import type { CallerPlace } from '../../../place/rules';
import type { Platform } from '../../../platform';
import { isDepositForbidden } from '../../deposits/start-guards';
import { findPayoutAccount, indexedText } from './payout-accounts';
import type { BankAccountRef } from './payout-accounts';

export interface Enquiry {
  readonly userId: string;
  readonly account: BankAccountRef;
  readonly callerPlace: CallerPlace;
  /** The network address of the request. */
  readonly address: string;
}

/**
 * Adding an account takes two enquiries: one to show the name, one to add the account. So a person can try five accounts in ten minutes
 * and ten in a day, twice as many as they can have.
 */
export const ENQUIRIES_OF_PERSON: readonly AttemptLimit[] = [
  { kind: 'account-enquiry', limit: 10, windowMs: 10 * MINUTE_MS },
  { kind: 'account-enquiry-day', limit: 20, windowMs: DAY_MS },
];
/**
 * Many people share an address of a mobile network. Each person's first two enquiries a day count for that person alone, and are enough to
 * add one account; only further ones use the address's 120 an hour. So whoever uses these up stops nobody from adding an account. From one
 * address N people, who have all confirmed an e-mail and paid in, can make 120 enquiries an hour and 2 N a day, each at most 20.
 */
export const ENQUIRIES_OF_PERSON_AT_ADDRESS: AttemptLimit = { kind: 'account-enquiry-person', limit: 2, windowMs: DAY_MS };
export const ENQUIRIES_OF_ADDRESS: AttemptLimit = { kind: 'account-enquiry-address', limit: 120, windowMs: 60 * MINUTE_MS };
/**
 * Limits enquiries about one account by people without a verified identity. They can still change their name, so they could guess the
 * holder's name from the answers "not yours". Each person's first two enquiries a day count for that person alone; further ones share ten a
 * day. So nobody can block another person's own account, and N people, who have all confirmed an e-mail and paid in, get 2 N + 10 guesses a
 * day.
 */
export const ENQUIRIES_OF_PERSON_AT_ACCOUNT: AttemptLimit = { kind: 'account-enquiry-own', limit: 2, windowMs: DAY_MS };
export const ENQUIRIES_OF_ACCOUNT: AttemptLimit = { kind: 'account-enquiry-account', limit: 10, windowMs: DAY_MS };

interface Enquirer {
  readonly is_activated: boolean;
  readonly is_verified: boolean;
  /** The account is verified, or it is the second account of a verified person, which can't pay in any more. */
  readonly is_identified: boolean;
  readonly has_deposited: boolean;
  readonly has_money: boolean;
  /** The bank confirmed this account as the player's before, so there is nothing to guess. */
  readonly is_own: boolean;
  /**
   * The person's subject in the counters. A second account counts by itself, because it may be a stranger's, who must not use up the
   * tries of the account that plays.
   */
  readonly subject: string;
}

/** `account` is null where the question is not about an account. */
async function readEnquirer({ pool, fieldKeys }: Pick<Platform, 'pool' | 'fieldKeys'>, userId: string, account: BankAccountRef | null): Promise<Enquirer> {
  const accountRef = account === null ? null : await findPayoutAccount(pool, fieldKeys, account);
  const { rows } = await pool.query<Enquirer>(
    `SELECT email_activated_at IS NOT NULL AS is_activated, verification = 'verified' AS is_verified,
       verification = 'verified' OR is_second AS is_identified,
       EXISTS (SELECT FROM activity_day d WHERE d.user_id = p.user_id AND deposited > 0) AS has_deposited,
       EXISTS (SELECT FROM ledger_account a WHERE a.account_id = 'real:' || p.user_id AND balance > 0) AS has_money,
       EXISTS (SELECT FROM bank_account b WHERE b.user_id = p.user_id AND b.account_ref = $2)
         OR EXISTS (SELECT FROM withdrawal w WHERE w.user_id = p.user_id AND w.account_ref = $2) AS is_own,
       CASE WHEN is_second THEN p.user_id ELSE coalesce((SELECT min(encode(person_hash, 'hex')) FROM player_person x WHERE x.user_id = p.user_id), p.user_id) END AS subject
     FROM player p WHERE user_id = $1`,
    [userId, accountRef],
  );
  const [row] = rows;
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  return row;
}

/**
 * Returns true after the first credited deposit. A player who may not pay in at all (excluded, on a break, or elsewhere) and has money needs
 * only a verified identity, so that no money is trapped.
 */
async function isOpenToEnquirer(platform: Platform, enquirer: Enquirer, userId: string, callerPlace: CallerPlace): Promise<boolean> {
  if (enquirer.has_deposited) return true;
  if (!enquirer.is_identified || !enquirer.has_money) return false;
  return transaction(platform.pool, (tx) => isDepositForbidden(tx, userId, callerPlace, platform.now()));
}

export async function canAddBankAccount(platform: Platform, userId: string, callerPlace: CallerPlace): Promise<boolean> {
  return isOpenToEnquirer(platform, await readEnquirer(platform, userId, null), userId, callerPlace);
}

/**
 * Throws `email-not-activated`, `deposit-needed` and `too-many-requests`; otherwise it counts the enquiry. A refused enquiry counts
 * against nobody's share.
 */
export async function assertMayEnquire(platform: Platform, { userId, account, callerPlace, address }: Enquiry): Promise<void> {
  const enquirer = await readEnquirer(platform, userId, account);
  if (!enquirer.is_activated) throw guardProblem('email-not-activated');
  if (!(await isOpenToEnquirer(platform, enquirer, userId, callerPlace))) {
    throw new ProblemError('deposit-needed', 'Make your first deposit first.', {
      detail: 'A bank account can be added after your first deposit has arrived: until then no bank is asked.',
    });
  }
  const accountHash = await accountSubject(platform.fieldKeys, account);
  const shares: Share[] = [
    ...ENQUIRIES_OF_PERSON.map((limit) => ({ limit, subject: enquirer.subject })),
    { limit: ENQUIRIES_OF_ADDRESS, subject: addressSubject(address), personal: [ENQUIRIES_OF_PERSON_AT_ADDRESS, enquirer.subject] },
  ];
  if (!enquirer.is_verified && !enquirer.is_own) {
    shares.push({ limit: ENQUIRIES_OF_ACCOUNT, subject: accountHash, personal: [ENQUIRIES_OF_PERSON_AT_ACCOUNT, `${enquirer.subject}@${accountHash}`] });
  }
  const now = platform.now();
  // The first pass only reads, so that an enquiry which one share refuses is not counted on the others; the second pass counts.
  for (const share of shares) refuseWhileWaiting(await waitForShare(share, (limit, subject) => secondsUntilFree(platform.pool, limit, subject, now)));
  for (const share of shares) refuseWhileWaiting(await waitForShare(share, (limit, subject) => countAttempt(platform.pool, limit, subject, now)));
}

/** A share of tries that several people have in common. The `personal` share belongs to one person and is used first. */
interface Share {
  readonly limit: AttemptLimit;
  readonly subject: string;
  readonly personal?: readonly [AttemptLimit, string];
}

type CountTry = (limit: AttemptLimit, subject: string) => Promise<number | null>;

/** Returns the seconds to wait, or null where a try is free. */
async function waitForShare({ limit, subject, personal }: Share, countTry: CountTry): Promise<number | null> {
  if (personal !== undefined && (await countTry(...personal)) === null) return null;
  return countTry(limit, subject);
}

function refuseWhileWaiting(wait: number | null): void {
  if (wait !== null) throw tooManyAttempts(wait, 'Too many accounts were checked. Wait a little and try again.');
}

/**
 * The account's subject in the counters is made with a key, so that nobody finds its number by trying all of them. It is the oldest key, so
 * that a rotation does not begin the counting anew.
 */
async function accountSubject(fieldKeys: FieldKeys, { bankCode, accountNumber }: BankAccountRef): Promise<string> {
  const [oldest] = fieldKeys.ids();
  if (oldest === undefined) throw new Error('a process has a field key');
  return (await fieldKeys.indexOf(oldest, `enquiry ${indexedText(bankCode, accountNumber)}`)).toString('hex');
}
