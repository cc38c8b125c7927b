/** Reads and writes the players' requests for higher limits. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { RAISE_OPEN_MS, RAISE_WAITS_MS } from '../../src/core/protection';
import type { LimitKind, LimitPeriod } from '../../src/core/protection';
import type { Db } from '../ledger/accounts';

/** Identifies one limit of one player. */
export interface LimitName {
  readonly userId: string;
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
}

export interface LimitRaise {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null means no limit. */
  readonly amount: Kobo | null;
  readonly requestedAt: Date;
  /** The player can confirm it from this time on. */
  readonly confirmableFrom: Date;
  readonly confirmableUntil: Date;
}

interface RaiseRow {
  kind: LimitKind;
  period: LimitPeriod;
  amount: number | null;
  asked_at: Date;
  from_at: Date;
  until_at: Date;
}

/** Reads a player's raises that have not expired. */
export async function readRaises(db: Db, userId: string, now: Date): Promise<LimitRaise[]> {
  const { rows } = await db.query<RaiseRow>(
    'SELECT kind, period, amount, asked_at, from_at, until_at FROM limit_raise WHERE user_id = $1 AND until_at > $2',
    [userId, now],
  );
  return rows.map((row) => ({
    kind: row.kind,
    period: row.period,
    amount: row.amount === null ? null : kobo(row.amount),
    requestedAt: row.asked_at,
    confirmableFrom: row.from_at,
    confirmableUntil: row.until_at,
  }));
}

/** Reads the raise that waits for this limit; null where none does. */
export async function readRaise(db: Db, { userId, kind, period }: LimitName, now: Date): Promise<LimitRaise | null> {
  const raises = await readRaises(db, userId, now);
  return raises.find((raise) => raise.kind === kind && raise.period === period) ?? null;
}

/** Stores a raise. It replaces an earlier one of the same limit. */
export async function writeRaise(tx: PoolClient, { userId, kind, period }: LimitName, amount: Kobo | null, at: Date): Promise<void> {
  const from = new Date(at.getTime() + RAISE_WAITS_MS);
  await tx.query(
    `INSERT INTO limit_raise (user_id, kind, period, amount, asked_at, from_at, until_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id, kind, period) DO UPDATE
       SET amount = excluded.amount, asked_at = excluded.asked_at, from_at = excluded.from_at, until_at = excluded.until_at`,
    [userId, kind, period, amount, at, from, new Date(from.getTime() + RAISE_OPEN_MS)],
  );
}

/** Deletes the raise of a limit. Returns true where there was one. */
export async function deleteRaise(tx: PoolClient, { userId, kind, period }: LimitName): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM limit_raise WHERE user_id = $1 AND kind = $2 AND period = $3', [userId, kind, period]);
  return rowCount === 1;
}
