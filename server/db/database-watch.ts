/**
 * Watches whether the database can be reached and takes writes, from the errors of recent calls and queries of its own. It raises
 * an alert with each change. A full disk and a read-only database answer every query, so only a write finds them out.
 */
import type { Pool, PoolClient } from 'pg';
import { commitDoubtOf, endCommitDoubt, recordCommitDoubt } from './commit-doubt';
import { withDeadline } from './deadline';
import { CommitUnknownError, DeadlineError, isUnavailable, writeRefusalOf } from './errors';
import type { WriteRefusal } from './errors';
import { isDiskFull } from './disk';
import type { Disk } from './disk';
import { answeredWithin } from './query-timeout';

/**
 * Names what is wrong with the database: one that can't be reached is `down`, or `disk-full` where that is the reason. With `commits-wait` a
 * commit was not confirmed, and none has come through since.
 */
export interface DatabaseTrouble {
  readonly why: 'down' | 'commits-wait' | WriteRefusal;
  readonly isReachable: boolean;
}

export interface DatabaseWatch {
  /** Records the error of a call; an error that says nothing about the database changes nothing. */
  recordError(error: unknown): void;
  /**
   * Returns what is wrong now, or null. It answers within `CHECK_DEADLINE_MS` and never throws for a database that is away. However
   * often it is called, it asks at most every two seconds and writes at most every ten, or every two while writes are refused.
   */
  check(): Promise<DatabaseTrouble | null>;
}

export interface DatabaseWatchDeps {
  readonly pool: Pool;
  /** The pool whose commits are watched; default: the same. */
  readonly moneyPool?: Pool;
  /** The disk of the embedded server. */
  readonly disk?: Disk | undefined;
  readonly now: () => Date;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** A server that was stopped (SIGSTOP) takes connections and never answers. */
const CHECK_DEADLINE_MS = 1_500;
/** A canary whose connection leads to a server that is gone is given up after this. */
const CANARY_DEADLINE_MS = 20_000;
/** One write may be late because of the disk. */
const LATE_WRITES = 2;
const COMMITS_WAIT: DatabaseTrouble = { why: 'commits-wait', isReachable: true };
const PROBE_INTERVAL_MS = 2_000;
const WRITE_INTERVAL_MS = 10_000;
/** The error of a call counts for so long, because our own small write may succeed where larger ones fail. */
const REPORT_VALID_MS = 5_000;
/** These rows take half a megabyte: more than the free space on existing pages, so that the disk must provide some. */
const ROOM_ROWS = 256;

/** Says whether `at` is less than `ms` away from now, in either direction, so that a clock set back makes nothing recent for ever. */
const isRecent = (at: number | null, ms: number, nowMs: number): boolean => at !== null && Math.abs(nowMs - at) < ms;

export function createDatabaseWatch({ pool, moneyPool = pool, disk, now, log }: DatabaseWatchDeps): DatabaseWatch {
  let trouble: DatabaseTrouble | null = null;
  let reportedAt: number | null = null;
  let probedAt: number | null = null;
  let wroteAt: number | null = null;
  let runningProbe: Promise<void> | null = null;
  let canary: Promise<void> | null = null;
  let lateWrites = 0;

  function setTrouble(next: DatabaseTrouble | null): void {
    const previous = trouble;
    if (previous?.why === next?.why && previous?.isReachable === next?.isReachable) return;
    trouble = next;
    if (previous?.isReachable === false && next?.isReachable !== false) log('database.reachable', { alert: true, was: previous.why });
    if (previous?.isReachable === true && next === null) log('database.takes-writes', { alert: true, was: previous.why });
    if (next !== null) log(next.isReachable ? 'database.refuses-writes' : 'database.unreachable', { alert: true, why: next.why });
  }

  async function probe(isWriteDue: boolean): Promise<void> {
    let hasAnswered = false;
    try {
      // A small write finds room on existing pages while the next file of the log can't be made any more.
      const isSpaceNeeded = isWriteDue && (trouble?.why === 'disk-full' || (await isDiskFull(disk)));
      await onFreshConnection(pool, async (client) => {
        await client.query('SELECT 1');
        hasAnswered = true;
        if (isWriteDue) await writeSomething(client, now(), isSpaceNeeded);
      });
      setTrouble(null);
      lateWrites = 0;
    } catch (error) {
      const refusal = writeRefusalOf(error);
      if (refusal !== null) setTrouble({ why: refusal, isReachable: true });
      else if (isUnconfirmed(error, hasAnswered)) setTrouble(COMMITS_WAIT);
      else if (isUnavailable(error)) setTrouble({ why: (await isDiskFull(disk)) ? 'disk-full' : 'down', isReachable: false });
      // A lock or a time limit says nothing about the database.
      else log('database.probe-failed', { error });
    }
  }

  /** Says whether commits are not confirmed: a write came with a warning, or twice in succession not in time while a read was answered. */
  function isUnconfirmed(error: unknown, hasAnswered: boolean): boolean {
    lateWrites = hasAnswered && error instanceof DeadlineError ? lateWrites + 1 : 0;
    if (!(error instanceof CommitUnknownError) && lateWrites < LATE_WRITES) return false;
    recordCommitDoubt(moneyPool);
    return true;
  }

  /**
   * Waits for the canary, a small write, not longer than a check may take. There is one at a time, because each that is given up keeps a
   * connection of the server busy.
   */
  async function checkCommits(doubt: number): Promise<DatabaseTrouble | null> {
    canary ??= onConnection(pool, (client) => writeSomething(client, now(), false), CANARY_DEADLINE_MS)
      .then(() => {
        endCommitDoubt(moneyPool, doubt);
        lateWrites = 0;
        if (commitDoubtOf(moneyPool) === null) setTrouble(null);
      })
      // The next check sends another one.
      .catch(() => undefined)
      .finally(() => {
        canary = null;
      });
    await withDeadline(CHECK_DEADLINE_MS, canary).catch(() => undefined);
    if (commitDoubtOf(moneyPool) !== null) setTrouble(COMMITS_WAIT);
    return trouble;
  }

  function startProbe(nowMs: number): Promise<void> {
    const isWriteDue = trouble !== null || !isRecent(wroteAt, WRITE_INTERVAL_MS, nowMs);
    probedAt = nowMs;
    if (isWriteDue) wroteAt = nowMs;
    return probe(isWriteDue).finally(() => {
      runningProbe = null;
    });
  }

  return {
    recordError: (error) => {
      const refusal = writeRefusalOf(error);
      if (refusal !== null) {
        reportedAt = now().getTime();
        setTrouble({ why: refusal, isReachable: true });
      } else if (isAbsence(error)) {
        probedAt = null;
      }
    },
    check: async () => {
      const nowMs = now().getTime();
      const doubt = commitDoubtOf(moneyPool);
      if (doubt !== null) return checkCommits(doubt);
      if (trouble?.isReachable === true && isRecent(reportedAt, REPORT_VALID_MS, nowMs)) return trouble;
      // While the database is away, each check asks it, because that costs little and ends the alert as soon as it is back.
      const isAway = trouble?.isReachable === false;
      if (runningProbe === null && !isAway && isRecent(probedAt, PROBE_INTERVAL_MS, nowMs)) return trouble;
      await (runningProbe ??= startProbe(nowMs));
      return trouble;
    },
  };
}

function isAbsence(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Error && error.cause !== undefined && isAbsence(error.cause));
}

