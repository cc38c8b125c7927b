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
/** About a second and a half of waiting; whoever comes after is told to come back. */
const MAX_WAITING = 50;
const RETRY_AFTER_SECONDS = 2;

export interface PasswordHasher {
  /** The hash to keep. Throws 503 `unavailable` with Retry-After when too many are waiting. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits; an account that doesn't exist (null) costs the same and never fits. Throws as `hash`.
   */
  fits(storedHash: string | null, password: string): Promise<boolean>;
  /** How often the algorithm ran so far. */
  readonly runs: () => number;
}

/** Two keyboards may write one letter in two ways; the hash must not see the difference. */
const normalised = (password: string): string => password.normalize('NFKC');

/** A hasher with a short queue, so that a flood of sign-ins can't starve everything else. */
export function createPasswordHasher(limits = { running: MAX_RUNNING, waiting: MAX_WAITING }): PasswordHasher {
  let running = 0;
  let runs = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.running) {
      if (waiting.length >= limits.waiting) {
        throw new ProblemError('unavailable', 'Many people are signing in right now. Try again in a moment.', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      runs += 1;
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(normalised(password), ARGON2)),
    fits: async (storedHash, password) => {
      const fits = await inTurn(() => verify(storedHash ?? NOBODYS_HASH, normalised(password)));
      return fits && storedHash !== null;
    },
    runs: () => runs,
  };
}

const hashers = new WeakMap<Platform, PasswordHasher>();

/** The one hasher of a platform: its queue is only worth something when everybody stands in it. */
export function hasherOf(platform: Platform): PasswordHasher {
  const known = hashers.get(platform);
  if (known) return known;
  const made = createPasswordHasher();
  hashers.set(platform, made);
  return made;
}
