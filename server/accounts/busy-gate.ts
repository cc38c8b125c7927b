/**
 * Limits calls without a session, for one address, for its network and in total. Many people share a carrier's address, so we do
 * not close a busy one: above a level each call costs its device a puzzle, and a busier address gets a harder one. Only far above
 * that level calls are refused, and the wait is the time until one call is free again.
 */
import type { PoolClient } from 'pg';
import type { Proof } from '../../src/core/contract/proof-of-work';
import { SECOND_MS } from '../../src/core/time';
import { tooManyAttempts, wholeSeconds } from '../rate-limits/attempts';
import { transaction } from '../db/transaction';
import { addressSubject, networkSubject } from '../http/addresses';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { secretHash } from '../secrets';
import { drainBucket, fillBucket } from '../rate-limits/rates';
import type { Rate } from '../rate-limits/rates';
import { createPuzzle, readSolvedBits, usePuzzle } from './puzzle';
import type { Purpose } from './puzzle';

/** A device tries 65,000 numbers on average: a tenth of a second on a computer, one or two seconds on a slow phone. */
const EASIEST_BITS = 16;
/** It takes sixteen times as long as the easiest. */
const HARDEST_BITS = 20;
/** A puzzle may be easier than needed by this much, because other calls arrive while a device solves it. */
const GRACE_BITS = 2;
/** Stands for an unlimited number of calls. */
const UNLIMITED_CALLS = 1_000_000;

export interface GateLimit extends Rate {
  /** The number of calls at once that need no puzzle. */
  readonly freeCalls: number;
  /** The number of calls at once with a puzzle; null where it is unlimited, because a flood could otherwise lock everybody out. */
  readonly maxCalls: number | null;
}

export interface Gate {
  readonly kind: string;
  readonly perAddress: GateLimit;
  readonly perNetwork?: GateLimit;
  readonly total?: GateLimit;
}

/** Allows 240 an hour from one address in the long run, since each sign-up may send a mail to a stranger. */
export const SIGN_UP_GATE: Gate = {
  kind: 'sign-up',
  perAddress: { kind: 'sign-up-address', leakMs: 15 * SECOND_MS, freeCalls: 20, maxCalls: 120 },
  perNetwork: { kind: 'sign-up-network', leakMs: 4 * SECOND_MS, freeCalls: 80, maxCalls: 450 },
  total: { kind: 'sign-up-all', leakMs: SECOND_MS, freeCalls: 200, maxCalls: null },
};

/**
 * Counts the failed attempts of strangers; a sign-in that succeeds does not count. It allows 1,800 an hour from one address and
 * 7,200 from its network, so the 65,536 networks of a /48 get no further than four.
 */
export const SIGN_IN_GATE: Gate = {
  kind: 'sign-in',
  perAddress: { kind: 'sign-in-address', leakMs: 2 * SECOND_MS, freeCalls: 30, maxCalls: 150 },
  perNetwork: { kind: 'sign-in-network', leakMs: SECOND_MS / 2, freeCalls: 120, maxCalls: 600 },
  total: { kind: 'sign-in-all', leakMs: SECOND_MS / 10, freeCalls: 1_000, maxCalls: null },
};

/** Allows 60 an hour from one address and 240 from its network, since each may send a mail to a stranger. */
export const RESET_GATE: Gate = {
  kind: 'reset',
  perAddress: { kind: 'reset-address', leakMs: 60 * SECOND_MS, freeCalls: 30, maxCalls: 120 },
  perNetwork: { kind: 'reset-network', leakMs: 15 * SECOND_MS, freeCalls: 120, maxCalls: 450 },
  total: { kind: 'reset-all', leakMs: SECOND_MS, freeCalls: 200, maxCalls: null },
};

/**
 * Returns a puzzle's difficulty at a level: it rises by one bit with each quarter of the way from the free calls to the maximum,
 * or to five times the free calls where there is no maximum.
 */
export function puzzleBitsAt({ freeCalls, maxCalls }: Pick<GateLimit, 'freeCalls' | 'maxCalls'>, level: number): number {
  const step = Math.max(1, ((maxCalls ?? 5 * freeCalls) - freeCalls) / (HARDEST_BITS - EASIEST_BITS));
  return Math.min(HARDEST_BITS, EASIEST_BITS + Math.max(0, Math.floor((level - freeCalls) / step)));
}

