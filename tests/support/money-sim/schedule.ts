/**
 * Time of a simulation: events in their order, one after the other, and between two of them everything that the first
 * one set off has come to where only another event can take it further. So the same seed is the same run.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Event {
  readonly at: number;
  /** Of two at the same moment the one that was planned first. */
  readonly place: number;
  readonly what: string;
  readonly act: () => void;
}

/** What takes real time: the queries of a real database. */
export interface Work {
  /** The next event waits until it is settled. */
  run<T>(query: () => Promise<T>): Promise<T>;
}

export interface Schedule extends Work {
  /** Epoch ms. */
  now(): number;
  /** `what` is for the trace. The returned function takes it out again. */
  plan(afterMs: number, what: string, act: () => void): () => void;
  wait(ms: number): Promise<void>;
  /** Adds to the trace what is worth comparing between two runs of a seed. */
  note(line: string): void;
  /** Lets the next event happen; false when there is none. */
  step(): Promise<boolean>;
  readonly trace: readonly string[];
}

export function createSchedule(startMs: number): Schedule {
  let nowMs = startMs;
  let planned = 0;
  let busy = 0;
  const events: Event[] = [];
  const trace: string[] = [];

  async function run<T>(query: () => Promise<T>): Promise<T> {
    busy += 1;
    try {
      return await query();
    } finally {
      busy -= 1;
    }
  }

  /** Whatever goes on after a query does so before the next turn of the event loop, or waits for an event of ours. */
  async function quiet(): Promise<void> {
    do await nextTurn();
    while (busy > 0);
    await nextTurn();
    if (busy > 0) await quiet();
  }

  function plan(afterMs: number, what: string, act: () => void): () => void {
    planned += 1;
    const event: Event = { at: nowMs + afterMs, place: planned, what, act };
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
      await quiet();
      return true;
    },
    trace,
  };
}
