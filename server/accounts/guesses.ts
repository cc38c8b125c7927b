/**
 * How often a password may be guessed, and by whom. Wrong tries are counted where they come from: in a session, on a device
 * that the player has signed in with, or from a place (an IPv4 address, an IPv6 /64) that tries this name. So nobody keeps the
 * player out by typing wrong passwords elsewhere. A session or a known device is a browser in which the player has proved who
 * they are, so strangers have neither; a network that the player has been in before counts as any other, since strangers may
 * share it.
 *
 * An account has two names, its username and its e-mail. Strangers are counted by the name that they typed, whether it is
 * anybody's or not: no answer depends on which names belong together, so none tells. The bound of the account is the sum of
 * its two names' bounds; there is no counter of the account that one name could fill and the other one show.
 *
 * Places are many, so all strangers share two budgets for each name. The first tries of a place in a day come out of a wide
 * one: the player in a new place is the first try of a place. All later ones share a narrow one. Whoever holds a whole network
 * has as many places as they like, so the networks around a place have a share of the first tries, too (`SHARES`): what goes
 * beyond the share of any of them is a later try.
 *
 *   first tries:  500 at once, then one in 12 s  → at most 500 + 7,200 = 7,700 a name and day
 *   later tries:  60 at once, then one in 2 min  → at most 60 + 720 = 780 a name and day
 *
 * Guesses at one account (two names) in a day:
 *
 *   one IPv4 address, or an IPv6 /64   2 × (3 + 780)             =  1,566
 *   an IPv6 /48                        2 × (6 + 780)             =  1,572
 *   an IPv6 /32, or an IPv4 /24        2 × (30 + 780)            =  1,620
 *   an IPv4 /16                        2 × (120 + 780)           =  1,800
 *   a botnet of N IPv4 addresses       2 × (min(3 N, 7,700) + 780): 2,160 of 100, 7,560 of 1,000
 *   however many                       2 × (7,700 + 780)         = 16,960
 *
 * For two minutes after a sign-up the same sign-up sent again is a guess, too: at most 11 of an account, ever
 * (`repeated-sign-up.ts`), which come on top.
 *
 * The passwords that are guessed first are refused at sign-up. To leave no room for the player's first try at one of the names,
 * somebody has to come from 2,567 new IPv4 addresses, 1,284 new /48s or 257 new /32s every day; and then a known device, a
 * session and the link of a reset (which makes the browser a known device) still go in at once. A single network can use up the
 * later tries, and from inside a network whose share is used up the player's try is a later one.
 */
import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import { countAttempt, takeBackAttempt, tooManyAttempts } from '../attempts';
import type { AttemptLimit } from '../attempts';
import { transaction } from '../db/transaction';
import { addressSubject, blockSubject, networkSubject } from '../http/addresses';
import { clearFailures, takeBackTry, takeTry, FAILURE_LEAK_MS, MOST_FAILURES_AT_ONCE, PASSWORD_CHECKS_OF_PLAYER } from './attempts';
import { fill, takeBack } from './rates';
import type { Rate } from './rates';

/** The first tries at one name in a day from one network of this size. */
interface Share extends AttemptLimit {
  /** How many bits of an address are the network's. */
  readonly bits: number;
  readonly networkOf: (address: string) => string;
}

const PLACE = { kind: 'first-tries', limit: 3, windowMs: DAY_MS, networkOf: addressSubject } as const;
const NETWORK = { kind: 'first-tries-network', windowMs: DAY_MS, networkOf: networkSubject } as const;
const BLOCK = { kind: 'first-tries-block', windowMs: DAY_MS, networkOf: blockSubject } as const;

/** From the smallest network to the largest. One customer may hold a /48 of IPv6; a /24 of IPv4 may be a carrier's for thousands. */
const SHARES = {
  4: [{ ...PLACE, bits: 32 }, { ...NETWORK, bits: 24, limit: 30 }, { ...BLOCK, bits: 16, limit: 120 }],
  6: [{ ...PLACE, bits: 64 }, { ...NETWORK, bits: 48, limit: 6 }, { ...BLOCK, bits: 32, limit: 30 }],
} as const satisfies Record<4 | 6, readonly [Share, Share, Share]>;

interface Budget extends Rate {
  readonly atOnce: number;
}

const FIRST_BUDGET: Budget = { kind: 'first-guesses', leakMs: 12_000, atOnce: 500 };
const LATER_BUDGET: Budget = { kind: 'later-guesses', leakMs: 120_000, atOnce: 60 };
/** Username and e-mail. */
const NAMES_OF_ACCOUNT = 2;

/** Where strangers come from: `count` networks (default: one) of `bits` bits each, none in the same larger one as another. */
export interface Holding {
  readonly family: 4 | 6;
  readonly bits: number;
  readonly count?: number;
}

