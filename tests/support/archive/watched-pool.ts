/** Wraps a pool so that a test sees how many rows each fetch from a cursor returns. */
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

export interface WatchedPool {
  readonly pool: Pool;
  /** Rows of each fetch, in order. */
  readonly pages: readonly number[];
}

/** `beforeFetch` runs before each fetch, with the number of fetches so far; the fetch throws its error. */
export function watchFetches(real: Pool, beforeFetch: (fetchCount: number) => Promise<void> = () => Promise.resolve()): WatchedPool {
  const pages: number[] = [];

  function watchClient(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target) as unknown;
        return async (text: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
          if (typeof text !== 'string') return target.query(text);
          if (!text.startsWith('FETCH')) return target.query(text, values);
          await beforeFetch(pages.length);
          const result = await target.query(text, values);
          pages.push(result.rows.length);
          return result;
        };
      },
    });
  }

  const pool = new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name === 'connect') return async () => watchClient(await target.connect());
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { pool, pages };
}
