/**
 * Finds out whether the database takes writes, from the errors of recent calls and a write of our own. A full disk and a read-only
 * database answer every query, so only a write finds them out.
 */
import type { Pool, PoolClient } from 'pg';
import { isUnavailable, writeRefusalOf } from './errors';
import type { WriteRefusal } from './errors';

export interface WriteWatch {
  /** Records the error of a call; an error that says nothing about writes changes nothing. */
  recordError(error: unknown): void;
  /**
   * Returns why the database refuses writes now, or null. It writes at most every ten seconds (every two while writes are refused),
   * however often it is called.
   *
   * @throws an error for which `isUnavailable` is true, when the database can't be reached
   */
  check(): Promise<WriteRefusal | null>;
}

export interface WriteWatchDeps {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

const PROBE_INTERVAL_MS = 10_000;
const PROBE_INTERVAL_WHILE_REFUSED_MS = 2_000;
/** The error of a call counts for so long, because our own small write may succeed where larger ones fail. */
const REPORT_VALID_MS = 5_000;
/** These rows take half a megabyte: more than the free space on existing pages, so that the disk must provide some. */
const ROOM_ROWS = 256;

/** Says whether `at` is less than `ms` away from now, in either direction, so that a clock set back makes nothing recent for ever. */
const isRecent = (at: number | null, ms: number, nowMs: number): boolean => at !== null && Math.abs(nowMs - at) < ms;

export function createWriteWatch({ pool, now, log }: WriteWatchDeps): WriteWatch {
  let refusal: WriteRefusal | null = null;
  let reportedAt: number | null = null;
  let probedAt: number | null = null;
  let runningProbe: Promise<void> | null = null;

  function setRefusal(next: WriteRefusal | null): void {
    if (next === refusal) return;
    refusal = next;
    if (next === null) log('database.takes-writes');
    else log('database.refuses-writes', { alert: true, why: next });
  }

  async function probe(): Promise<void> {
    try {
      await writeSomething(pool, now(), refusal === 'disk-full');
      setRefusal(null);
    } catch (error) {
      const newRefusal = writeRefusalOf(error);
      if (newRefusal !== null) setRefusal(newRefusal);
      else if (isUnavailable(error)) throw error;
      // A lock or a time limit says nothing about writes.
      else log('database.probe-failed', { error });
    }
  }

  return {
    recordError: (error) => {
      const newRefusal = writeRefusalOf(error);
      if (newRefusal === null) return;
      reportedAt = now().getTime();
      setRefusal(newRefusal);
    },
    check: async () => {
      const nowMs = now().getTime();
      if (refusal !== null && isRecent(reportedAt, REPORT_VALID_MS, nowMs)) return refusal;
      if (runningProbe === null && isRecent(probedAt, refusal === null ? PROBE_INTERVAL_MS : PROBE_INTERVAL_WHILE_REFUSED_MS, nowMs)) return refusal;
      probedAt = nowMs;
      runningProbe ??= probe().finally(() => {
        runningProbe = null;
      });
      await runningProbe;
      return refusal;
    },
  };
}

async function writeSomething(pool: Pool, at: Date, isSpaceNeeded: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `INSERT INTO heartbeat (name, at) VALUES ('writes', $1) ON CONFLICT (name) DO UPDATE SET at = $1`,
      [at],
    );
    if (isSpaceNeeded) await probeDiskSpace(client);
    client.release();
  } catch (error) {
    // The connection may lead to a server that is no longer the primary, or have an open transaction, so it is closed.
    client.release(true);
    throw error;
  }
}

/** Takes space on the disk, and frees it at once. */
async function probeDiskSpace(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMPORARY TABLE room_probe ON COMMIT DROP AS
     SELECT n, repeat(md5(n::text), 60) AS filling FROM generate_series(1, ${ROOM_ROWS}) AS n`,
  );
  await client.query('ROLLBACK');
}
