/**
 * All access to IndexedDB goes through this file. Opening the database and every transaction have a deadline. A lost connection
 * is opened again once; after a further failure the realm goes into memory mode, in which nothing is stored and nothing throws.
 */
import { openDB } from 'idb';
import type { IDBPDatabase, IDBPTransaction, OpenDBCallbacks } from 'idb';
import { DATABASE_NAME, DATABASE_VERSION, upgrade } from './schema';
import type { AyoSchema, StoreName } from './schema';

/** Opening IndexedDB can hang for ever, because of a blocked upgrade or a broken profile. */
export const OPEN_DEADLINE_MS = 2_000;
export const TRANSACTION_DEADLINE_MS = 2_000;
/** Memory mode ends after this time, because what blocked the database may be gone, and a service worker can live for days. */
export const MEMORY_MS = 20_000;

export type StorageMode = 'unknown' | 'disk' | 'memory';

/** `memory`: this browser stores nothing now. `quota`: it is full. */
export type TxResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: 'memory' | 'quota' };

export type Tx<Mode extends IDBTransactionMode> = IDBPTransaction<AyoSchema, StoreName[], Mode>;

export interface Database {
  readonly mode: () => StorageMode;
  /** Runs `work` in one transaction over `stores`, which must name every store that it uses. Resolves when the transaction is committed. */
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
  /**
   * Called when it becomes known whether this browser stores anything, and with `unknown` when the connection is lost or the
   * database is deleted.
   */
  readonly onMode?: (mode: StorageMode) => void;
  /**
   * Called when the browser is full, with `step` 0, 1 and so on: deletes data that is worth less than a write into `stores`.
   * True: something may have been deleted, so the write is tried again. False: there is nothing more to delete, so the write
   * fails.
   */
  readonly onFull?: (step: number, stores: readonly StoreName[]) => Promise<boolean>;
  /** Mends a database that lacks a store; never rejects. A realm without this function goes into memory mode instead. */
  readonly onBroken?: () => Promise<unknown>;
  readonly name?: string;
}

const DEADLINE_PASSED = 'TimeoutError';

/** The number of timers, one after the other, in which a deadline passes. */
const STEPS = 8;

/**
 * Returns the result of `work`, or rejects with a `TimeoutError` after `ms`. While the thread is busy only one step of the time
 * can pass, so that the database of a phone that is slow at its start is not taken for one that hangs.
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

/** Returns true if this browser has IndexedDB. Some private modes have none, although the types say that it is always there. */
export function hasIndexedDb({ indexedDB }: { readonly indexedDB?: IDBFactory } = globalThis): boolean {
  return Boolean(indexedDB);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/**
 * Opens the database, and makes every store when there is none yet. A database that a newer build has made is opened at its own
 * version: the operator has gone back to this build, and a newer version only adds to the older one (see `schema.ts`).
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
  let memoryEndsAt = 0;

  function setMode(next: StorageMode): void {
    // Only a working connection can be lost: one that was given up before is not reported again.
    if (next === 'unknown' ? mode !== 'disk' : mode === next) return;
    memoryEndsAt = Date.now() + MEMORY_MS;
    mode = next;
    onMode?.(next);
  }

  /** Gives up the connection that failed, and no other, because another transaction may have opened a new one meanwhile. */
  function forget(connection: Promise<Connection> | null): void {
    if (opening === connection) opening = null;
    connection?.then((db) => db.close()).catch(() => undefined);
  }

  /**
   * Opens a connection. The function is async, so that an error that the browser throws at once (no IndexedDB, storage
   * forbidden) becomes a rejection.
   */
  async function open(): Promise<Connection> {
    const connection = openAnyVersion(name, {
      blocking: (_from, to, { target }) => {
        (target as IDBDatabase).close(); // A cast: `idb` types the event's target as any target, and it is the connection.
        opening = null;
        // If another tab wants to upgrade the database, this one closes its connection and goes into memory mode. If the
        // database is to be deleted, the next transaction makes it anew.
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
      // A browser that hangs would hang again, so it is not asked again for a while. A connection that opens late is closed,
      // because it would block the next upgrade.
      if (nameOf(error) === DEADLINE_PASSED) setMode('memory');
      connection.then((db) => db.close()).catch(() => undefined);
      throw error;
    }
  }

  function connect(): Promise<Connection> {
    opening ??= open();
    return opening;
  }

  async function runOnce<T, Mode extends IDBTransactionMode>(
    connection: Promise<Connection>,
    stores: readonly StoreName[],
    txMode: Mode,
    work: (tx: Tx<Mode>) => Promise<T>,
    durability: IDBTransactionDurability,
  ): Promise<T> {
    const db = await connection;
    const tx = db.transaction([...stores], txMode, { durability });
    // The work, or the wait for `tx.done` below, rejects with the same failure, so here it is ignored.
    tx.done.catch(() => undefined);
    try {
      const value = await within(TRANSACTION_DEADLINE_MS, work(tx));
      await within(TRANSACTION_DEADLINE_MS, tx.done);
      return value;
    } catch (error) {
      // When a transaction fails, the error of a request in it says only that it was aborted. The transaction's own error says why.
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
      if (mode === 'memory' && Date.now() >= memoryEndsAt) mode = 'unknown';
      while (failures < 2 && mode !== 'memory') {
        const connection = connect();
        try {
          const value = await runOnce(connection, stores, txMode, work, durability);
          // If another tab has asked this one to close its connection meanwhile, the mode stays `memory`.
          if (mode === 'unknown') setMode('disk');
          return { ok: true, value };
        } catch (error) {
          const failure = nameOf(error);
          if (failure === 'QuotaExceededError') {
            if (!(await onFull?.(step, stores))) return { ok: false, reason: 'quota' };
            step += 1;
            continue;
          }
          // An error that is not IndexedDB's own is a defect of ours, so it is passed on.
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
    // The transaction is over already.
  }
}
