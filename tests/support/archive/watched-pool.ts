/** A pool that a test looks over the shoulder of: what is fetched from cursors, and how much at a time. */
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

export interface WatchedPool {
  readonly pool: Pool;
  /** Rows of each fetch, in order. */
  readonly pages: readonly number[];
}

/** `before`: done before each fetch, with how many there were; what it throws, the fetch throws. */
export function watchedPool(real: Pool, before: (fetched: number) => Promise<void> = () => Promise.resolve()): WatchedPool {
  const pages: number[] = [];

  function watched(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target) as unknown;
        return async (text: string | QueryConfig, values?: unknown[]): Promise<QueryResult> => {
          if (typeof text !== 'string') return target.query(text);
          if (!text.startsWith('FETCH')) return target.query(text, values);
          await before(pages.length);
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
      if (name === 'connect') return async () => watched(await target.connect());
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { pool, pages };
}
