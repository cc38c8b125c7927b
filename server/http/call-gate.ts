/**
 * Bounds the calls that are in work in this process, before they take a connection to the database. Calls of one kind share a
 * lane; in each lane a subject (a player, or the network address of a stranger) has a few at a time, the others wait in a short
 * queue, and what does not fit is refused at once. So a flood delays only itself: no lane can hold all connections, and in a
 * lane the subjects take turns.
 */
import { measure } from '../measurements';
import type { Measurements } from '../measurements';
import { ProblemError } from './problem';

interface LaneLimits {
  /** How many calls run at a time: in the lane, and of one subject. */
  readonly places: number;
  readonly ofSubject: number;
  /** How many calls wait: in the lane, and of one subject. */
  readonly waiting: number;
  readonly waitingOfSubject: number;
  /** A call that has waited so long is refused. */
  readonly longestWaitMs: number;
  /** The lane has no places of its own; it gets those of this one while nobody waits there. */
  readonly after?: string;
}

/** So long a call that needs nothing but the database waits for a connection. */
const SHED_AFTER_MS = 500;
/** Whoever polls asks again by itself. */
const SHED_POLLS_AFTER_MS = 250;
/** Strangers' calls wait for each other's counters, and slow ones for gateways and for the hasher. */
const PATIENT_MS = 5_000;

/**
 * Reads and polls have a pool of connections, with a connection for each place; a poll gets a place when no other read waits, and is refused
 * first. All others share the pool for money, in which every lane but `slow` has a connection for each place: strangers 5, players' changes 8,
 * `check` 2. In `check` the session of a call that changes something is looked up, and what became of a key. `slow` has calls that mostly wait
 * for something else than the database: a gateway, or the hasher of passwords.
 */
export const LANES = {
  read: { places: 7, ofSubject: 4, waiting: 500, waitingOfSubject: 200, longestWaitMs: SHED_AFTER_MS },
  poll: { places: 7, ofSubject: 4, waiting: 500, waitingOfSubject: 50, longestWaitMs: SHED_POLLS_AFTER_MS, after: 'read' },
  check: { places: 2, ofSubject: 2, waiting: 200, waitingOfSubject: 150, longestWaitMs: SHED_AFTER_MS },
  'sign-in': { places: 2, ofSubject: 2, waiting: 100, waitingOfSubject: 40, longestWaitMs: PATIENT_MS },
  'sign-up': { places: 1, ofSubject: 1, waiting: 60, waitingOfSubject: 40, longestWaitMs: PATIENT_MS },
  stranger: { places: 2, ofSubject: 2, waiting: 100, waitingOfSubject: 40, longestWaitMs: PATIENT_MS },
  player: { places: 8, ofSubject: 2, waiting: 200, waitingOfSubject: 64, longestWaitMs: SHED_AFTER_MS },
  slow: { places: 16, ofSubject: 2, waiting: 200, waitingOfSubject: 64, longestWaitMs: PATIENT_MS },
} as const satisfies Readonly<Record<string, LaneLimits>>;

export type Lane = keyof typeof LANES;

export interface CallGate {
  /**
   * Runs `work` when the subject has its turn. Throws 429 `too-many-requests` when too many of its calls wait, and 503
   * `unavailable` when too many wait at all, or this one has waited too long or would; both with Retry-After, and without having run it.
   */
  run<T>(lane: Lane, subject: string, work: () => Promise<T>): Promise<T>;
  /**
   * Throws as `run` does where the call would be refused whoever makes it. To be asked before anything is done for a call: when many more come
   * than can be served, even looking up who they are would leave less for those that are.
   */
  refuseHopeless(lane: Lane): void;
}

export interface CallGateOptions {
  /** Replaces the limits of all lanes. */
  readonly longestWaitMs?: number | undefined;
  /** The steady clock, in ms. */
  readonly steady?: () => number;
  /** Returns a number in [0, 1), for the jitter of Retry-After. */
  readonly random?: () => number;
}

const RETRY_SECONDS = { least: 1, most: 4 } as const;

export function createCallGate({ longestWaitMs, steady = () => performance.now(), random = Math.random }: CallGateOptions = {}): CallGate {
  const retryAfterSeconds = (): number => RETRY_SECONDS.least + Math.floor(random() * (RETRY_SECONDS.most - RETRY_SECONDS.least + 1));
  const refusals: Refusals = {
    subjectFull: () => new ProblemError('too-many-requests', 'Too many requests at once. Wait a moment.', { retryAfterSeconds: retryAfterSeconds() }),
    laneFull: () => new ProblemError('unavailable', 'Many people are here right now. Try again in a moment.', { retryAfterSeconds: retryAfterSeconds() }),
  };
  const lanes = new Map<string, CallLane>();
  const placesOf = new Map<string, Places>();
  for (const [name, limits] of Object.entries<LaneLimits>(LANES)) {
    const places = placesOf.get(limits.after ?? name) ?? createPlaces(limits.places);
    placesOf.set(limits.after ?? name, places);
    lanes.set(name, createLane({ name, limits: { ...limits, ...(longestWaitMs !== undefined && { longestWaitMs }) }, places, refusals, steady }));
  }
  const laneOf = (name: Lane): CallLane => {
    const lane = lanes.get(name);
    if (lane === undefined) throw new Error(`there is no lane ${name}`);
    return lane;
  };
  return {
    refuseHopeless: (name) => laneOf(name).refuseHopeless(),
    run: async (name, subject, work) => {
      const lane = laneOf(name);
      await lane.enter(subject);
      const beginMs = steady();
      try {
        return await work();
      } finally {
        lane.leave(subject, steady() - beginMs);
      }
    },
  };
}

