/** A platform process that can die between any two statements, or lose its database connection. */
import type { Pool, PoolClient } from 'pg';
import type { Work } from './schedule';

/** The error that stops the work of a dead process; nobody outside sees it. */
export class ProcessCrashed extends Error {
  override readonly name = 'Crashed';
}

/** The error that PostgreSQL sends when an administrator ends a connection. */
class ConnectionLost extends Error {
  readonly code = '57P01';
}

export type Death = 'process' | 'connection';

/** The beat of a task at which something fails; every statement has one beat before it and one after it. */
export interface DeathPlan {
  beatsLeft: number;
  readonly of: Death;
}

export interface Process {
  readonly isAlive: () => boolean;
  /** Makes the pool of one task. With `death` null nothing fails. */
  pool(death: DeathPlan | null): Pool;
  /** Marks a point between two actions of the process outside the database. */
  beat(death: DeathPlan | null): void;
}

export function createProcess(pool: Pool, work: Work, onDeath: (of: Death) => void): Process {
  let alive = true;
  let cleanup: Promise<void> = Promise.resolve();

  function beat(death: DeathPlan | null, breakConnection?: () => void): void {
    if (!alive) throw new ProcessCrashed();
    if (death === null || death.beatsLeft < 0) return;
    death.beatsLeft -= 1;
    if (death.beatsLeft >= 0) return;
    if (death.of === 'process') {
      alive = false;
      onDeath('process');
      throw new ProcessCrashed();
    }
    if (breakConnection === undefined) return;
    onDeath('connection');
    breakConnection();
    throw new ConnectionLost('terminating connection');
  }

  /** A broken connection, or one that a dead process gives back, leaves no transaction open on the server. */
  function mortalClient(client: PoolClient, death: DeathPlan | null): PoolClient {
    let isBroken = false;
    let isReleased = false;
    const cut = () => {
      isBroken = true;
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') {
          return async (...args: unknown[]): Promise<unknown> => {
            if (isBroken) throw new ConnectionLost('Connection terminated');
            beat(death, cut);
            const answer: unknown = await work.run(() => Promise.resolve(Reflect.apply(target.query, target, args)));
            beat(death, cut);
            return answer;
          };
        }
        if (name === 'release') {
          return (): void => {
            if (isReleased) return;
            isReleased = true;
            if (alive && !isBroken) return target.release();
            cleanup = work.run(async () => {
              await target.query('ROLLBACK');
              target.release();
            });
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  function mortalPool(death: DeathPlan | null): Pool {
    return new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') {
          return async (): Promise<PoolClient> => {
            beat(death);
            // Waiting for the cleanup keeps the run independent of the real time at which the server notices a broken
            // connection.
            await cleanup;
            return mortalClient(await work.run(() => target.connect()), death);
          };
        }
        if (name === 'query') {
          return async (...args: unknown[]): Promise<unknown> => {
            beat(death, () => undefined);
            const answer: unknown = await work.run(() => Promise.resolve(Reflect.apply(target.query, target, args)));
            beat(death, () => undefined);
            return answer;
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  return { isAlive: () => alive, pool: mortalPool, beat };
}
