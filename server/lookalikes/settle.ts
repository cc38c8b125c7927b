/**
 * Works out, after a change to an account is committed, which accounts look like it and what is required of each. A change stores
 * what accounts are found by (`search-keys.ts`) and a row of `lookalike_due` in its own transaction, and needs nothing of other
 * accounts; so nobody who shares a birthday or a phone with others waits for them, and protecting oneself never does.
 *
 * One account is settled after the other in all processes. So of two accounts that change at once the one that is settled later
 * finds the other, and of two checks of one account the later one knows both changes. The call that made the change settles its
 * account itself before it answers; where another process is settling, or a row is locked, the job does it a moment later. A new account
 * must show its identity until it is settled (`sign-up.ts`).
 */
import type { Pool, PoolClient } from 'pg';
import { alertFor } from '../alert-for';
import { errorCode } from '../db/errors';
import { transaction } from '../db/transaction';
import type { Foundation } from '../foundation';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';
import { findHints, updateRequiredChecks } from './hints';

type Deps = Pick<Foundation, 'pool' | 'now' | 'log'>;

/** Asks for this account to be settled. Call `settleLookalikes` after the commit. */
export async function requestSettling(tx: PoolClient, userIds: readonly string[], at: Date): Promise<void> {
  await tx.query('INSERT INTO lookalike_due (user_id, at) SELECT user_id, $2 FROM unnest($1::text[]) u (user_id)', [userIds, at]);
}

/** The number is arbitrary, but every Ayo must use the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_073;
/** A call waits this long for another process, or for a player's row; after that the job settles the account. */
const LOCK_TIMEOUT_MS = 250;
/** A process settles one account at a time, so that this takes one connection. At most this many calls wait; further ones leave it to the job. */
const MAX_WAITING = 32;
/** A call that protects a player has to be answered soon, so it waits only while fewer than this many others do. */
const MAX_WAITING_FOR_PROTECTION = 2;
const LOCK_NOT_AVAILABLE = '55P03';

/** The settlings of one process: the last one that was begun, and how many wait or run. */
interface Queue {
  last: Promise<unknown>;
  waiting: number;
}

const queues = new WeakMap<Pool, Queue>();

function queueOf(pool: Pool): Queue {
  const queue = queues.get(pool) ?? { last: Promise.resolve(), waiting: 0 };
  queues.set(pool, queue);
  return queue;
}

/** Runs `work` after everything that this process has begun to settle. */
async function runInTurn(pool: Pool, work: () => Promise<void>): Promise<void> {
  const queue = queueOf(pool);
  queue.waiting += 1;
  const turn = queue.last.then(work).finally(() => {
    queue.waiting -= 1;
  });
  queue.last = turn.catch(() => undefined);
  return turn;
}

/** Settles those of these accounts that are due. It never throws: an account that can't be settled here is left to the job. */
export async function settleLookalikes(platform: Deps, userIds: readonly string[], { isProtection = false } = {}): Promise<void> {
  for (const userId of userIds) {
    if (queueOf(platform.pool).waiting >= (isProtection ? MAX_WAITING_FOR_PROTECTION : MAX_WAITING)) return;
    await settleOne(platform, userId);
  }
}

async function settleOne(platform: Deps, userId: string): Promise<void> {
  try {
    await runInTurn(platform.pool, () => transaction(platform.pool, (tx) => settle(tx, userId, platform.now()), { attempts: 1 }));
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) platform.log('lookalikes.settle-failed', { error, userId, ...alertFor(error) });
  }
}

async function settle(tx: PoolClient, userId: string, at: Date): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await tx.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK_KEY]);
  const { rows } = await tx.query<{ due_id: number | null }>('SELECT max(due_id) AS due_id FROM lookalike_due WHERE user_id = $1', [userId]);
  const dueId = rows[0]?.due_id ?? null;
  if (dueId === null) return;
  await findHints(tx, userId, at);
  await updateRequiredChecks(tx, userId, at);
  await tx.query('DELETE FROM lookalike_due WHERE user_id = $1 AND due_id <= $2', [userId, dueId]);
}

const INTERVAL_MS = 1_000;
const BATCH = 100;

/** Settles the accounts that no call has settled, the longest due first. An account that can't be settled now does not keep the next ones waiting. */
export async function settleDue(platform: Deps): Promise<void> {
  const { rows } = await platform.pool.query<{ user_id: string }>('SELECT user_id FROM lookalike_due GROUP BY user_id ORDER BY min(due_id) LIMIT $1', [BATCH]);
  for (const row of rows) await settleOne(platform, row.user_id);
}

export function startLookalikes(platform: Deps): StopJob {
  return startSweep(platform, { failureEvent: 'lookalikes.sweep-failed', intervalMs: INTERVAL_MS, run: () => settleDue(platform) });
}
