/** Counts what a platform does for a request: statements, draws of randomness, runs of the hasher. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { getHasher } from '../../server/accounts/password-hasher';
import type { Platform } from '../../server/platform';

export interface Work {
  readonly statements: readonly string[];
  readonly draws: number;
  readonly hashes: number;
}

export interface CountedWork {
  readonly randomBytes: (size: number) => Buffer;
  readonly pool: Pool;
  /** Runs `work` and returns the statements that the platform executed for it, as text without their values. */
  during(platform: Platform, work: () => Promise<unknown>): Promise<Work>;
}

const nameOf = (query: unknown): string => {
  const text = typeof query === 'string' ? query : typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '?';
  return text.replace(/\s+/g, ' ').trim();
};

/** Counts the statements of a pool and of its transactions from now on. */
export function countWork(pool: Pool): CountedWork {
  let statements: string[] = [];
  let draws = 0;
  const recordStatements = (target: object, query: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      statements.push(nameOf(args[0]));
      return query.apply(target, args);
    };
  const createProxy = <T extends object>(target: T, replace: (name: string | symbol) => unknown): T =>
    new Proxy(target, {
      get: (object, name) => {
        const replacement = replace(name);
        if (replacement !== undefined) return replacement;
        const value: unknown = Reflect.get(object, name, object);
        return typeof value === 'function' ? value.bind(object) : value;
      },
    });
  const countedPool = createProxy(pool, (name) => {
    if (name === 'query') return recordStatements(pool, pool.query.bind(pool));
    if (name !== 'connect') return undefined;
    return async () => {
      const client = await pool.connect();
      const query = recordStatements(client, client.query.bind(client));
      return createProxy(client, (member) => (member === 'query' ? query : undefined));
    };
  });
  return {
    pool: countedPool,
    randomBytes: (size) => {
      draws += 1;
      return randomBytes(size);
    },
    during: async (platform, work) => {
      [statements, draws] = [[], 0];
      const before = getHasher(platform).runs();
      await work();
      return { statements, draws, hashes: getHasher(platform).runs() - before };
    },
  };
}
