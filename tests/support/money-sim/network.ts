/** A network that loses, duplicates and reorders messages, as the seed draws, until it heals. */
import type { Random } from '../seeds';
import type { Schedule } from './schedule';

export interface Rates {
  readonly lostRequest: number;
  readonly lostAnswer: number;
  readonly duplicate: number;
  readonly reorder: number;
}

export const FAULTY: Rates = { lostRequest: 0.05, lostAnswer: 0.05, duplicate: 0.1, reorder: 0.1 };
const HEALTHY: Rates = { lostRequest: 0, lostAnswer: 0, duplicate: 0, reorder: 0 };

const FIRST_MS = 20;
const SPREAD_MS = 600;
/** The delay of a message that others overtake; far below the minute after which a client treats "never seen" as final. */
const LATE_MS = 25_000;

/** The result on the other side; `dead` means that the process died during the request and the connection broke. */
export type ServerResult<T> = { readonly is: 'answer'; readonly answer: T } | { readonly is: 'dead' };
export type NetworkResult<T> = ServerResult<T> | { readonly is: 'nothing' };

export interface Network {
  /** Sends a request and waits at most `deadlineMs` for its answer. The request may arrive later, whatever this returns. */
  request<T>(what: string, deadlineMs: number, serve: () => Promise<ServerResult<T>>): Promise<NetworkResult<T>>;
  heal(): void;
}

export function createNetwork(schedule: Schedule, random: Random): Network {
  let rates = FAULTY;
  const latencyMs = (): number => FIRST_MS + random.below(SPREAD_MS) + (random.chance(rates.reorder) ? random.below(LATE_MS) : 0);

  return {
    heal: () => {
      rates = HEALTHY;
    },
    request: (what, deadlineMs, serve) => {
      const copies = random.chance(rates.duplicate) ? 2 : 1;
      return new Promise((resolve) => {
        const cancelDeadline = schedule.plan(deadlineMs, `given up: ${what}`, () => resolve({ is: 'nothing' }));
        for (let copy = 1; copy <= copies; copy += 1) {
          if (random.chance(rates.lostRequest)) {
            schedule.note(`lost: ${what}`);
            continue;
          }
          schedule.plan(latencyMs(), copy === 1 ? what : `${what} (again)`, () => {
            void serve().then((served) => {
              if (random.chance(rates.lostAnswer)) schedule.note(`answer lost: ${what}`);
              else {
                schedule.plan(latencyMs(), `answer: ${what}`, () => {
                  cancelDeadline();
                  resolve(served);
                });
              }
            });
          });
        }
      });
    },
  };
}
