/**
 * Whether the database takes writes: what calls met lately, and a write of our own. A full disk and a database that was made
 * read-only answer every question, so only a write finds them out.
 */
import type { Pool, PoolClient } from 'pg';
import { isUnavailable, writeTroubleOf } from './errors';
import type { WriteTrouble } from './errors';

export interface WriteWatch {
  /** Somebody met this error; nothing happens where it says nothing about writes. */
  note(error: unknown): void;
  /**
   * What is wrong now, or null. Writes by itself at most every ten seconds (every two while something is wrong), however often
   * it is asked.
   *
   * @throws what `isUnavailable` knows, when the database can't be asked
   */
  look(): Promise<WriteTrouble | null>;
}

export interface WriteWatchDeps {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

const PROBE_INTERVAL_MS = 10_000;
const PROBE_AGAIN_MS = 2_000;
/** What calls met counts for so long: the write of our own is small, and may pass where theirs do not. */
const MET_HOLDS_MS = 5_000;
/** Half a megabyte: more than the free room on pages that are there already, so that the disk must give some. */
const ROOM_ROWS = 256;

/** Whether `at` is less than `ms` ago; a clock that was set back makes nothing recent for ever. */
const isWithin = (at: number | null, ms: number, nowMs: number): boolean => at !== null && Math.abs(nowMs - at) < ms;

export function createWriteWatch({ pool, now, log }: WriteWatchDeps): WriteWatch {
  let trouble: WriteTrouble | null = null;
  let metAt: number | null = null;
  let probedAt: number | null = null;
  let probing: Promise<void> | null = null;

  function change(next: WriteTrouble | null): void {
    if (next === trouble) return;
    trouble = next;
    if (next === null) log('database.takes-writes');
    else log('database.refuses-writes', { alert: true, why: next });
  }

  async function probe(): Promise<void> {
    try {
      await writeSomething(pool, now(), trouble === 'disk-full');
      change(null);
    } catch (error) {
      const found = writeTroubleOf(error);
      if (found !== null) change(found);
      else if (isUnavailable(error)) throw error;
      // A lock or a time limit: that says nothing about writes.
      else log('database.probe-failed', { error });
    }
  }

  return {
    note: (error) => {
      const found = writeTroubleOf(error);
      if (found === null) return;
      metAt = now().getTime();
      change(found);
    },
    look: async () => {
      const nowMs = now().getTime();
      if (trouble !== null && isWithin(metAt, MET_HOLDS_MS, nowMs)) return trouble;
      if (probing === null && isWithin(probedAt, trouble === null ? PROBE_INTERVAL_MS : PROBE_AGAIN_MS, nowMs)) return trouble;
      probedAt = nowMs;
      probing ??= probe().finally(() => {
        probing = null;
      });
      await probing;
      return trouble;
    },
  };
}

async function writeSomething(pool: Pool, at: Date, withRoom: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `INSERT INTO heartbeat (name, at) VALUES ('writes', $1) ON CONFLICT (name) DO UPDATE SET at = $1`,
      [at],
    );
    if (withRoom) await takeRoom(client);
    client.release();
  } catch (error) {
    // The connection may lead to what is no longer the primary, and may be in the middle of something.
    client.release(true);
    throw error;
  }
}

/** Asks the disk for room, and gives it back at once. */
async function takeRoom(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMPORARY TABLE room_probe ON COMMIT DROP AS
     SELECT n, repeat(md5(n::text), 60) AS filling FROM generate_series(1, ${ROOM_ROWS}) AS n`,
  );
  await client.query('ROLLBACK');
}
