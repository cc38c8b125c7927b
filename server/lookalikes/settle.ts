/**
 * Works out, after a change to an account is committed, which accounts look like it and what is required of each. A change stores
 * what accounts are found by (`search-keys.ts`) and a row of `lookalike_due` in its own transaction, and needs nothing of other
 * accounts; so nobody who shares a birthday or a phone with others waits for them, and protecting oneself never does.
 *
 * One account is settled after the other in all processes. So of two accounts that change at once the one that is settled later
 * finds the other, and of two checks of one account the later one knows both changes. The call that made the change settles its
 * account itself before it answers; where others are at it, or something is locked, the job does it a moment later. A new account
 * must show its identity until it is settled (`sign-up.ts`).
 */
import type { Pool, PoolClient } from 'pg';
import { alertFor } from '../alert-for';
import { errorCode } from '../db/errors';
import { transaction } from '../db/transaction';
import type { Foundation } from '../foundation';
import { startSweep } from '../sweep';
import { findHints, updateRequiredChecks } from './hints';

type Deps = Pick<Foundation, 'pool' | 'now' | 'log'>;

/** Asks for this account to be settled. Call `settleLookalikes` after the commit. */
export async function requestSettling(tx: PoolClient, userIds: readonly string[], at: Date): Promise<void> {
  await tx.query('INSERT INTO lookalike_due (user_id, at) SELECT user_id, $2 FROM unnest($1::text[]) u (user_id)', [userIds, at]);
}

/** The number is arbitrary, but every Ayo must use the same one. */
const ADVISORY_LOCK_KEY = 4_150_111_073;
/** A settling waits so long for another process, or for a player's row, and is left to the job then. */
const LOCK_TIMEOUT_MS = 250;
/** A process settles one account at a time, so it holds one connection for it; so many calls wait, further ones leave it to the job. */
const MAX_WAITING = 32;
/** What protects a player is answered at once; it waits for two others at most. */
const MAX_WAITING_FOR_PROTECTION = 2;
const LOCK_NOT_AVAILABLE = '55P03';

interface Line {
  last: Promise<unknown>;
  waiting: number;
}

const lines = new WeakMap<Pool, Line>();

function lineOf(pool: Pool): Line {
  const line = lines.get(pool) ?? { last: Promise.resolve(), waiting: 0 };
  lines.set(pool, line);
  return line;
}

/** Runs `work` after everything that this process has begun to settle. */
async function inLine(pool: Pool, work: () => Promise<void>): Promise<void> {
  const line = lineOf(pool);
  line.waiting += 1;
  const turn = line.last.then(work).finally(() => {
    line.waiting -= 1;
  });
  line.last = turn.catch(() => undefined);
  return turn;
}

/** Settles these accounts where it is due. It never throws: what fails here is left to the job. */
export async function settleLookalikes(platform: Deps, userIds: readonly string[], { isProtection = false } = {}): Promise<void> {
  for (const userId of userIds) {
    if (lineOf(platform.pool).waiting >= (isProtection ? MAX_WAITING_FOR_PROTECTION : MAX_WAITING)) return;
    await settleOne(platform, userId);
  }
}

async function settleOne(platform: Deps, userId: string): Promise<void> {
  try {
    await inLine(platform.pool, () => transaction(platform.pool, (tx) => settle(tx, userId, platform.now()), { attempts: 1 }));
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

/** Settles what no call has settled, the longest due first. An account that can't be settled now does not keep the next ones waiting. */
export async function settleDue(platform: Deps): Promise<void> {
  const { rows } = await platform.pool.query<{ user_id: string }>('SELECT user_id FROM lookalike_due GROUP BY user_id ORDER BY min(due_id) LIMIT $1', [BATCH]);
  for (const row of rows) await settleOne(platform, row.user_id);
}

export function startLookalikes(platform: Deps): () => void {
  return startSweep(platform, { failureEvent: 'lookalikes.sweep-failed', intervalMs: INTERVAL_MS, run: () => settleDue(platform) });
}
