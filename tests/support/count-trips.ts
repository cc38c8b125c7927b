/** Counts the statements of a transaction, and the trips to the database that they need. */
import type { Pool, PoolClient } from 'pg';

export interface Trips {
  readonly statements: number;
  /** Statements that are sent before any earlier one is answered share a trip. */
  readonly trips: number;
}

export interface CountedTrips {
  /** The same pool; the connections that it gives are counted. */
  readonly pool: Pool;
  /** Transactions that run at the same time would share their trips, so `work` runs one. */
  during(work: () => Promise<unknown>): Promise<Trips>;
}

export function countTrips(pool: Pool): CountedTrips {
  let [statements, trips, unanswered] = [0, 0, 0];
  const onAnswer = (): void => {
    unanswered -= 1;
  };
  const countClient = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...args: unknown[]) => unknown;
        if (name !== 'query') return method;
        return (...args: unknown[]) => {
          statements += 1;
          if (unanswered === 0) trips += 1;
          unanswered += 1;
          const answer = method(...args) as Promise<unknown>;
          // This runs before any code that waits for the answer.
          answer.then(onAnswer, onAnswer);
          return answer;
        };
      },
    });
  return {
    pool: new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') return async () => countClient(await target.connect());
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
    during: async (work) => {
      [statements, trips, unanswered] = [0, 0, 0];
      await work();
      return { statements, trips };
    },
  };
}
