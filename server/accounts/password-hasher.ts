import { hash, verify } from '@node-rs/argon2';
import { tooManyAttempts } from '../rate-limits/attempts';
import { OWASP_COSTS } from '../hash-costs';
import type { HashCosts } from '../hash-costs';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { createHashQueue } from './hash-queue';
import type { HashQueue, Waiter } from './hash-queue';

/** Two at once leave threads free for the database and the files. */
const MAX_RUNNING = 2;
/** The maximum for each lane; requests beyond it get 503. With all lanes full the wait is some four seconds. */
const MAX_WAITING = 50;
const RETRY_AFTER_SECONDS = 2;

/**
 * A lane for each source of passwords: known players (a session or a device), strangers who sign in, new accounts, and people with
 * a link from a mail. Each lane has a queue of its own, and lanes take turns, so that a flood in one does not delay the others.
 * Within a lane the accounts take turns, too.
 */
const LANES = ['player', 'sign-in', 'sign-up', 'mail-link'] as const;
export type HashLane = (typeof LANES)[number];

/**
 * The maximum of waiters for one account. Strangers may try a player's name from many addresses, and no address has more than five
 * attempts at once (`guesses.ts`), so with a maximum of two a single address could lock the player out. A link works once; somebody
 * who sends it several times at once gets an answer to each.
 */
const MAX_WAITING_PER_ACCOUNT: Readonly<Record<HashLane, number>> = { player: 2, 'sign-in': 10, 'sign-up': 2, 'mail-link': 10 };

/** The lane and the account that a password waits under. */
export interface QueueKey {
  readonly lane: HashLane;
  /** The account; for a stranger the typed name, whether an account has it or not. */
  readonly account: string;
}

export interface PasswordHasher {
  /**
   * Hashes a password for storing. Throws 429 `too-many-requests` where too many wait for the account, and 503 `unavailable`
   * where too many wait in the lane, both with Retry-After.
   */
  hash(password: string, queueKey: QueueKey): Promise<string>;
  /**
   * Compares a password with a stored hash. An account that does not exist (null) costs the same and never matches. Throws as
   * `hash` does.
   */
  matches(storedHash: string | null, password: string, queueKey: QueueKey): Promise<boolean>;
  /** Returns how often the algorithm has run. */
  readonly runs: () => number;
}

/** Two keyboards may encode one letter in two ways, and both must give the same hash. */
const normalisePassword = (password: string): string => password.normalize('NFKC');

const BUSY_WORDS: Readonly<Record<HashLane, string>> = {
  player: 'Many people are signing in right now. Try again in a moment.',
  'sign-in': 'Many people are signing in right now. Try again in a moment.',
  'sign-up': 'Many people are opening accounts right now. Try again in a moment.',
  'mail-link': 'Many people are signing in right now. Try again in a moment.',
};

/** Makes a hasher with short queues, so that a flood of passwords can't starve everything else. `waiting` is the maximum of each lane. */
export function createPasswordHasher(limits = { running: MAX_RUNNING, waiting: MAX_WAITING }, costs: HashCosts = OWASP_COSTS): PasswordHasher {
  const { dummyHash, ...argon2 } = costs;
  let running = 0;
  let runs = 0;
  let turn = 0;
  const createLaneQueue = (lane: HashLane): HashQueue =>
    createHashQueue({ maxWaiting: limits.waiting, maxPerAccount: MAX_WAITING_PER_ACCOUNT[lane] });
  const queues: Readonly<Record<HashLane, HashQueue>> = {
    player: createLaneQueue('player'),
    'sign-in': createLaneQueue('sign-in'),
    'sign-up': createLaneQueue('sign-up'),
    'mail-link': createLaneQueue('mail-link'),
  };

  /** Returns the first waiter of the next lane that has one. */
  function next(): Waiter | undefined {
    for (let n = 1; n <= LANES.length; n += 1) {
      const lane = LANES[(turn + n) % LANES.length];
      const first = lane === undefined ? undefined : queues[lane].next();
      if (first === undefined) continue;
      turn = (turn + n) % LANES.length;
      return first;
    }
    return undefined;
  }

  function waitForTurn({ lane, account }: QueueKey): Promise<void> {
    const busy = (): ProblemError => new ProblemError('unavailable', BUSY_WORDS[lane], { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return new Promise((resolve, reject) => {
      const result = queues[lane].enter(account, { begin: resolve, refuse: () => reject(busy()) });
      if (result === 'full') reject(busy());
      if (result === 'account-full') reject(tooManyAttempts(RETRY_AFTER_SECONDS));
    });
  }

  async function runInTurn<T>(queueKey: QueueKey, work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      // A run that ends hands its place to the next waiter, so `running` stays the same.
      await waitForTurn(queueKey);
    } else {
      running += 1;
      turn = LANES.indexOf(queueKey.lane);
    }
    try {
      runs += 1;
      return await work();
    } finally {
      const first = next();
      if (first) first.begin();
      else running -= 1;
    }
  }

  return {
    hash: (password, queueKey) => runInTurn(queueKey, () => hash(normalisePassword(password), argon2)),
    matches: async (storedHash, password, queueKey) => {
      const isMatch = await runInTurn(queueKey, () => verify(storedHash ?? dummyHash, normalisePassword(password)));
      return isMatch && storedHash !== null;
    },
    runs: () => runs,
  };
}

type HashingPlatform = Pick<Platform, 'hashCosts'>;

const hashers = new WeakMap<HashingPlatform, PasswordHasher>();

/** Returns the platform's only hasher; its limits hold because every caller uses the same queues. */
export function getHasher(platform: HashingPlatform): PasswordHasher {
  const existingHasher = hashers.get(platform);
  if (existingHasher) return existingHasher;
  const newHasher = createPasswordHasher(undefined, platform.hashCosts);
  hashers.set(platform, newHasher);
  return newHasher;
}
