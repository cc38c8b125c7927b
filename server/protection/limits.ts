/** Sets limits: a lower one applies at once, a higher one after 24 hours and a confirmation. Every request is recorded. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { dateTime } from '../../src/core/time';
import { insertRow } from '../db/statement';
import { ProblemError } from '../http/problem';
import { lockPlayer, raiseProtectionVersion, readHistoryPosition } from './player';
import type { Actor } from './player';
import { deleteRaise, readRaise, writeRaise } from './raises';
import type { LimitName, LimitRaise } from './raises';

/** A player's request for one limit; `amount` null asks for no limit. */
export interface LimitRequest extends LimitName, Actor {
  readonly amount: Kobo | null;
}

type Clock = () => Date;

/**
 * Applies a lower limit at once and stores a higher one as a raise. A request for the current limit drops a raise that waits,
 * because the newest request counts. With `onlyLower` a request that is not lower changes nothing.
 */
export async function setLimit(tx: PoolClient, clock: Clock, request: LimitRequest, onlyLower: boolean): Promise<void> {
  await lockPlayer(tx, request.userId);
  const now = clock();
  const current = await readOwnLimit(tx, request);
  const isLower = request.amount !== null && (current === null || request.amount < current);
  if (onlyLower && !isLower) return;
  if (isLower || request.amount === current) {
    await dropRaise(tx, request, now);
    if (isLower) await applyLimit(tx, request, 'set', now);
  } else {
    const pendingRaise = await readRaise(tx, request, now);
    // The player has requested the same before, and its 24 hours must not start again.
    if (pendingRaise?.amount === request.amount) return;
    await writeRaise(tx, request, request.amount, now);
    await recordChange(tx, request, 'asked', now);
  }
  await raiseProtectionVersion(tx, request.userId);
}

/**
 * Applies a lower limit for the operator's people. Returns the one before, or `not-lower`, and changes nothing then. The caller has locked
 * the player's row.
 */
export async function lowerLimitByTeam(tx: PoolClient, clock: Clock, request: LimitRequest & { readonly amount: Kobo }): Promise<Kobo | null | 'not-lower'> {
  const current = await readOwnLimit(tx, request);
  if (current !== null && request.amount >= current) return 'not-lower';
  await setLimit(tx, clock, request, true);
  return current;
}

/** Confirms a higher limit. Throws `conflict` where no raise waits, its amount differs, or its 24 hours are not over. */
export async function confirmLimit(tx: PoolClient, clock: Clock, request: LimitRequest): Promise<void> {
  await lockPlayer(tx, request.userId);
  const now = clock();
  const pendingRaise = await readRaise(tx, request, now);
  // The player has confirmed it already, and the answer was lost.
  if (pendingRaise === null && (await readOwnLimit(tx, request)) === request.amount) return;
  assertConfirmable(pendingRaise, request.amount, now);
  await deleteRaise(tx, request);
  await applyLimit(tx, request, 'confirmed', now);
  await raiseProtectionVersion(tx, request.userId);
}

function assertConfirmable(pendingRaise: LimitRaise | null, amount: Kobo | null, now: Date): void {
  if (pendingRaise === null) throw confirmationConflict('There is no higher limit to confirm. Your request may have expired.');
  if (pendingRaise.amount !== amount) throw confirmationConflict('The limit that you can confirm has another amount.');
  if (pendingRaise.confirmableFrom > now) throw confirmationConflict(`You can confirm this limit from ${dateTime(pendingRaise.confirmableFrom.getTime())}.`);
}

const confirmationConflict = (detail: string): ProblemError => new ProblemError('conflict', 'This limit can’t be confirmed', { detail });

export async function dropPendingLimit(tx: PoolClient, clock: Clock, request: Omit<LimitRequest, 'amount'>): Promise<void> {
  await lockPlayer(tx, request.userId);
  if (await dropRaise(tx, request, clock())) await raiseProtectionVersion(tx, request.userId);
}

async function dropRaise(tx: PoolClient, request: Omit<LimitRequest, 'amount'>, now: Date): Promise<boolean> {
  const isDropped = await deleteRaise(tx, request);
  if (isDropped) await recordChange(tx, { ...request, amount: null }, 'dropped', now);
  return isDropped;
}

async function readOwnLimit(tx: PoolClient, { userId, kind, period }: LimitName): Promise<Kobo | null> {
  const { rows } = await tx.query<{ amount: number }>(
    'SELECT amount FROM player_limit WHERE user_id = $1 AND kind = $2 AND period = $3',
    [userId, kind, period],
  );
  return rows[0] === undefined ? null : kobo(rows[0].amount);
}

interface CarriedRow extends Pick<LimitName, 'kind' | 'period'> {
  readonly amount: number;
  /** The newest change of this limit. */
  readonly change_id: number;
  readonly session_hash: string;
}

/**
 * Copies the limits of a closed account to the one that follows it, where they are lower, so that closing an account is no way
 * around a limit. From then on they are the new account's own. A raise of such a limit that waits there is dropped. The caller
 * has locked both rows.
 */