/** The most that strangers who hold these networks can guess of one account in `ms`; see above. */
export function mostGuesses({ family, bits, count = 1 }: Holding, ms: number): number {
  const within = ({ atOnce, leakMs }: Budget): number => atOnce + Math.floor(ms / leakMs);
  const networksOf = (share: Share): number => count * Math.max(1, 2 ** (share.bits - bits));
  const shares = SHARES[family];
  const first = Math.min(...shares.map((share) => share.limit * networksOf(share))) * Math.ceil(ms / DAY_MS);
  const later = networksOf(shares[0]) * (MOST_FAILURES_AT_ONCE + Math.floor(ms / FAILURE_LEAK_MS));
  return NAMES_OF_ACCOUNT * (Math.min(first, within(FIRST_BUDGET)) + Math.min(later, within(LATER_BUDGET)));
}

/** Who gives a password. */
export type Trier =
  | { readonly kind: 'session'; readonly userId: string; readonly sessionHash: string }
  | { readonly kind: 'device'; readonly userId: string; readonly deviceHash: string }
  /** `name`: what the typed name is counted as. */
  | { readonly kind: 'stranger'; readonly name: string; readonly address: string };

/** A try that was taken before the password was looked at. */
export interface TakenTry {
  /** The password was right: the failures before it don't count any more, nor does this try. */
  giveBack(): Promise<void>;
  /** No password was looked at, since too many wait for that: this try is as if it had never been. */
  takeBack(): Promise<void>;
}

/** Whom the failures of a place that tries a name are counted as. */
export const strangerSubject = (name: string, address: string): string => `${name}@${addressSubject(address)}`;

const subjectOf = (trier: Trier): string => {
  switch (trier.kind) {
    case 'session':
      return `session:${trier.sessionHash}`;
    case 'device':
      return `device:${trier.deviceHash}`;
    case 'stranger':
      return strangerSubject(trier.name, trier.address);
  }
};

/** Throws 429 with Retry-After. What is refused is counted nowhere. */
export async function takeGuess(pool: Pool, trier: Trier, now: Date): Promise<TakenTry> {
  const subject = subjectOf(trier);
  const drawn = await transaction(pool, async (tx) => {
    const wait = await takeTry(tx, subject, now);
    if (wait !== null) throw tooManyAttempts(wait);
    if (trier.kind === 'session') await countCheck(tx, trier.userId, now);
    return trier.kind === 'stranger' ? drawOn(tx, trier, now) : null;
  });
  return {
    giveBack: () =>
      transaction(pool, async (tx) => {
        await clearFailures(tx, subject);
        if (trier.kind === 'stranger' && drawn !== null) await takeBack(tx, drawn.budget, trier.name);
      }),
    takeBack: () =>
      transaction(pool, async (tx) => {
        await takeBackTry(tx, subject, now);
        if (trier.kind === 'session') await takeBackAttempt(tx, PASSWORD_CHECKS_OF_PLAYER, trier.userId, now);
        if (trier.kind !== 'stranger' || drawn === null) return;
        for (const share of drawn.shares) await takeBackAttempt(tx, share, ofShare(trier, share), now);
        await takeBack(tx, drawn.budget, trier.name);
      }),
  };
}

/** Right passwords cost the hasher as much as wrong ones, and a player may have many sessions: so this one is never given back. */
async function countCheck(tx: PoolClient, userId: string, now: Date): Promise<void> {
  const wait = await countAttempt(tx, PASSWORD_CHECKS_OF_PLAYER, userId, now);
  if (wait !== null) throw tooManyAttempts(wait);
}

interface Stranger {
  readonly name: string;
  readonly address: string;
}

/** Where a try of a stranger was counted, beside its place. */
interface Drawn {
  readonly budget: Budget;
  /** None for a later try. */
  readonly shares: readonly Share[];
}

const sharesOf = ({ address }: Stranger): readonly Share[] => SHARES[addressSubject(address).includes(':') ? 6 : 4];
const ofShare = ({ name, address }: Stranger, { networkOf }: Share): string => `${name}@${networkOf(address)}`;

/** Of one name: the budgets are common to all places. */
async function drawOn(tx: PoolClient, stranger: Stranger, now: Date): Promise<Drawn> {
  const isFirst = await countFirstTry(tx, stranger, now);
  const budget = isFirst ? FIRST_BUDGET : LATER_BUDGET;
  const { waitSeconds } = await fill(tx, budget, stranger.name, { now, capacity: budget.atOnce });
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  return { budget, shares: isFirst ? sharesOf(stranger) : [] };
}

/** False, and nothing is counted, where the share of one of the networks around the place is used up. */
async function countFirstTry(tx: PoolClient, stranger: Stranger, now: Date): Promise<boolean> {
  await tx.query('SAVEPOINT first_try');
  for (const share of sharesOf(stranger)) {
    if ((await countAttempt(tx, share, ofShare(stranger, share), now)) === null) continue;
    await tx.query('ROLLBACK TO SAVEPOINT first_try');
    return false;
  }
  return true;
}