/** Does the work on a connection of the pool, which is closed when it takes too long or fails. */
async function onConnection(pool: Pool, work: (client: PoolClient) => Promise<unknown>, deadlineMs = CHECK_DEADLINE_MS): Promise<void> {
  let connection: PoolClient | null = null;
  let isExpired = false;
  // The connection may lead to a server that is no longer the primary, or have an open transaction, so a failed one is closed.
  const giveBack = (isClosed: boolean): void => {
    connection?.release(isClosed);
    connection = null;
  };
  const run = async (): Promise<void> => {
    connection = await pool.connect();
    if (isExpired) {
      giveBack(false);
      return;
    }
    try {
      await work(connection);
    } catch (error) {
      giveBack(true);
      throw error;
    }
    giveBack(false);
  };
  await withDeadline(deadlineMs, run(), () => {
    isExpired = true;
    giveBack(true);
  });
}

/** Runs `work` on a connection that may write. One that was opened while the database was read-only stays read-only, so another is tried first. */
async function onFreshConnection(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await onConnection(pool, work);
      return;
    } catch (error) {
      if (writeRefusalOf(error) !== 'read-only' || attempt > pool.options.max) throw error;
    }
  }
}

async function writeSomething(client: PoolClient, at: Date, isSpaceNeeded: boolean): Promise<void> {
  const warnings: string[] = [];
  const noteWarning = ({ code: sqlState }: { readonly code: string | undefined }): void => {
    if (sqlState?.startsWith('01') === true) warnings.push(sqlState);
  };
  client.on('notice', noteWarning);
  await client.query(answeredWithin(
    CANARY_DEADLINE_MS, `INSERT INTO heartbeat (name, at) VALUES ('writes', $1) ON CONFLICT (name) DO UPDATE SET at = $1`, [at],
  )).finally(() => client.off('notice', noteWarning));
  if (warnings.length > 0) throw new CommitUnknownError('The commit of the heartbeat came with a warning.');
  if (isSpaceNeeded) await probeDiskSpace(client);
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
