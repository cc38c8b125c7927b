import { hash, verify } from '@node-rs/argon2';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';

/** argon2id (the library's default variant) as OWASP recommends at the least: about 50 ms of one core. */
const ARGON2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** Of a password nobody knows, with the same costs: what an unknown account is checked against. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$b0B4DmVowRoY6IK0IklSXg$aeVk0mi1JOPPqKvrf5A0HFbHL/kMrK/S0Yh0KHj0nmk';

/** Two at once leave the other threads to the database and the files. */
const MAX_RUNNING = 2;
/** In each lane: with all of them full, some four seconds of waiting; whoever comes after is told to come back. */
const MAX_WAITING = 50;
const RETRY_AFTER_SECONDS = 2;

/**
 * Whose password it is: of somebody who is known (a session, a device, a link from a mail), of a stranger who signs in, or of a
 * new account. Each lane has a queue of its own, and they take turns: no flood in one of them keeps the others waiting.
 */
const LANES = ['player', 'sign-in', 'sign-up'] as const;
export type HashLane = (typeof LANES)[number];

export interface PasswordHasher {
  /** The hash to keep. Throws 503 `unavailable` with Retry-After when too many are waiting in the lane. */
  hash(password: string, lane: HashLane): Promise<string>;
  /**
   * Whether the password fits; an account that doesn't exist (null) costs the same and never fits. Throws as `hash`.
   */
  fits(storedHash: string | null, password: string, lane: HashLane): Promise<boolean>;
  /** How often the algorithm ran so far. */
  readonly runs: () => number;
}

/** Two keyboards may write one letter in two ways; the hash must not see the difference. */
const normalised = (password: string): string => password.normalize('NFKC');

const BUSY_WORDS: Readonly<Record<HashLane, string>> = {
  player: 'Many people are signing in right now. Try again in a moment.',
  'sign-in': 'Many people are signing in right now. Try again in a moment.',
  'sign-up': 'Many people are opening accounts right now. Try again in a moment.',
};

/** A hasher with short queues, so that a flood of passwords can't starve everything else. `waiting`: in each lane. */
export function createPasswordHasher(limits = { running: MAX_RUNNING, waiting: MAX_WAITING }): PasswordHasher {
  let running = 0;
  let runs = 0;
  let turn = 0;
  const waiting: Readonly<Record<HashLane, (() => void)[]>> = { player: [], 'sign-in': [], 'sign-up': [] };

  /** The first of the lane whose turn it is, of those in which somebody waits. */
  function next(): (() => void) | undefined {
    for (let n = 1; n <= LANES.length; n += 1) {
      const lane = LANES[(turn + n) % LANES.length];
      const first = lane === undefined ? undefined : waiting[lane].shift();
      if (first === undefined) continue;
      turn = (turn + n) % LANES.length;
      return first;
    }
    return undefined;
  }

  async function inTurn<T>(lane: HashLane, work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (waiting[lane].length >= limits.waiting) throw new ProblemError('unavailable', BUSY_WORDS[lane], { retryAfterSeconds: RETRY_AFTER_SECONDS });
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting[lane].push(resolve));
    } else {
      running += 1;
      turn = LANES.indexOf(lane);
    }
    try {
      runs += 1;
      return await work();
    } finally {
      const first = next();
      if (first) first();
      else running -= 1;
    }
  }

  return {
    hash: (password, lane) => inTurn(lane, () => hash(normalised(password), ARGON2)),
    fits: async (storedHash, password, lane) => {
      const fits = await inTurn(lane, () => verify(storedHash ?? NOBODYS_HASH, normalised(password)));
      return fits && storedHash !== null;
    },
    runs: () => runs,
  };
}

const hashers = new WeakMap<Platform, PasswordHasher>();

/** The one hasher of a platform: its queues are only worth something when everybody stands in them. */
export function hasherOf(platform: Platform): PasswordHasher {
  const known = hashers.get(platform);
  if (known) return known;
  const made = createPasswordHasher();
  hashers.set(platform, made);
  return made;
}
