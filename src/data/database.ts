/**
 * The one road to IndexedDB. Opening and every transaction have a deadline; a lost connection is opened again once;
 * what goes wrong after that puts the realm into memory mode, in which nothing is kept and nothing throws.
 */
import { openDB } from 'idb';
import type { IDBPDatabase, IDBPTransaction, OpenDBCallbacks } from 'idb';
import { DATABASE_NAME, DATABASE_VERSION, upgrade } from './schema';
import type { AyoSchema, StoreName } from './schema';

/** IndexedDB opens can hang for ever (a blocked upgrade, a broken profile). */
export const OPEN_DEADLINE_MS = 2_000;
export const TRANSACTION_DEADLINE_MS = 2_000;
/** Memory mode is for a while: what blocked the way may be gone, and a service worker can live for days. */
export const MEMORY_MS = 20_000;

export type StorageMode = 'unknown' | 'kept' | 'memory';

/** `memory`: this browser keeps nothing. `quota`: it is full. */
export type TxResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: 'memory' | 'quota' };

export type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<AyoSchema, StoreName[], Mode>;

export interface Database {
  readonly mode: () => StorageMode;
  /** Runs `work` in one transaction over `stores` (all that it touches); resolves when it is committed. */
  tx<T, Mode extends IDBTransactionMode>(
    stores: readonly StoreName[],
    mode: Mode,
    work: (tx: Tx<Mode>) => Promise<T>,
    durability?: IDBTransactionDurability,
  ): Promise<TxResult<T>>;
  close(): void;
}

export type Connection = IDBPDatabase<AyoSchema>;

interface Options {
  /** Hears whether this browser keeps anything, and, with `unknown`, that the connection is lost or the database deleted. */
  readonly onMode?: (mode: StorageMode) => void;
  /**
   * Makes room for a write into `stores` when the browser is full, some more on each step (from 0). True: something may
   * have gone, and what failed is tried again. False: there is nothing more that is worth less than what is written.
   */
  readonly onFull?: (step: number, stores: readonly StoreName[]) => Promise<boolean>;
  /** Mends a database of which a store is missing; never rejects. A realm without it goes on from memory meanwhile. */
  readonly onBroken?: () => Promise<unknown>;
  readonly name?: string;
}

const DEADLINE_PASSED = 'TimeoutError';

/** A time limit passes in so many steps. */
const STEPS = 8;

/**
 * The result of `work`, or a `TimeoutError` after `ms`. While this thread is held up it hears nothing, and no more than one step passes: a
 * phone that is slow at its start is not one whose store hangs.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const wait = (steps: number) => {
      timer = setTimeout(() => (steps > 1 ? wait(steps - 1) : reject(new DOMException('', DEADLINE_PASSED))), ms / STEPS);
    };
    wait(STEPS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this browser has IndexedDB; some private modes have none, whatever the types say. */
export function hasIndexedDb({ indexedDB }: { readonly indexedDB?: IDBFactory } = globalThis): boolean {
  return Boolean(indexedDB);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/**
 * Opens the database, with every store when there is none yet. One that a newer build has made is opened at its own version: the
 * operator has gone back to this build, and a newer version only adds to what this one knows (see `schema.ts`).
 */
export async function openAnyVersion(name: string, callbacks: Omit<OpenDBCallbacks<AyoSchema>, 'upgrade'> = {}): Promise<Connection> {
  try {
    return await openDB<AyoSchema>(name, DATABASE_VERSION, { ...callbacks, upgrade });
  } catch (error) {
    if (nameOf(error) !== 'VersionError') throw error;
    return openDB<AyoSchema>(name, undefined, { ...callbacks, upgrade });
  }
}

export function createDatabase({ onMode, onFull, onBroken, name = DATABASE_NAME }: Options = {}): Database {
  let mode: StorageMode = 'unknown';
  let opening: Promise<Connection> | null = null;
  let isMemoryUntil = 0;

  function setMode(next: StorageMode): void {
    // A connection that was given up already can't be lost again.
    if (next === 'unknown' ? mode !== 'kept' : mode === next) return;
    isMemoryUntil = Date.now() + MEMORY_MS;
    mode = next;
    onMode?.(next);
  }

  /** Forgets only the connection that failed, because another transaction may have opened a new one meanwhile. */
  function forget(connection: Promise<Connection> | null): void {
    if (opening === connection) opening = null;
    connection?.then((db) => db.close()).catch(() => undefined);
  }

  /** Async, so that what a browser throws at once (no IndexedDB, storage forbidden) is a rejection, too. */
  async function open(): Promise<Connection> {
    const connection = openAnyVersion(name, {
      blocking: (_from, to, { target }) => {
        (target as IDBDatabase).close(); // A cast: `idb` types the event's target as any target, and it is the connection.
        opening = null;
        // Another tab wants to upgrade: this one steps aside and goes on from memory. What is deleted is made anew.
        setMode(to === null ? 'unknown' : 'memory');
      },
      terminated: () => {
        opening = null;
        setMode('unknown');
      },
    });
    try {
      return await within(OPEN_DEADLINE_MS, connection);
    } catch (error) {
      opening = null;
      // A browser that hangs would hang again. A connection that opens late must not stay, because it would block the next
      // upgrade.
      if (nameOf(error) === DEADLINE_PASSED) setMode('memory');
      connection.then((db) => db.close()).catch(() => undefined);
      throw error;
    }
  }

  function connect(): Promise<Connection> {
    opening ??= open();
    return opening;
  }

  async function once<T, Mode extends IDBTransactionMode>(
    connection: Promise<Connection>,
    stores: readonly StoreName[],
    txMode: Mode,
    work: (tx: Tx<Mode>) => Promise<T>,
    durability: IDBTransactionDurability,
  ): Promise<T> {
    const db = await connection;
    const tx = db.transaction([...stores], txMode, { durability });
    // The work, or the wait below, rejects with its failure.
    tx.done.catch(() => undefined);
    try {
      const value = await within(TRANSACTION_DEADLINE_MS, work(tx));
      await within(TRANSACTION_DEADLINE_MS, tx.done);
      return value;
    } catch (error) {
      // A request that was under way when the transaction failed says only that it was aborted; the transaction's error says why.
      const cause = tx.error ?? error;
      abort(tx);
      throw cause;
    }
  }

  return {
    mode: () => mode,
    async tx(stores, txMode, work, durability = 'default') {
      let failures = 0;
      let step = 0;
      if (mode === 'memory' && Date.now() >= isMemoryUntil) mode = 'unknown';
      while (failures < 2 && mode !== 'memory') {
        const connection = connect();
        try {
          const value = await once(connection, stores, txMode, work, durability);
          // The mode stays as it is where another tab asked this one to step aside meanwhile.
          if (mode === 'unknown') setMode('kept');
          return { ok: true, value };
        } catch (error) {
          const failure = nameOf(error);
          if (failure === 'QuotaExceededError') {
            if (!(await onFull?.(step, stores))) return { ok: false, reason: 'quota' };
            step += 1;
            continue;
          }
          // Anything but IndexedDB's own failures is a defect of ours, and is passed on.
          if (!(error instanceof DOMException) && hasIndexedDb()) throw error;
          forget(connection);
          if (failure === 'NotFoundError') await onBroken?.();
          failures += 1;
        }
      }
      setMode('memory');
      return { ok: false, reason: 'memory' };
    },
    close: () => forget(opening),
  };
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It is over already.
  }
}
