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
import type { AccountPlace } from './bank-account-rows';

export interface Asking {
  readonly userId: string;
  /** The account that is asked about. */
  readonly place: AccountPlace;
  /** Where the request comes from. */
  readonly from: CallerPlace;
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

interface Asker {
  readonly activated: boolean;
  readonly verified: boolean;
  /** Verified, or a second account of somebody who is: it can't pay in any more. */
  readonly identified: boolean;
  readonly deposited: boolean;
  readonly holds: boolean;
  /** The account was the player's own before, by its bank's word: there is nothing to guess. */
  readonly owned: boolean;
  /**
   * The person's name in the counters. A second account counts by itself: it may be a stranger's, who must not use up the tries of
   * the one that plays.
   */
  readonly subject: string;
}

/** `place`: null where no account is asked about. */
async function readAsker({ pool }: Pick<Platform, 'pool'>, userId: string, place: AccountPlace | null): Promise<Asker> {
  const { rows } = await pool.query<Asker>(
    `SELECT email_activated_at IS NOT NULL AS activated, verification = 'verified' AS verified, verification = 'verified' OR is_second AS identified,
       EXISTS (SELECT FROM activity_day d WHERE d.user_id = p.user_id AND deposited > 0) AS deposited,
       EXISTS (SELECT FROM ledger_account a WHERE a.account_id = 'real:' || p.user_id AND balance > 0) AS holds,
       EXISTS (SELECT FROM bank_account b WHERE b.user_id = p.user_id AND b.bank_code = $2 AND b.account_number = $3)
         OR EXISTS (SELECT FROM withdrawal w WHERE w.user_id = p.user_id AND w.bank_code = $2 AND w.account_number = $3) AS owned,
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
async function isOpen(platform: Platform, userId: string, { identified, deposited, holds }: Asker, from: CallerPlace): Promise<boolean> {
  if (deposited) return true;
  return identified && holds && (await transaction(platform.pool, (tx) => isBarred(tx, userId, from, platform.now())));
}

export async function isOpenFor(platform: Platform, userId: string, from: CallerPlace): Promise<boolean> {
  return isOpen(platform, userId, await readAsker(platform, userId, null), from);
}

/**
 * Throws `email-not-activated`, `deposit-needed` and `too-many-requests`; else the question counts. One that is refused
 * takes nobody's tries.
 */
export async function assertMayEnquire(platform: Platform, { userId, place, from, address }: Asking): Promise<void> {
  const asker = await readAsker(platform, userId, place);
  if (!asker.activated) throw guardProblem('email-not-activated');
  if (!(await isOpen(platform, userId, asker, from))) {
    throw new ProblemError('deposit-needed', 'Your first deposit comes first.', {
      detail: 'A bank account can be added after your first deposit has arrived: until then no bank is asked.',
    });
  }
  const account = accountSubject(place);
  const shares: Share[] = [
    ...ENQUIRIES_OF_PERSON.map((limit) => ({ limit, subject: asker.subject })),
    { limit: ENQUIRIES_OF_ADDRESS, subject: addressSubject(address), own: [ENQUIRIES_OF_PERSON_AT_ADDRESS, asker.subject] },
  ];
  if (!asker.verified && !asker.owned) {
    shares.push({ limit: ENQUIRIES_OF_ACCOUNT, subject: account, own: [ENQUIRIES_OF_PERSON_AT_ACCOUNT, `${asker.subject}@${account}`] });
  }
  const now = platform.now();
  for (const share of shares) refuseAfter(await takeFrom(share, (limit, subject) => secondsUntilFree(platform.pool, limit, subject, now)));
  for (const share of shares) refuseAfter(await takeFrom(share, (limit, subject) => countAttempt(platform.pool, limit, subject, now)));
}

/** Tries that several people may have in common. `own`: the person's alone, which is used up before the common one is asked. */
interface Share {
  readonly limit: AttemptLimit;
  readonly subject: string;
  readonly own?: readonly [AttemptLimit, string];
}

type Take = (limit: AttemptLimit, subject: string) => Promise<number | null>;

/** Null, or the seconds to wait. */
async function takeFrom({ limit, subject, own }: Share, take: Take): Promise<number | null> {
  if (own !== undefined && (await take(...own)) === null) return null;
  return take(limit, subject);
}

function refuseAfter(wait: number | null): void {
  if (wait !== null) throw tooManyAttempts(wait, 'Too many accounts were checked. Wait a little and try again.');
}

/** No number of an account stands in the counters. */
function accountSubject({ bankCode, accountNumber }: AccountPlace): string {
  return createHash('sha256').update(`${bankCode} ${accountNumber}`).digest('hex');
}
