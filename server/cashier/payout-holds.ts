/**
 * Payouts that wait while somebody looks at a flag (server/risk): all of one person's that the bank has not got yet, for a day at most, once in seven
 * days. The money stays in the held account, and the end comes by itself: from then on the sweep sends again what is released.
 */
import type { PoolClient } from 'pg';
import { DAY_MS, dateTime } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import { ACCOUNTS_OF_PERSON } from '../ledger/accounts-of-person';
import type { Platform } from '../platform';
import { addStep } from './withdrawals/withdrawal-rows';
import type { WithdrawalRow } from './withdrawals/withdrawal-rows';

const HOLD_MS = DAY_MS;
/** Whoever can bring about flags for another player must not stop that player's payouts again and again. */
const ONCE_IN_MS = 7 * DAY_MS;

/** The kinds of reasons, in the words that the player reads. */
const KIND_WORDS = {
  'money-check': 'We are checking how money was paid in and out.',
  'account-check': 'We are checking the bank account that it goes to.',
} as const;
export type HoldKind = keyof typeof KIND_WORDS;

export interface PayoutHold {
  readonly holdId: number;
  readonly kind: HoldKind;
  readonly flagId: number;
  readonly from: Date;
  readonly until: Date;
}

/** SQL: payouts of the person of `w` are held at `at`, and this one was not sent before. `at` is SQL for the platform's time. */
export const isHeldSql = (at: string): string => `(w.gateway IS NULL AND EXISTS (
  SELECT FROM (SELECT w.user_id UNION SELECT other.user_id FROM player own JOIN player other USING (person_id) WHERE own.user_id = w.user_id) whose
  JOIN payout_hold h USING (user_id) WHERE h.from_at <= ${at} AND h.until_at > ${at} AND h.released_at IS NULL))`;

/** Looks at a withdrawal before rules alone may release it. `server/risk` does, which stands above the cashier, so `app.ts` hands it in. */
export interface WithdrawalWatch {
  /** Says whether people must approve what this player asks for, whatever its amount. */
  readonly needsPeople: (db: Db, userId: string) => Promise<boolean>;
  /** Runs in the transaction that has stored the withdrawal, and may hold payouts. It locks no row of the player's below their own. */
  readonly look: (tx: PoolClient, platform: Platform, asked: { readonly userId: string; readonly at: Date }) => Promise<void>;
}

interface HoldRow {
  readonly hold_id: number;
  readonly kind: HoldKind;
  readonly flag_id: number;
  readonly from_at: Date;
  readonly until_at: Date;
}

/** Returns the hold on the payouts of the player's person, whichever account brought it about; null where there is none. */
export async function readHold(db: Db, userId: string, at: Date): Promise<PayoutHold | null> {
  const { rows: [row] } = await db.query<HoldRow>(
    `SELECT hold_id, kind, flag_id, from_at, until_at FROM payout_hold
     WHERE user_id IN (${ACCOUNTS_OF_PERSON}) AND from_at <= $2 AND until_at > $2 AND released_at IS NULL ORDER BY hold_id DESC LIMIT 1`,
    [userId, at],
  );
  return row === undefined ? null : { holdId: row.hold_id, kind: row.kind, flagId: row.flag_id, from: row.from_at, until: row.until_at };
}

type HeldRow = Pick<WithdrawalRow, 'withdrawal_id' | 'user_id'>;

/** Tells the player in the timeline of a withdrawal which kind of check it waits for, and until when at the latest. */
export async function addHoldStep(tx: PoolClient, row: HeldRow, { kind, until }: Pick<PayoutHold, 'kind' | 'until'>, at: Date): Promise<void> {
  const detail = `${KIND_WORDS[kind]} It goes on by ${dateTime(until.getTime())} at the latest. The money stays yours.`;
  await addStep(tx, row, 'paused', at, detail);
}

/**
 * Holds the payouts of the player's person for a day, and tells it in the timeline of each that the bank has not got. Returns when the hold
 * ends; null where there was one in the last seven days, and nothing is held.
 */
export async function holdPayouts(
  tx: PoolClient, { userId, kind, flagId, at }: { readonly userId: string; readonly kind: HoldKind; readonly flagId: number; readonly at: Date },
): Promise<Date | null> {
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  // The trigger takes this lock, too: of two accounts of one person the second one waits here, and then finds the hold of the first.
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('payout-hold ' || coalesce(person_id, user_id), 0)) FROM player WHERE user_id = $1`, [userId],
  );
  const until = new Date(at.getTime() + HOLD_MS);
  const { rowCount } = await tx.query(
    `INSERT INTO payout_hold (user_id, kind, flag_id, from_at, until_at) SELECT $1, $2, $3, $4, $5
     WHERE NOT EXISTS (SELECT FROM payout_hold h WHERE h.user_id IN (${ACCOUNTS_OF_PERSON}) AND h.from_at > $6)`,
    [userId, kind, flagId, at, until, new Date(at.getTime() - ONCE_IN_MS)],
  );
  if (rowCount === 0) return null;
  const { rows } = await tx.query<HeldRow>(
    `SELECT withdrawal_id, user_id FROM withdrawal
     WHERE user_id IN (${ACCOUNTS_OF_PERSON}) AND state IN ('checking', 'sending') AND gateway IS NULL ORDER BY withdrawal_id`,
    [userId],
  );
  for (const row of rows) await addHoldStep(tx, row, { kind, until }, at);
  return until;
}

interface Release {
  readonly userId: string;
  readonly by: string;
  readonly at: Date;
}

/** Ends a hold before its time. Returns whether there was one. */
export async function releaseHold(tx: PoolClient, { userId, by, at }: Release): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE payout_hold SET released_at = $2, released_by = $3
     WHERE user_id IN (${ACCOUNTS_OF_PERSON}) AND from_at <= $2 AND until_at > $2 AND released_at IS NULL`,
    [userId, at, by],
  );
  return (rowCount ?? 0) > 0;
}
