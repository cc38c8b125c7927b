/** Setting limits: lower at once, higher after 24 hours and a second yes. Every wish is written down. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { dateTime } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import { lockPlayer, raiseVersion, readReached } from './player';
import type { Changer } from './player';
import { deleteRaise, readRaise, writeRaise } from './raises';
import type { LimitName, Raise } from './raises';

/** A wish of a player about one limit; null = no limit. */
export interface LimitWish extends LimitName, Changer {
  readonly amount: Kobo | null;
}

type Clock = () => Date;

/**
 * Sets a lower limit, notes a higher one, or (the same again) forgets a higher one that waits: the newest wish counts. With
 * `onlyLower` what is not lower changes nothing.
 */
export async function setLimit(tx: PoolClient, clock: Clock, wish: LimitWish, onlyLower: boolean): Promise<void> {
  await lockPlayer(tx, wish.userId);
  const now = clock();
  const holds = await readOwn(tx, wish);
  const isLower = wish.amount !== null && (holds === null || wish.amount < holds);
  if (onlyLower && !isLower) return;
  if (isLower || wish.amount === holds) {
    await forget(tx, wish, now);
    if (isLower) await hold(tx, wish, 'set', now);
  } else {
    const waits = await readRaise(tx, wish, now);
    // The same wish sent again need not wait anew.
    if (waits?.amount === wish.amount) return;
    await writeRaise(tx, wish, wish.amount, now);
    await writeDown(tx, wish, 'asked', now);
  }
  await raiseVersion(tx, wish.userId);
}

/** The second yes to a higher limit. Throws `conflict` where nothing waits, another amount does, or it is not the time. */
export async function confirmLimit(tx: PoolClient, clock: Clock, wish: LimitWish): Promise<void> {
  await lockPlayer(tx, wish.userId);
  const now = clock();
  const waits = await readRaise(tx, wish, now);
  // Confirmed already, and the answer was lost.
  if (waits === null && (await readOwn(tx, wish)) === wish.amount) return;
  assertConfirmable(waits, wish.amount, now);
  await deleteRaise(tx, wish);
  await hold(tx, wish, 'confirmed', now);
  await raiseVersion(tx, wish.userId);
}

function assertConfirmable(waits: Raise | null, amount: Kobo | null, now: Date): void {
  if (waits === null) throw conflict('No higher limit waits for your yes. It may have been too long ago.');
  if (waits.amount !== amount) throw conflict('Another amount waits for your yes.');
  if (waits.from > now) throw conflict(`You can say yes to this from ${dateTime(waits.from.getTime())}.`);
}

const conflict = (detail: string): ProblemError => new ProblemError('conflict', 'This limit can’t be confirmed', { detail });

export async function dropPendingLimit(tx: PoolClient, clock: Clock, wish: Omit<LimitWish, 'amount'>): Promise<void> {
  await lockPlayer(tx, wish.userId);
  if (await forget(tx, wish, clock())) await raiseVersion(tx, wish.userId);
}

async function forget(tx: PoolClient, wish: Omit<LimitWish, 'amount'>, now: Date): Promise<boolean> {
  const dropped = await deleteRaise(tx, wish);
  if (dropped) await writeDown(tx, { ...wish, amount: null }, 'dropped', now);
  return dropped;
}

async function readOwn(tx: PoolClient, { userId, kind, period }: LimitName): Promise<Kobo | null> {
  const { rows } = await tx.query<{ amount: number }>(
    'SELECT amount FROM player_limit WHERE user_id = $1 AND kind = $2 AND period = $3',
    [userId, kind, period],
  );
  return rows[0] === undefined ? null : kobo(rows[0].amount);
}

interface CarriedRow extends Pick<LimitName, 'kind' | 'period'> {
  readonly amount: number;
  /** As it was set last. */
  readonly change_id: number;
  readonly session_hash: string;
}

/**
 * Sets the limits of a closed account on the one that follows it, where they are lower: closing is no way around a limit. They
 * are its own from then on, and are raised there; a higher one that waited there waits for a new wish. The caller holds both rows.
 */
export async function carryLimits(tx: PoolClient, { from, to }: { readonly from: string; readonly to: string }, at: Date): Promise<void> {
  const { rows } = await tx.query<CarriedRow>(
    `SELECT DISTINCT ON (kind, period) kind, period, l.amount, c.change_id, c.session_hash
     FROM player_limit l JOIN limit_change c USING (user_id, kind, period)
     WHERE user_id = $1 AND c.what IN ('set', 'confirmed') ORDER BY kind, period, c.change_id DESC`,
    [from],
  );
  for (const { kind, period, amount, change_id: carriedFrom, session_hash: sessionHash } of rows) {
    const wish = { userId: to, kind, period, amount: kobo(amount), sessionHash, carriedFrom };
    await forget(tx, wish, at);
    const holds = await readOwn(tx, wish);
    if (holds === null || amount < holds) await hold(tx, wish, 'set', at);
  }
}

/**
 * Ends the limits that were carried here from an account that turned out to be somebody else's: what this account's own player
 * set last holds again at once, or a lower one that waited to be a raise. The caller holds the player's row.
 */
export async function endCarriedLimits(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<{ kind: LimitName['kind']; period: LimitName['period']; own: number | null }>(
    `SELECT kind, period, own.amount AS own FROM (
       SELECT DISTINCT ON (kind, period) kind, period, carried_from FROM limit_change
       WHERE user_id = $1 AND what IN ('set', 'confirmed') ORDER BY kind, period, change_id DESC) newest
     LEFT JOIN LATERAL (SELECT amount FROM limit_change o
       WHERE o.user_id = $1 AND o.kind = newest.kind AND o.period = newest.period AND o.what IN ('set', 'confirmed') AND o.carried_from IS NULL
       ORDER BY change_id DESC LIMIT 1) own ON true
     WHERE newest.carried_from IS NOT NULL`,
    [userId],
  );
  for (const { kind, period, own } of rows) {
    const name = { userId, kind, period };
    const waits = (await readRaise(tx, name, at))?.amount ?? null;
    const isLower = waits !== null && (own === null || waits < own);
    if (isLower) await deleteRaise(tx, name);
    const amount = isLower ? waits : own === null ? null : kobo(own);
    await hold(tx, { ...name, amount, sessionHash: null }, 'set', at);
  }
}

/**
 * `carriedFrom`: the change that set it on the closed account before this one. `sessionHash` null: nobody asked for it, it corrects
 * what was carried.
 */
interface Written extends Omit<LimitWish, 'sessionHash'> {
  readonly sessionHash: string | null;
  readonly carriedFrom?: number;
}

/**
 * From now on this holds. The player's row says whether there is any limit at all, so that most stakes look no further; and who
 * sets one has answered the question about limits.
 */
async function hold(tx: PoolClient, wish: Written, what: 'set' | 'confirmed', now: Date): Promise<void> {
  const { userId, kind, period, amount } = wish;
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
  await writeDown(tx, wish, what, now);
}

async function writeDown(tx: PoolClient, wish: Written, what: 'set' | 'asked' | 'confirmed' | 'dropped', at: Date): Promise<void> {
  const { entries, step } = await readReached(tx, wish.userId);
  await tx.query(
    `INSERT INTO limit_change (user_id, kind, period, what, amount, at, session_hash, after_entries, after_step, carried_from, is_correction)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      wish.userId, wish.kind, wish.period, what, wish.amount, at, wish.sessionHash, entries, step, wish.carriedFrom ?? null,
      wish.sessionHash === null,
    ],
  );
}
