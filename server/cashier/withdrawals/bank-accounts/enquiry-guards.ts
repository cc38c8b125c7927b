/** Who may ask a bank whose an account is, and how often: an answer is a word about somebody, maybe about somebody else. */
import { createHash } from 'node:crypto';
import { countAttempt, secondsUntilFree, tooManyAttempts } from '../../../attempts';
import type { AttemptLimit } from '../../../attempts';
import { transaction } from '../../../db/transaction';
import { addressSubject } from '../../../http/addresses';
import { ProblemError } from '../../../http/problem';
import { guardProblem } from '../../../ledger/guards';
import type { CallerPlace } from '../../../place/rules';
import type { Platform } from '../../../platform';
import { isBarred } from '../../deposits/start-guards';
import type { BankAccountRef } from './bank-account-rows';

export interface Enquiry {
  readonly userId: string;
  /** The account that is asked about. */
  readonly place: BankAccountRef;
  /** Where the request comes from. */
  readonly callerPlace: CallerPlace;
  /** Of the network. */
  readonly address: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Adding an account is two questions: one looks, one keeps. So a person can try five accounts in ten minutes and ten in a
 * day; twice as many as can be kept.
 */
export const ENQUIRIES_OF_PERSON: readonly AttemptLimit[] = [
  { kind: 'account-enquiry', limit: 10, windowMs: 10 * MINUTE_MS },
  { kind: 'account-enquiry-day', limit: 20, windowMs: DAY_MS },
];
/**
 * Many people share an address of a mobile network, and each asks a few times in all. Each person has two questions a day of
 * their own, enough to look and to keep; only what goes beyond them comes out of the address' share. So seven people who ask all
 * that they may (18 each beside their own, 126) use the share up for an hour and still keep no neighbour from adding an account, and
 * from one address N people, who have all confirmed an e-mail and paid in, ask 120 times an hour and 2 N times a day, each at most 20.
 */
export const ENQUIRIES_OF_PERSON_AT_ADDRESS: AttemptLimit = { kind: 'account-enquiry-person', limit: 2, windowMs: DAY_MS };
export const ENQUIRIES_OF_ADDRESS: AttemptLimit = { kind: 'account-enquiry-address', limit: 120, windowMs: 60 * MINUTE_MS };
/**
 * About one account, by people without a proven identity: with a name that can still be changed the answer "not yours" could be
 * turned into the name by guessing. Each person has a small share of their own, enough to look and to keep; what goes beyond it
 * comes out of a share of all of them. So nobody is kept from their own account by what others ask, and N people who have all
 * confirmed an e-mail and paid in get 2 N + 10 guesses a day.
 */
export const ENQUIRIES_OF_PERSON_AT_ACCOUNT: AttemptLimit = { kind: 'account-enquiry-own', limit: 2, windowMs: DAY_MS };
export const ENQUIRIES_OF_ACCOUNT: AttemptLimit = { kind: 'account-enquiry-account', limit: 10, windowMs: DAY_MS };

interface Enquirer {
  readonly is_activated: boolean;
  readonly is_verified: boolean;
  /** Verified, or a second account of somebody who is: it can't pay in any more. */
  readonly is_identified: boolean;
  readonly has_deposited: boolean;
  readonly has_money: boolean;
  /** The account was the player's own before, by its bank's word: there is nothing to guess. */
  readonly is_own: boolean;
  /**
   * The person's name in the counters. A second account counts by itself: it may be a stranger's, who must not use up the tries of
   * the one that plays.
   */
  readonly subject: string;
}

/** `place`: null where no account is asked about. */
async function readEnquirer({ pool }: Pick<Platform, 'pool'>, userId: string, place: BankAccountRef | null): Promise<Enquirer> {
  const { rows } = await pool.query<Enquirer>(
    `SELECT email_activated_at IS NOT NULL AS is_activated, verification = 'verified' AS is_verified,
       verification = 'verified' OR is_second AS is_identified,
       EXISTS (SELECT FROM activity_day d WHERE d.user_id = p.user_id AND deposited > 0) AS has_deposited,
       EXISTS (SELECT FROM ledger_account a WHERE a.account_id = 'real:' || p.user_id AND balance > 0) AS has_money,
       EXISTS (SELECT FROM bank_account b WHERE b.user_id = p.user_id AND b.bank_code = $2 AND b.account_number = $3)
         OR EXISTS (SELECT FROM withdrawal w WHERE w.user_id = p.user_id AND w.bank_code = $2 AND w.account_number = $3) AS is_own,
       CASE WHEN is_second THEN p.user_id ELSE coalesce((SELECT min(encode(person_hash, 'hex')) FROM player_person x WHERE x.user_id = p.user_id), p.user_id) END AS subject
     FROM player p WHERE user_id = $1`,
    [userId, place?.bankCode ?? null, place?.accountNumber ?? null],
  );
  const [row] = rows;
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  return row;
}

/**
 * Open after the first credited deposit. Whoever may not pay in at all (excluded, on a break, elsewhere) and holds money
 * gets at it with a proven identity alone: money is never caught.
 */
async function isOpenToEnquirer(platform: Platform, enquirer: Enquirer, userId: string, callerPlace: CallerPlace): Promise<boolean> {
  if (enquirer.has_deposited) return true;
  if (!enquirer.is_identified || !enquirer.has_money) return false;
  return transaction(platform.pool, (tx) => isBarred(tx, userId, callerPlace, platform.now()));
}

export async function canAddBankAccount(platform: Platform, userId: string, callerPlace: CallerPlace): Promise<boolean> {
  return isOpenToEnquirer(platform, await readEnquirer(platform, userId, null), userId, callerPlace);
}

/**
 * Throws `email-not-activated`, `deposit-needed` and `too-many-requests`; else the question counts. One that is refused
 * takes nobody's tries.
 */
export async function assertMayEnquire(platform: Platform, { userId, place, callerPlace: callerPlace, address }: Enquiry): Promise<void> {
  const enquirer = await readEnquirer(platform, userId, place);
  if (!enquirer.is_activated) throw guardProblem('email-not-activated');
  if (!(await isOpenToEnquirer(platform, enquirer, userId, callerPlace))) {
    throw new ProblemError('deposit-needed', 'Your first deposit comes first.', {
      detail: 'A bank account can be added after your first deposit has arrived: until then no bank is asked.',
    });
  }
  const account = accountSubject(place);
  const shares: Share[] = [
    ...ENQUIRIES_OF_PERSON.map((limit) => ({ limit, subject: enquirer.subject })),
    { limit: ENQUIRIES_OF_ADDRESS, subject: addressSubject(address), personal: [ENQUIRIES_OF_PERSON_AT_ADDRESS, enquirer.subject] },
  ];
  if (!enquirer.is_verified && !enquirer.is_own) {
    shares.push({ limit: ENQUIRIES_OF_ACCOUNT, subject: account, personal: [ENQUIRIES_OF_PERSON_AT_ACCOUNT, `${enquirer.subject}@${account}`] });
  }
  const now = platform.now();
  for (const share of shares) refuseWhileWaiting(await waitForShare(share, (limit, subject) => secondsUntilFree(platform.pool, limit, subject, now)));
  for (const share of shares) refuseWhileWaiting(await waitForShare(share, (limit, subject) => countAttempt(platform.pool, limit, subject, now)));
}

/** Tries that several people may have in common. `own`: the person's alone, which is used up before the common one is asked. */
interface Share {
  readonly limit: AttemptLimit;
  readonly subject: string;
  readonly personal?: readonly [AttemptLimit, string];
}

type CountTry = (limit: AttemptLimit, subject: string) => Promise<number | null>;

/** Null, or the seconds to wait. */
async function waitForShare({ limit, subject, personal: own }: Share, countTry: CountTry): Promise<number | null> {
  if (own !== undefined && (await countTry(...own)) === null) return null;
  return countTry(limit, subject);
}

function refuseWhileWaiting(wait: number | null): void {
  if (wait !== null) throw tooManyAttempts(wait, 'Too many accounts were checked. Wait a little and try again.');
}

/** No number of an account stands in the counters. */
function accountSubject({ bankCode, accountNumber }: BankAccountRef): string {
  return createHash('sha256').update(`${bankCode} ${accountNumber}`).digest('hex');
}
