/**
 * The one road to IndexedDB. Opening and every transaction have a deadline; a lost connection is opened again once;
 * what goes wrong after that puts the realm into memory mode, in which nothing is kept and nothing throws.
 */
import { openDB } from 'idb';
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { DATABASE_NAME, DATABASE_VERSION, upgrade } from './schema';
import type { AyoSchema, StoreName } from './schema';

/** IndexedDB opens can hang for ever (a blocked upgrade, a broken profile). */
export const OPEN_DEADLINE_MS = 2_000;
export const TRANSACTION_DEADLINE_MS = 2_000;

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

type Connection = IDBPDatabase<AyoSchema>;

interface Options {
  /** Told when it is known whether this browser keeps anything. */
  readonly onMode?: (mode: 'kept' | 'memory') => void;
  /**
   * Makes room for a write into `stores` when the browser is full, some more on each step (from 0). True: something may
   * have gone, and what failed is tried again. False: there is nothing more that is worth less than what is written.
   */
  readonly onFull?: (step: number, stores: readonly StoreName[]) => Promise<boolean>;
  /** Mends a database of which a store is missing. A realm without it goes on without until another has done it. */
  readonly onBroken?: () => Promise<unknown>;
  readonly name?: string;
}

const DEADLINE_PASSED = 'TimeoutError';

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('', DEADLINE_PASSED)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

export function createDatabase({ onMode, onFull, onBroken, name = DATABASE_NAME }: Options = {}): Database {
  let mode: StorageMode = 'unknown';
  let opening: Promise<Connection> | null = null;

  function setMode(next: 'kept' | 'memory'): void {
    if (mode === next) return;
    mode = next;
    onMode?.(next);
  }

  /** Only the connection that failed: another transaction may have opened a new one meanwhile. */
  function forget(failed: Promise<Connection> | null): void {
    if (opening === failed) opening = null;
    failed?.then((db) => db.close()).catch(() => undefined);
  }

  /** Async, so that what a browser throws at once (no IndexedDB, storage forbidden) is a rejection, too. */
  async function open(): Promise<Connection> {
    const opened = openDB<AyoSchema>(name, DATABASE_VERSION, {
      upgrade,
      blocking: (_from, to, { target }) => {
        (target as IDBDatabase).close();
        opening = null;
        // Another tab wants to upgrade: this one steps aside and goes on from memory. What is deleted is made anew.
        if (to !== null) setMode('memory');
      },
      terminated: () => {
        opening = null;
      },
    });
    try {
      return await within(OPEN_DEADLINE_MS, opened);
    } catch (error) {
      opening = null;
      // A browser that hangs would hang again; and what opens late must not stay: it would block the next upgrade.
      if (nameOf(error) === DEADLINE_PASSED) setMode('memory');
      opened.then((db) => db.close()).catch(() => undefined);
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
    // Its failure is told by the work or by the wait below.
    tx.done.catch(() => undefined);
    try {
      const value = await within(TRANSACTION_DEADLINE_MS, work(tx));
      await within(TRANSACTION_DEADLINE_MS, tx.done);
      return value;
    } catch (error) {
      // A request that was under way when the transaction failed says only that it was aborted; this says why.
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
      while (failures < 2 && mode !== 'memory') {
        const connection = connect();
        try {
          const value = await once(connection, stores, txMode, work, durability);
          // Not where it was asked to step aside meanwhile.
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
          if (!(error instanceof DOMException) && globalThis.indexedDB) throw error;
          forget(connection);
          if (failure === 'NotFoundError') {
            if (!onBroken) return { ok: false, reason: 'memory' };
            await within(OPEN_DEADLINE_MS, onBroken()).catch(() => undefined);
          }
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
