import { hash, verify } from '@node-rs/argon2';
import { tooManyAttempts } from '../attempts';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { createHashQueue } from './hash-queue';
import type { HashQueue, Waiter } from './hash-queue';

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
 * Whose password it is: of somebody who is known (a session, a device), of a stranger who signs in, of a new account, or of whoever
 * came by a link from a mail. Each lane has a queue of its own, and they take turns: no flood in one of them keeps
 * the others waiting. Within a lane the accounts take turns, too.
 */
const LANES = ['player', 'sign-in', 'sign-up', 'mail-link'] as const;
export type HashLane = (typeof LANES)[number];

/**
 * How many may wait for one account. A name that strangers type may be the player's in many places at once, and no place has more
 * than five tries (`guesses.ts`): with two a single place would keep the player out of all others. A link is used once, and who sends
 * it several times at the same moment is told so each time.
 */
const MAX_WAITING_OF_ACCOUNT: Readonly<Record<HashLane, number>> = { player: 2, 'sign-in': 10, 'sign-up': 2, 'mail-link': 10 };

/** Where a password waits. */
export interface HashPlace {
  readonly lane: HashLane;
  /** Which account is asked about; of a stranger the name that was typed, whether it is anybody's or not. */
  readonly account: string;
}

export interface PasswordHasher {
  /**
   * The hash to keep. Throws 429 `too-many-requests` when too many wait for the account, and 503 `unavailable` when too many
   * wait in the lane; both with Retry-After.
   */
  hash(password: string, place: HashPlace): Promise<string>;
  /**
   * Whether the password fits; an account that doesn't exist (null) costs the same and never fits. Throws as `hash`.
   */
  fits(storedHash: string | null, password: string, place: HashPlace): Promise<boolean>;
  /** How often the algorithm ran so far. */
  readonly runs: () => number;
}

/** Two keyboards may write one letter in two ways; the hash must not see the difference. */
const normalised = (password: string): string => password.normalize('NFKC');

const BUSY_WORDS: Readonly<Record<HashLane, string>> = {
  player: 'Many people are signing in right now. Try again in a moment.',
  'sign-in': 'Many people are signing in right now. Try again in a moment.',
  'sign-up': 'Many people are opening accounts right now. Try again in a moment.',
  'mail-link': 'Many people are signing in right now. Try again in a moment.',
};

/** A hasher with short queues, so that a flood of passwords can't starve everything else. `waiting`: in each lane. */
export function createPasswordHasher(limits = { running: MAX_RUNNING, waiting: MAX_WAITING }): PasswordHasher {
  let running = 0;
  let runs = 0;
  let turn = 0;
  const queueOf = (lane: HashLane): HashQueue => createHashQueue({ waiting: limits.waiting, ofAccount: MAX_WAITING_OF_ACCOUNT[lane] });
  const queues: Readonly<Record<HashLane, HashQueue>> = {
    player: queueOf('player'),
    'sign-in': queueOf('sign-in'),
    'sign-up': queueOf('sign-up'),
    'mail-link': queueOf('mail-link'),
  };

  /** The first of the lane whose turn it is, of those in which somebody waits. */
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

  function waitIn({ lane, account }: HashPlace): Promise<void> {
    const busy = (): ProblemError => new ProblemError('unavailable', BUSY_WORDS[lane], { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return new Promise((resolve, reject) => {
      const entry = queues[lane].enter(account, { begin: resolve, refuse: () => reject(busy()) });
      if (entry === 'full') reject(busy());
      if (entry === 'account-full') reject(tooManyAttempts(RETRY_AFTER_SECONDS));
    });
  }

  async function inTurn<T>(place: HashPlace, work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      // Whoever ends hands its place over, so `running` stays as it is.
      await waitIn(place);
    } else {
      running += 1;
      turn = LANES.indexOf(place.lane);
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
    hash: (password, place) => inTurn(place, () => hash(normalised(password), ARGON2)),
    fits: async (storedHash, password, place) => {
      const fits = await inTurn(place, () => verify(storedHash ?? NOBODYS_HASH, normalised(password)));
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