export interface GateCall {
  readonly address: string;
  /** The e-mail or username that the call is about; a solved puzzle is valid for it alone. */
  readonly topic: string;
  readonly proof: Proof | undefined;
}

interface GateCounter {
  readonly limit: GateLimit;
  readonly subject: string;
}

function gateCounters({ perAddress, perNetwork, total }: Gate, address: string): GateCounter[] {
  return [
    { limit: perAddress, subject: addressSubject(address) },
    ...(perNetwork === undefined ? [] : [{ limit: perNetwork, subject: networkSubject(address) }]),
    ...(total === undefined ? [] : [{ limit: total, subject: '' }]),
  ];
}

/** Says that the call needs a puzzle of `bits`, and how long the wait would be without one. */
class PuzzleNeeded extends Error {
  override readonly name = 'PuzzleNeeded';
  readonly bits: number;
  readonly waitSeconds: number;
  constructor(bits: number, waitSeconds: number) {
    super('The device must solve a puzzle first.');
    this.bits = bits;
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Counts a call and lets it pass. Throws 429 `proof-of-work` with a puzzle in `current`, or 429 `too-many-requests`, both with
 * Retry-After; a refused call is not counted.
 */
export async function passGate(platform: Platform, gate: Gate, { address, topic, proof }: GateCall): Promise<void> {
  const purpose: Purpose = { kind: gate.kind, subject: `${addressSubject(address)} ${secretHash(topic)}` };
  const bits = proof === undefined ? 0 : await readSolvedBits(platform, purpose, proof);
  try {
    await transaction(platform.pool, async (tx) => {
      const isProven = proof !== undefined && bits > 0 && (await usePuzzle(tx, platform, proof));
      for (const counter of gateCounters(gate, address)) await countCall(tx, counter, isProven ? bits : 0, platform.now());
    }, { isLossy: true });
  } catch (error) {
    if (!(error instanceof PuzzleNeeded)) throw error;
    throw new ProblemError('proof-of-work', 'We are busy right now. Your device has to solve a puzzle first.', {
      current: await createPuzzle(platform, purpose, error.bits),
      retryAfterSeconds: error.waitSeconds,
    });
  }
}

async function countCall(tx: PoolClient, { limit, subject }: GateCounter, bits: number, now: Date): Promise<void> {
  const capacity = bits > 0 ? (limit.maxCalls ?? UNLIMITED_CALLS) : limit.freeCalls;
  const { level, waitSeconds } = await fillBucket(tx, limit, subject, { now, capacity });
  if (waitSeconds !== null && bits > 0) throw tooManyAttempts(waitSeconds, 'Many people are using your network. Wait a little and try again.');
  const neededBits = puzzleBitsAt(limit, level);
  if (waitSeconds !== null) throw new PuzzleNeeded(neededBits, waitSeconds);
  const waitWithoutPuzzle = wholeSeconds((level - limit.freeCalls) * limit.leakMs);
  if (bits > 0 && level > limit.freeCalls && bits < neededBits - GRACE_BITS) throw new PuzzleNeeded(neededBits, waitWithoutPuzzle);
}

/** Removes a counted call after a success, because a success must not slow anybody down. */
export async function uncountCall(platform: Pick<Platform, 'pool'>, gate: Gate, address: string): Promise<void> {
  await transaction(platform.pool, async (tx) => {
    for (const { limit, subject } of gateCounters(gate, address)) await drainBucket(tx, limit, subject);
  }, { isLossy: true });
}

/** Adds `weight` to a call that has just passed, as far as there is room, because its answer revealed more than others. */
export async function addWeight(platform: Pick<Platform, 'pool' | 'now'>, gate: Gate, address: string, weight: number): Promise<void> {
  const { perAddress } = gate;
  await transaction(platform.pool, (tx) =>
    fillBucket(tx, perAddress, addressSubject(address), { now: platform.now(), capacity: perAddress.maxCalls ?? UNLIMITED_CALLS, weight }),
  );
}
