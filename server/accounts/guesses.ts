/**
 * Bounds how often a password can be guessed. Wrong attempts count for their source: a session, a device that the player has
 * signed in with, or an address (an IPv4 address or an IPv6 /64) that tries this name. So nobody can lock the player out by typing
 * wrong passwords elsewhere. Strangers have no session and no known device, since the player has proved their identity in those
 * browsers. A network that the player has used counts as any other, since strangers may share it.
 *
 * An account has two names, its username and its e-mail. Strangers' attempts count for the name that they typed, whether an
 * account has it or not, so no answer reveals which names belong together. The bound of an account is the sum of its two names'
 * bounds. There is no counter of the account, because one name could fill it and the other reveal it.
 *
 * An attacker can have many addresses, so all strangers share two budgets for each name. An address's first attempts of a day use a
 * wide budget, which also serves the player at a new address. All later attempts share a narrow one. Somebody with a whole network
 * has any number of addresses, so the networks around an address have a share of the first attempts, too (`SHARES`): an attempt above
 * the share of any of them is a later one.
 *
 *   first attempts:  500 at once, then one in 12 s  → at most 500 + 7,200 = 7,700 a name and day
 *   later attempts:  60 at once, then one in 2 min  → at most 60 + 720 = 780 a name and day
 *
 * Guesses at one account (two names) in a day:
 *
 *   one IPv4 address, or an IPv6 /64   2 × (3 + 780)             =  1,566
 *   an IPv6 /48                        2 × (6 + 780)             =  1,572
 *   an IPv6 /32, or an IPv4 /24        2 × (30 + 780)            =  1,620
 *   an IPv4 /16                        2 × (120 + 780)           =  1,800
 *   a botnet of N IPv4 addresses       2 × (min(3 N, 7,700) + 780): 2,160 of 100, 7,560 of 1,000
 *   any number of addresses            2 × (7,700 + 780)         = 16,960
 *
 * For two minutes after a sign-up a repeated sign-up is a guess, too; these add at most 11 for each account, ever
 * (`repeated-sign-up.ts`).
 *
 * Sign-up refuses the passwords that attackers guess first. To block the player's first attempt at one of the names, an attacker
 * needs 2,567 new IPv4 addresses, 1,284 new /48s or 257 new /32s every day. Even then a known device, a session and a reset link
 * (which makes the browser a known device) still work at once. A single network can use up the later attempts, and inside a
 * network whose share is used up the player's attempt is a later one.
 */
import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';
import { countAttempt, tooManyAttempts, uncountAttempt } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { transaction } from '../db/transaction';
import { addressSubject, blockSubject, networkSubject } from '../http/addresses';
import { drainBucket, fillBucket } from '../rate-limits/rates';
import type { Rate } from '../rate-limits/rates';
import { PASSWORD_CHECK_LIMIT } from './attempt-limits';
import { FAILURE_LEAK_MS, MAX_FAILURES, clearFailures, takeAttempt, undoAttempt } from './failure-delays';

/** The number of first attempts at one name in a day from one network of this size. */
interface NetworkShare extends AttemptLimit {
  /** The number of an address's bits that name the network. */
  readonly bits: number;
  readonly networkOf: (address: string) => string;
}

const ADDRESS_SHARE = { kind: 'first-tries', limit: 3, windowMs: DAY_MS, networkOf: addressSubject } as const;
const NETWORK_SHARE = { kind: 'first-tries-network', windowMs: DAY_MS, networkOf: networkSubject } as const;
const BLOCK_SHARE = { kind: 'first-tries-block', windowMs: DAY_MS, networkOf: blockSubject } as const;

/** Shares from the smallest network to the largest. One customer may hold an IPv6 /48; a carrier may serve thousands from an IPv4 /24. */
const SHARES = {
  4: [{ ...ADDRESS_SHARE, bits: 32 }, { ...NETWORK_SHARE, bits: 24, limit: 30 }, { ...BLOCK_SHARE, bits: 16, limit: 120 }],
  6: [{ ...ADDRESS_SHARE, bits: 64 }, { ...NETWORK_SHARE, bits: 48, limit: 6 }, { ...BLOCK_SHARE, bits: 32, limit: 30 }],
} as const satisfies Record<4 | 6, readonly [NetworkShare, NetworkShare, NetworkShare]>;

interface Budget extends Rate {
  readonly atOnce: number;
}

export const FIRST_BUDGET: Budget = { kind: 'first-guesses', leakMs: 12_000, atOnce: 500 };
const LATER_BUDGET: Budget = { kind: 'later-guesses', leakMs: 120_000, atOnce: 60 };
/** The username and the e-mail. */
const NAMES_PER_ACCOUNT = 2;

/** The networks that an attacker holds: `count` of them (default: one) of `bits` bits each, each in another larger network. */
export interface AttackerNetworks {
  readonly family: 4 | 6;
  readonly bits: number;
  readonly count?: number;
}

