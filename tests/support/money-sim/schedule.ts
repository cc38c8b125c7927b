/**
 * The simulation's time: events run in order, one after the other. Before the next event, all work of the last one has finished
 * or waits for another event. So the same seed always gives the same run.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Event {
  readonly at: number;
  /** The order of events that were planned for the same moment. */
  readonly place: number;
  readonly what: string;
  readonly act: () => void;
}

/** Work that takes real time: the queries of a real database. */
export interface Work {
  /** Runs the query; the next event waits until it has settled. */
  run<T>(query: () => Promise<T>): Promise<T>;
}

export interface Schedule extends Work {
  /** Epoch ms. */
  now(): number;
  /** Plans an event; `what` is its name in the trace. The returned function removes the event. */
  plan(afterMs: number, what: string, act: () => void): () => void;
  wait(ms: number): Promise<void>;
  /** Adds a line to the trace, which two runs of a seed compare. */
  note(line: string): void;
  /** Runs the next event; returns false when there is none. */
  step(): Promise<boolean>;
  readonly trace: readonly string[];
}

export function createSchedule(startMs: number): Schedule {
  let nowMs = startMs;
  let planCount = 0;
  let runningQueries = 0;
  const events: Event[] = [];
  const trace: string[] = [];

  async function run<T>(query: () => Promise<T>): Promise<T> {
    runningQueries += 1;
    try {
      return await query();
    } finally {
      runningQueries -= 1;
    }
  }

  /** Work after a query continues before the next turn of the event loop, or waits for another event of the schedule. */
  async function waitUntilQuiet(): Promise<void> {
    do await nextTurn();
    while (runningQueries > 0);
    await nextTurn();
    if (runningQueries > 0) await waitUntilQuiet();
  }

  function plan(afterMs: number, what: string, act: () => void): () => void {
    planCount += 1;
    const event: Event = { at: nowMs + afterMs, place: planCount, what, act };
    const after = events.findIndex(({ at }) => at > event.at);
    events.splice(after === -1 ? events.length : after, 0, event);
    return () => {
      const place = events.indexOf(event);
      if (place !== -1) events.splice(place, 1);
    };
  }

  return {
    now: () => nowMs,
    plan,
    wait: (ms) => new Promise((done) => void plan(ms, 'waited', done)),
    run,
    note: (line) => void trace.push(`${nowMs - startMs} ${line}`),
    step: async () => {
      const event = events.shift();
      if (event === undefined) return false;
      nowMs = Math.max(nowMs, event.at);
      trace.push(`${nowMs - startMs} ${event.what}`);
      event.act();
      await waitUntilQuiet();
      return true;
    },
    trace,
  };
}
