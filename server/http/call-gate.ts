/**
 * Bounds the calls that are in work in this process, before they take a connection to the database. Calls of one kind share a
 * lane; in each lane a subject (a player, or the network address of a stranger) has a few at a time, the others wait in a short
 * queue, and what does not fit is refused at once. So a flood delays only itself: no lane can hold all connections, and in a
 * lane the subjects take turns.
 */
import { ProblemError } from './problem';

interface LaneLimits {
  /** How many calls run at a time: in the lane, and of one subject. */
  readonly places: number;
  readonly ofSubject: number;
  /** How many calls wait: in the lane, and of one subject. */
  readonly waiting: number;
  readonly waitingOfSubject: number;
}

/**
 * Strangers hold at most 5 of the pool's 20 connections, and players' calls that change something hold 8, so some are always left
 * for reads. `slow` has calls that mostly wait for something else than the database: a gateway, or the hasher of passwords.
 */
export const LANES = {
  read: { places: 12, ofSubject: 6, waiting: 500, waitingOfSubject: 200 },
  'sign-in': { places: 2, ofSubject: 2, waiting: 100, waitingOfSubject: 40 },
  'sign-up': { places: 1, ofSubject: 1, waiting: 60, waitingOfSubject: 40 },
  stranger: { places: 2, ofSubject: 2, waiting: 100, waitingOfSubject: 40 },
  player: { places: 8, ofSubject: 2, waiting: 200, waitingOfSubject: 64 },
  slow: { places: 16, ofSubject: 2, waiting: 200, waitingOfSubject: 64 },
} as const satisfies Readonly<Record<string, LaneLimits>>;

export type Lane = keyof typeof LANES;

export interface CallGate {
  /**
   * Runs `work` when the subject has its turn. Throws 429 `too-many-requests` when too many of its calls wait, and 503
   * `unavailable` when too many wait at all, or this one has waited too long; both with Retry-After, and without having run it.
   */
  run<T>(lane: Lane, subject: string, work: () => Promise<T>): Promise<T>;
}

export interface CallGateOptions {
  readonly longestWaitMs?: number | undefined;
  /** Returns a number in [0, 1), for the jitter of Retry-After. */
  readonly random?: () => number;
}

const LONGEST_WAIT_MS = 5_000;
const RETRY_SECONDS = { least: 1, most: 4 } as const;

export function createCallGate({ longestWaitMs = LONGEST_WAIT_MS, random = Math.random }: CallGateOptions = {}): CallGate {
  const retryAfterSeconds = (): number => RETRY_SECONDS.least + Math.floor(random() * (RETRY_SECONDS.most - RETRY_SECONDS.least + 1));
  const refusals: Refusals = {
    subjectFull: () => new ProblemError('too-many-requests', 'Too many requests at once. Wait a moment.', { retryAfterSeconds: retryAfterSeconds() }),
    laneFull: () => new ProblemError('unavailable', 'Many people are here right now. Try again in a moment.', { retryAfterSeconds: retryAfterSeconds() }),
  };
  const lanes = new Map(Object.entries(LANES).map(([name, limits]) => [name, createLane(limits, refusals, longestWaitMs)]));
  return {
    run: async (name, subject, work) => {
      const lane = lanes.get(name);
      if (lane === undefined) throw new Error(`there is no lane ${name}`);
      await lane.enter(subject);
      try {
        return await work();
      } finally {
        lane.leave(subject);
      }
    },
  };
}

interface Refusals {
  readonly subjectFull: () => ProblemError;
  readonly laneFull: () => ProblemError;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: () => void;
}

interface Subject {
  running: number;
  readonly waiters: Waiter[];
}

interface CallLane {
  enter(subject: string): Promise<void>;
  leave(subject: string): void;
}

function createLane(limits: LaneLimits, refusals: Refusals, longestWaitMs: number): CallLane {
  let running = 0;
  let waiting = 0;
  /** The subjects in the order of their turns. A subject is in the map only while it has a call here. */
  const subjects = new Map<string, Subject>();

  const hasPlace = (subject: Subject): boolean => running < limits.places && subject.running < limits.ofSubject;

  function begin(subject: Subject): void {
    running += 1;
    subject.running += 1;
  }

  function removeWaiter(subject: Subject, waiter: Waiter): void {
    const index = subject.waiters.indexOf(waiter);
    if (index === -1) return;
    subject.waiters.splice(index, 1);
    waiting -= 1;
  }

  /** Refuses the last waiter of the subject that has most, if that one has at least two more than `ownWaiters`. Returns whether it did. */
  function makeRoom(ownWaiters: number): boolean {
    let longest: Subject | undefined;
    for (const subject of subjects.values()) if (subject.waiters.length > (longest?.waiters.length ?? 0)) longest = subject;
    const last = longest?.waiters.at(-1);
    if (longest === undefined || last === undefined || longest.waiters.length < ownWaiters + 2) return false;
    removeWaiter(longest, last);
    last.refuse();
    return true;
  }

  function wait(name: string, subject: Subject): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          reject(refusals.laneFull());
        },
      };
      const timer = setTimeout(() => {
        removeWaiter(subject, waiter);
        removeIdle(name, subject);
        waiter.refuse();
      }, longestWaitMs);
      subject.waiters.push(waiter);
      waiting += 1;
    });
  }

  function removeIdle(name: string, subject: Subject): void {
    if (subject.running === 0 && subject.waiters.length === 0) subjects.delete(name);
  }

  function beginNext(): void {
    for (const [name, subject] of subjects) {
      const [first] = subject.waiters;
      if (first === undefined || !hasPlace(subject)) continue;
      removeWaiter(subject, first);
      begin(subject);
      // The subject's next call waits behind one of each other subject.
      subjects.delete(name);
      subjects.set(name, subject);
      first.begin();
      return;
    }
  }

  return {
    enter: async (name) => {
      const subject = subjects.get(name) ?? { running: 0, waiters: [] };
      if (hasPlace(subject)) {
        subjects.set(name, subject);
        begin(subject);
        return;
      }
      if (subject.waiters.length >= limits.waitingOfSubject) throw refusals.subjectFull();
      if (waiting >= limits.waiting && !makeRoom(subject.waiters.length)) throw refusals.laneFull();
      subjects.set(name, subject);
      await wait(name, subject);
    },
    leave: (name) => {
      const subject = subjects.get(name);
      if (subject === undefined) throw new Error('a call left a lane that it had not entered');
      running -= 1;
      subject.running -= 1;
      removeIdle(name, subject);
      beginNext();
    },
  };
}