export async function carryLimits(tx: PoolClient, { from, to }: { readonly from: string; readonly to: string }, at: Date): Promise<void> {
  const { rows } = await tx.query<CarriedRow>(
    `SELECT DISTINCT ON (kind, period) kind, period, l.amount, c.change_id, c.session_hash
     FROM player_limit l JOIN limit_change c USING (user_id, kind, period)
     WHERE user_id = $1 AND c.what IN ('set', 'confirmed') ORDER BY kind, period, c.change_id DESC`,
    [from],
  );
  for (const { kind, period, amount, change_id: carriedFrom, session_hash: sessionHash } of rows) {
    const request = { userId: to, kind, period, amount: kobo(amount), sessionHash, carriedFrom };
    await dropRaise(tx, request, at);
    const current = await readOwnLimit(tx, request);
    if (current === null || amount < current) await applyLimit(tx, request, 'set', at);
  }
}

/**
 * Ends the limits that were carried here from an account that turned out to be somebody else's. The limit that this account's
 * player set last applies again at once, or the player's waiting request where that is lower. The caller has locked the row.
 */
export async function endCarriedLimits(tx: PoolClient, userId: string, at: Date): Promise<void> {
  for (const { kind, period, own } of await readCarriedLimits(tx, userId)) {
    const name = { userId, kind, period };
    const pendingRaise = (await readRaise(tx, name, at))?.amount ?? null;
    const isRaiseLower = pendingRaise !== null && (own === null || pendingRaise < own);
    if (isRaiseLower) await deleteRaise(tx, name);
    const amount = isRaiseLower ? pendingRaise : own === null ? null : kobo(own);
    await applyLimit(tx, { ...name, amount, sessionHash: null }, 'set', at);
  }
}

interface CarriedLimit extends Pick<LimitName, 'kind' | 'period'> {
  /** The limit in kobo that this account's player set last; null for none. */
  readonly own: number | null;
}

/** Reads the limits that apply because they were carried here, each with the player's own one. */
async function readCarriedLimits(tx: PoolClient, userId: string): Promise<readonly CarriedLimit[]> {
  const { rows } = await tx.query<CarriedLimit>(
    `SELECT kind, period, own.amount AS own FROM (
       -- For each limit the newest change that set it, which applies.
       SELECT DISTINCT ON (kind, period) kind, period, carried_from FROM limit_change
       WHERE user_id = $1 AND what IN ('set', 'confirmed') ORDER BY kind, period, change_id DESC) newest
     LEFT JOIN LATERAL (
       -- The newest change of the same limit that the player made on this account.
       SELECT amount FROM limit_change o
       WHERE o.user_id = $1 AND o.kind = newest.kind AND o.period = newest.period AND o.what IN ('set', 'confirmed') AND o.carried_from IS NULL
       ORDER BY change_id DESC LIMIT 1) own ON true
     WHERE newest.carried_from IS NOT NULL`,
    [userId],
  );
  return rows;
}

/**
 * `carriedFrom` is the change that set the limit on the closed account. `sessionHash` is null for a correction, which nobody
 * requested.
 */
interface LimitChange extends Omit<LimitRequest, 'sessionHash'> {
  readonly sessionHash: string | null;
  readonly carriedFrom?: number;
}

/**
 * Makes a limit apply from now on. The player's row says whether there is any limit, so that the stakes of players without one read
 * no other row. A player who sets a limit has also answered the offer of limits.
 */
async function applyLimit(tx: PoolClient, request: LimitChange, what: 'set' | 'confirmed', now: Date): Promise<void> {
  const { userId, kind, period, amount } = request;
  if (amount === null) {
    await tx.query('DELETE FROM player_limit WHERE user_id = $1 AND kind = $2 AND period = $3', [userId, kind, period]);
  } else {
    await tx.query(
      `INSERT INTO player_limit (user_id, kind, period, amount, set_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, kind, period) DO UPDATE SET amount = excluded.amount, set_at = excluded.set_at`,
      [userId, kind, period, amount, now],
    );
  }
  await tx.query(
    `UPDATE player SET limited = EXISTS (SELECT FROM player_limit WHERE user_id = $1), limits_answered_at = coalesce(limits_answered_at, $2)
     WHERE user_id = $1`,
    [userId, now],
  );
  await recordChange(tx, request, what, now);
}

async function recordChange(tx: PoolClient, request: LimitChange, what: 'set' | 'asked' | 'confirmed' | 'dropped', at: Date): Promise<void> {
  const { entries, step } = await readHistoryPosition(tx, request.userId);
  await tx.query(insertRow('limit_change', {
    user_id: request.userId,
    kind: request.kind,
    period: request.period,
    what,
    amount: request.amount,
    at,
    session_hash: request.sessionHash,
    after_entries: entries,
    after_step: step,
    carried_from: request.carriedFrom ?? null,
    is_correction: request.sessionHash === null,
  }));
}