/** Returns the number of guesses that these networks allow at one account in `ms`; the comment at the top explains the bounds. */
export function maxGuesses({ family, bits, count = 1 }: AttackerNetworks, ms: number): number {
  const budgetIn = ({ atOnce, leakMs }: Budget): number => atOnce + Math.floor(ms / leakMs);
  const countNetworks = (share: NetworkShare): number => count * Math.max(1, 2 ** (share.bits - bits));
  const shares = SHARES[family];
  const first = Math.min(...shares.map((share) => share.limit * countNetworks(share))) * Math.ceil(ms / DAY_MS);
  const later = countNetworks(shares[0]) * (MAX_FAILURES + Math.floor(ms / FAILURE_LEAK_MS));
  return NAMES_PER_ACCOUNT * (Math.min(first, budgetIn(FIRST_BUDGET)) + Math.min(later, budgetIn(LATER_BUDGET)));
}

/** The source that a password attempt counts for. */
export type AttemptSource =
  | { readonly kind: 'session'; readonly userId: string; readonly sessionHash: string }
  | { readonly kind: 'device'; readonly userId: string; readonly deviceHash: string }
  /** `name` is the subject under which the typed name counts. */
  | { readonly kind: 'stranger'; readonly name: string; readonly address: string };

/** An attempt that was counted before the password check. */
export interface TakenAttempt {
  /** Deletes this attempt and the earlier failures. For a right password. */
  clear(): Promise<void>;
  /** Deletes this attempt alone. For a password that the busy hasher did not check. */
  undo(): Promise<void>;
}

/** Returns the subject under which failures of an address at a name count. */
export const strangerSubject = (name: string, address: string): string => `${name}@${addressSubject(address)}`;

const attemptSubject = (source: AttemptSource): string => {
  switch (source.kind) {
    case 'session':
      return `session:${source.sessionHash}`;
    case 'device':
      return `device:${source.deviceHash}`;
    case 'stranger':
      return strangerSubject(source.name, source.address);
  }
};

/** Counts an attempt. Throws 429 with Retry-After; a refused attempt is not counted. */
export async function takePasswordAttempt(pool: Pool, source: AttemptSource, now: Date): Promise<TakenAttempt> {
  const subject = attemptSubject(source);
  const charge = await transaction(pool, async (tx) => {
    const waitSeconds = await takeAttempt(tx, subject, now);
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
    if (source.kind === 'session') await countPasswordCheck(tx, source.userId, now);
    return source.kind === 'stranger' ? chargeBudget(tx, source, now) : null;
  });
  return {
    clear: () =>
      transaction(pool, async (tx) => {
        await clearFailures(tx, subject);
        if (source.kind === 'stranger' && charge !== null) await drainBucket(tx, charge.budget, source.name);
      }),
    undo: () =>
      transaction(pool, async (tx) => {
        await undoAttempt(tx, subject, now);
        if (source.kind === 'session') await uncountAttempt(tx, PASSWORD_CHECK_LIMIT, source.userId, now);
        if (source.kind !== 'stranger' || charge === null) return;
        for (const share of charge.shares) await uncountAttempt(tx, share, shareSubject(source, share), now);
        await drainBucket(tx, charge.budget, source.name);
      }),
  };
}

/** A right password counts as much as a wrong one, since both cost the hasher the same and a player may have many sessions. */
async function countPasswordCheck(tx: PoolClient, userId: string, now: Date): Promise<void> {
  const waitSeconds = await countAttempt(tx, PASSWORD_CHECK_LIMIT, userId, now);
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
}

interface Stranger {
  readonly name: string;
  readonly address: string;
}

/** The counters, beside the address's own, that a stranger's attempt was added to. */
interface Charge {
  readonly budget: Budget;
  /** Empty for a later attempt. */
  readonly shares: readonly NetworkShare[];
}

const sharesOf = ({ address }: Stranger): readonly NetworkShare[] => SHARES[addressSubject(address).includes(':') ? 6 : 4];
const shareSubject = ({ name, address }: Stranger, { networkOf }: NetworkShare): string => `${name}@${networkOf(address)}`;

/** Counts the attempt on a budget of the name, which all addresses share. Throws 429 where it is used up. */
async function chargeBudget(tx: PoolClient, stranger: Stranger, now: Date): Promise<Charge> {
  const isFirst = await countFirstAttempt(tx, stranger, now);
  const budget = isFirst ? FIRST_BUDGET : LATER_BUDGET;
  const { waitSeconds } = await fillBucket(tx, budget, stranger.name, { now, capacity: budget.atOnce });
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  return { budget, shares: isFirst ? sharesOf(stranger) : [] };
}

/** Counts a first attempt. Returns false and counts nothing where the share of one of the networks around the address is used up. */
async function countFirstAttempt(tx: PoolClient, stranger: Stranger, now: Date): Promise<boolean> {
  await tx.query('SAVEPOINT first_try');
  for (const share of sharesOf(stranger)) {
    if ((await countAttempt(tx, share, shareSubject(stranger, share), now)) === null) continue;
    await tx.query('ROLLBACK TO SAVEPOINT first_try');
    return false;
  }
  return true;
}