/** Places that one lane or several have together. */
interface Places {
  readonly count: number;
  running: number;
  /** What begins the next call of each lane, in the order in which they get a free place; each returns whether it did. */
  readonly beginNext: (() => boolean)[];
  /** How long a call took lately; null before the first one has ended. */
  meanMs: number | null;
}

const createPlaces = (count: number): Places => ({ count, running: 0, beginNext: [], meanMs: null });

/** The part of the newest call in the mean. */
const NEWEST_SHARE = 0.1;

interface Refusals {
  readonly subjectFull: () => ProblemError;
  readonly laneFull: () => ProblemError;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (why: 'full' | 'waited') => void;
}

interface Subject {
  running: number;
  readonly waiters: Waiter[];
}

interface CallLane {
  enter(subject: string): Promise<void>;
  /** `tookMs` is how long the call was in work. */
  leave(subject: string, tookMs: number): void;
  refuseHopeless(): void;
}

interface LaneParts {
  readonly name: string;
  readonly limits: LaneLimits;
  readonly places: Places;
  readonly refusals: Refusals;
  readonly steady: () => number;
}

function createLane({ name: lane, limits, places, refusals, steady }: LaneParts): CallLane {
  let waiting = 0;
  /** The subjects in the order of their turns. A subject is in the map only while it has a call here. */
  const subjects = new Map<string, Subject>();

  const hasPlace = (subject: Subject): boolean => places.running < places.count && subject.running < limits.ofSubject;

  /** Says whether another call would wait too long, or find no room to wait in. It waits behind all that are in this lane. */
  function isFull(): boolean {
    if (waiting >= limits.waiting) return true;
    return places.running >= places.count && ((waiting + 1) * (places.meanMs ?? 0)) / places.count > limits.longestWaitMs;
  }

  function setWaiting(count: number): void {
    waiting = count;
    measure('calls.waiting', { lane, count });
  }

  function shed(why: Measurements['call.shed']['why'], refusal: () => ProblemError): ProblemError {
    measure('call.shed', { lane, why });
    return refusal();
  }

  function begin(subject: Subject): void {
    places.running += 1;
    subject.running += 1;
  }

  function removeWaiter(subject: Subject, waiter: Waiter): void {
    const index = subject.waiters.indexOf(waiter);
    if (index === -1) return;
    subject.waiters.splice(index, 1);
    setWaiting(waiting - 1);
  }

  function findLongest(): Subject | undefined {
    let longest: Subject | undefined;
    for (const subject of subjects.values()) if (subject.waiters.length > (longest?.waiters.length ?? 0)) longest = subject;
    return longest;
  }

  /** Refuses the last waiter of the subject that has most, if that one has at least two more than `ownWaiters`. Returns whether it did. */
  function makeRoom(ownWaiters: number): boolean {
    const longest = findLongest();
    const last = longest?.waiters.at(-1);
    if (longest === undefined || last === undefined || longest.waiters.length < ownWaiters + 2) return false;
    removeWaiter(longest, last);
    last.refuse('full');
    return true;
  }

  function wait(name: string, subject: Subject): Promise<void> {
    const startMs = steady();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer);
          measure('call.waited', { lane, seconds: (steady() - startMs) / 1_000 });
          resolve();
        },
        refuse: (why) => {
          clearTimeout(timer);
          reject(shed(why, refusals.laneFull));
        },
      };
      const checkWait = (): void => {
        // A call that waits for others of its own subject alone takes nothing from anybody.
        const waitsForItsOwn = places.running < places.count && steady() - startMs < PATIENT_MS;
        if (waitsForItsOwn) {
          timer = setTimeout(checkWait, limits.longestWaitMs);
          return;
        }
        removeWaiter(subject, waiter);
        removeIdle(name, subject);
        waiter.refuse('waited');
      };
      let timer = setTimeout(checkWait, limits.longestWaitMs);
      subject.waiters.push(waiter);
      setWaiting(waiting + 1);
    });
  }

  function removeIdle(name: string, subject: Subject): void {
    if (subject.running === 0 && subject.waiters.length === 0) subjects.delete(name);
  }

  function beginNext(): boolean {
    for (const [name, subject] of subjects) {
      const [first] = subject.waiters;
      if (first === undefined || !hasPlace(subject)) continue;
      removeWaiter(subject, first);
      begin(subject);
      // The subject's next call waits behind one of each other subject.
      subjects.delete(name);
      subjects.set(name, subject);
      first.begin();
      return true;
    }
    return false;
  }

  places.beginNext.push(beginNext);
  return {
    refuseHopeless: () => {
      // With such a subject there would be room for one that has nothing in the queue.
      if (isFull() && (findLongest()?.waiters.length ?? 0) < 2) throw shed('full', refusals.laneFull);
    },
    enter: async (name) => {
      const subject = subjects.get(name) ?? { running: 0, waiters: [] };
      if (hasPlace(subject)) {
        subjects.set(name, subject);
        begin(subject);
        return;
      }
      if (subject.waiters.length >= limits.waitingOfSubject) throw shed('subject', refusals.subjectFull);
      if (isFull() && !makeRoom(subject.waiters.length)) throw shed('full', refusals.laneFull);
      subjects.set(name, subject);
      await wait(name, subject);
    },
    leave: (name, tookMs) => {
      const subject = subjects.get(name);
      if (subject === undefined) throw new Error('a call left a lane that it had not entered');
      places.running -= 1;
      subject.running -= 1;
      places.meanMs = places.meanMs === null ? tookMs : places.meanMs + (tookMs - places.meanMs) * NEWEST_SHARE;
      removeIdle(name, subject);
      places.beginNext.some((beginNextOf) => beginNextOf());
    },
  };
}
