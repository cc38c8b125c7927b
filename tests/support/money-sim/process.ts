/** A platform process that can die between any two statements, or lose the connection that it is using. */
import type { Pool, PoolClient } from 'pg';
import type { Work } from './schedule';

/** What a dead process "throws": nobody hears of it, it only ends what was running in it. */
export class Crashed extends Error {
  override readonly name = 'Crashed';
}

/** As the server says it when an administrator ends a connection. */
class ConnectionLost extends Error {
  readonly code = '57P01';
}

export type Death = 'process' | 'connection';

/** When something is to break: at the so-many-th beat of a task, of which every statement has one before and one after. */
export interface DeathPlan {
  beatsLeft: number;
  readonly of: Death;
}

export interface Process {
  readonly isAlive: () => boolean;
  /** The pool of one task. `death` null: nothing breaks. */
  pool(death: DeathPlan | null): Pool;
  /** Between two things that the process does outside the database. */
  beat(death: DeathPlan | null): void;
}

export function createProcess(pool: Pool, work: Work, onDeath: (of: Death) => void): Process {
  let alive = true;
  let cleared: Promise<void> = Promise.resolve();

  function beat(death: DeathPlan | null, breakConnection?: () => void): void {
    if (!alive) throw new Crashed();
    if (death === null || death.beatsLeft < 0) return;
    death.beatsLeft -= 1;
    if (death.beatsLeft >= 0) return;
    if (death.of === 'process') {
      alive = false;
      onDeath('process');
      throw new Crashed();
    }
    if (breakConnection === undefined) return;
    onDeath('connection');
    breakConnection();
    throw new ConnectionLost('terminating connection');
  }

  /** A connection that is given back by a dead process, or that broke, leaves no transaction behind on the server. */
  function mortalClient(client: PoolClient, death: DeathPlan | null): PoolClient {
    let broken = false;
    let released = false;
    const cut = () => {
      broken = true;
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') {
          return async (...asked: unknown[]): Promise<unknown> => {
            if (broken) throw new ConnectionLost('Connection terminated');
            beat(death, cut);
            const answer: unknown = await work.run(() => Promise.resolve(Reflect.apply(target.query, target, asked)));
            beat(death, cut);
            return answer;
          };
        }
        if (name === 'release') {
          return (): void => {
            if (released) return;
            released = true;
            if (alive && !broken) return target.release();
            cleared = work.run(async () => {
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
            // Whether the server has noticed by then that a connection broke would be a matter of real time.
            await cleared;
            return mortalClient(await work.run(() => target.connect()), death);
          };
        }
        if (name === 'query') {
          return async (...asked: unknown[]): Promise<unknown> => {
            beat(death, () => undefined);
            const answer: unknown = await work.run(() => Promise.resolve(Reflect.apply(target.query, target, asked)));
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
