/**
 * How often a call may be made without a session: from one address, from the network around it, and of all together. Many real
 * people share the address of a carrier, so a busy address is not closed: from a level on each call costs its device a puzzle,
 * a harder one the busier it is. Only far above that it is refused for a while, and then the wait is that for one place.
 */
import type { PoolClient } from 'pg';
import type { Proof } from '../../src/core/contract/proof-of-work';
import { tooManyAttempts, wholeSeconds } from '../attempts';
import { transaction } from '../db/transaction';
import { addressSubject, networkSubject } from '../http/addresses';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { bitsOf, makePuzzle, usePuzzle } from './puzzle';
import type { Purpose } from './puzzle';
import { fill, takeBack } from './rates';
import type { Rate } from './rates';

/** 65,000 numbers on average: a tenth of a second on a computer, one or two on a slow phone. */
const EASIEST_BITS = 16;
/** Sixteen times as long. */
const HARDEST_BITS = 20;
/** While a puzzle is solved others come in, and the next may already be harder by this much. */
const BITS_OF_GRACE = 2;
/** Where there is no most. */
const ANY_NUMBER = 1_000_000;

export interface Door extends Rate {
  /** So many at once are let in without a puzzle. */
  readonly free: number;
  /** So many at once are let in with one; null: any number, or somebody could shut the door for all. */
  readonly most: number | null;
}

export interface Gate {
  readonly kind: string;
  readonly ofAddress: Door;
  readonly ofNetwork?: Door;
  readonly ofAll?: Door;
}

const SECOND_MS = 1000;

/** 240 an hour from one address, in the long run. Each may send a mail to a stranger. */
export const SIGN_UPS: Gate = {
  kind: 'sign-up',
  ofAddress: { kind: 'sign-up-address', leakMs: 15 * SECOND_MS, free: 20, most: 120 },
  ofNetwork: { kind: 'sign-up-network', leakMs: 4 * SECOND_MS, free: 80, most: 450 },
  ofAll: { kind: 'sign-up-all', leakMs: SECOND_MS, free: 200, most: null },
};

/**
 * Tries of strangers that failed; whoever signs in takes no room. 1,800 an hour from one address, 7,200 from the network around
 * it: whoever holds a /48 gets no further with its 65,536 addresses than with four.
 */
export const SIGN_INS: Gate = {
  kind: 'sign-in',
  ofAddress: { kind: 'sign-in-address', leakMs: 2 * SECOND_MS, free: 30, most: 150 },
  ofNetwork: { kind: 'sign-in-network', leakMs: SECOND_MS / 2, free: 120, most: 600 },
  ofAll: { kind: 'sign-in-all', leakMs: SECOND_MS / 10, free: 1_000, most: null },
};

/** 60 an hour from one address, 240 from the network around it. Each may send a mail to a stranger. */
export const RESETS: Gate = {
  kind: 'reset',
  ofAddress: { kind: 'reset-address', leakMs: 60 * SECOND_MS, free: 30, most: 120 },
  ofNetwork: { kind: 'reset-network', leakMs: 15 * SECOND_MS, free: 120, most: 450 },
  ofAll: { kind: 'reset-all', leakMs: SECOND_MS, free: 200, most: null },
};

/** How hard the puzzle is at a level: harder by a bit with each quarter of the way to the most. */
export function bitsAt({ free, most }: Pick<Door, 'free' | 'most'>, level: number): number {
  const step = Math.max(1, ((most ?? 5 * free) - free) / (HARDEST_BITS - EASIEST_BITS));
  return Math.min(HARDEST_BITS, EASIEST_BITS + Math.max(0, Math.floor((level - free) / step)));
}

export interface Entering {
  readonly address: string;
  /** What was typed that the call is about (an e-mail, a username): the puzzle is good for it alone. */
  readonly about: string;
  readonly proof: Proof | undefined;
}

interface Passage {
  readonly door: Door;
  readonly subject: string;
}

function passagesOf({ ofAddress, ofNetwork, ofAll }: Gate, address: string): Passage[] {
  return [
    { door: ofAddress, subject: addressSubject(address) },
    ...(ofNetwork === undefined ? [] : [{ door: ofNetwork, subject: networkSubject(address) }]),
    ...(ofAll === undefined ? [] : [{ door: ofAll, subject: '' }]),
  ];
}

/** How hard the puzzle has to be that was not brought along, and how long it would take without one. */
class PuzzleNeeded extends Error {
  override readonly name = 'PuzzleNeeded';
  readonly bits: number;
  readonly waitSeconds: number;
  constructor(bits: number, waitSeconds: number) {
    super('A puzzle has to be solved first.');
    this.bits = bits;
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Counts a call and lets it in. Throws 429 `proof-of-work` with a puzzle in `current`, or 429 `too-many-requests`, both with
 * Retry-After; then nothing was counted.
 */
export async function enter(platform: Platform, gate: Gate, { address, about, proof }: Entering): Promise<void> {
  const purpose: Purpose = { kind: gate.kind, subject: `${addressSubject(address)} ${secretHash(about)}` };
  const bits = proof === undefined ? 0 : await bitsOf(platform, purpose, proof);
  try {
    await transaction(platform.pool, async (tx) => {
      const isProven = proof !== undefined && bits > 0 && (await usePuzzle(tx, platform, proof));
      for (const passage of passagesOf(gate, address)) await pass(tx, passage, isProven ? bits : 0, platform.now());
    });
  } catch (error) {
    if (!(error instanceof PuzzleNeeded)) throw error;
    throw new ProblemError('proof-of-work', 'It is busy here. Your device has to solve a puzzle first.', {
      current: await makePuzzle(platform, purpose, error.bits),
      retryAfterSeconds: error.waitSeconds,
    });
  }
}

async function pass(tx: PoolClient, { door, subject }: Passage, bits: number, now: Date): Promise<void> {
  const { level, waitSeconds } = await fill(tx, door, subject, { now, capacity: bits > 0 ? (door.most ?? ANY_NUMBER) : door.free });
  if (waitSeconds !== null && bits > 0) throw tooManyAttempts(waitSeconds, 'Many people came from your network. Wait a little and try again.');
  const needed = bitsAt(door, level);
  if (waitSeconds !== null) throw new PuzzleNeeded(needed, waitSeconds);
  const waitWithout = wholeSeconds((level - door.free) * door.leakMs);
  if (bits > 0 && level > door.free && bits < needed - BITS_OF_GRACE) throw new PuzzleNeeded(needed, waitWithout);
}

/** What was counted is taken back: it was a success that nobody needs to be slowed down for. */
export async function leave(platform: Pick<Platform, 'pool'>, gate: Gate, address: string): Promise<void> {
  await transaction(platform.pool, async (tx) => {
    for (const { door, subject } of passagesOf(gate, address)) await takeBack(tx, door, subject);
  });
}

/** Counts `weight` more of what has just been let in, as far as there is room: it was worth more to whoever tries out what there is. */
export async function weigh(platform: Pick<Platform, 'pool' | 'now'>, gate: Gate, address: string, weight: number): Promise<void> {
  const { ofAddress } = gate;
  await transaction(platform.pool, (tx) =>
    fill(tx, ofAddress, addressSubject(address), { now: platform.now(), capacity: ofAddress.most ?? ANY_NUMBER, weight }),
  );
}
