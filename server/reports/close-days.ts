/**
 * Closes days: once a day in Lagos is over, its sums are written down and never change. What comes later of such a day is written with the day that
 * is closed then, as late. Ids say what was counted, and no clock: every entry is counted once, on its own day or late.
 */
import type { PoolClient } from 'pg';
import { DAY_MS, HOUR_MS, lagosDayStart } from '../../src/core/time';
import { nextDay } from '../../src/core/reports/period';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { SUMMED, valuesOf } from './sums';

/** A day is closed so long after its end: a call that began before midnight has written its entries by then. */
export const CLOSED_AFTER_MS = HOUR_MS;
/** A run closes so many days and the next one goes on, so that the days of an older ledger don't keep the job busy for long. */
const DAYS_A_RUN = 40;

type Deps = Pick<Platform, 'pool' | 'now'>;

interface ClosedDay {
  readonly day: string;
  readonly lastEntry: number;
  readonly nextAfter: number;
}

/** Closes all days that are due, and returns them. Any number of processes may do this: one at a time closes a day. */
export async function closeDays({ pool, now }: Deps): Promise<string[]> {
  const days: string[] = [];
  while (days.length < DAYS_A_RUN) {
    const day = await transaction(pool, (tx) => closeNextDay(tx, now()));
    if (day === null) break;
    days.push(day);
  }
  return days;
}

async function closeNextDay(tx: PoolClient, now: Date): Promise<string | null> {
  const { rowCount } = await tx.query('SELECT FROM report_closing FOR UPDATE SKIP LOCKED');
  if (rowCount === 0) return null;
  const before = await readLastClosedDay(tx);
  const day = before === null ? await readFirstDay(tx) : nextDay(before.day);
  if (day === null) return null;
  const endMs = lagosDayStart(day) + DAY_MS;
  if (now.getTime() < endMs + CLOSED_AFTER_MS) return null;
  // Below the checkpoint no entry can appear any more, and each was checked.
  const { rows: [checkpoint] } = await tx.query<{ last_entry: number }>('SELECT last_entry FROM ledger_checkpoint');
  const checked = checkpoint?.last_entry ?? 0;
  const { rowCount: uncheckedCount } = await tx.query('SELECT FROM ledger_entry WHERE entry_id > $1 AND at < $2 LIMIT 1', [checked, new Date(endMs)]);
  if (uncheckedCount !== 0 || checked < (before?.lastEntry ?? 0)) return null;
  const last = Math.max(before?.lastEntry ?? 0, await findLastBefore(tx, checked, new Date(endMs + CLOSED_AFTER_MS)));
  await writeDay(tx, { day, before, last, now });
  return day;
}

export async function readLastClosedDay(db: Pick<PoolClient, 'query'>): Promise<ClosedDay | null> {
  const { rows: [row] } = await db.query<{ day: string; last_entry: number; next_after: number }>(
    'SELECT day, last_entry, next_after FROM report_day ORDER BY day DESC LIMIT 1',
  );
  return row === undefined ? null : { day: row.day, lastEntry: row.last_entry, nextAfter: row.next_after };
}

async function readFirstDay(tx: PoolClient): Promise<string | null> {
  const { rows: [row] } = await tx.query<{ day: string }>('SELECT lagos_day(at) AS day FROM ledger_entry ORDER BY entry_id LIMIT 1');
  return row?.day ?? null;
}

/**
 * Finds where the entries of a time end, by halves, because ids rise with time but for moments. Wherever it says, each entry is counted once:
 * one that is out of order by more than an hour is late, as it would have been on its day.
 */
async function findLastBefore(tx: PoolClient, highest: number, time: Date): Promise<number> {
  let [low, high] = [0, highest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows: [row] } = await tx.query<{ entry_id: number; at: Date }>(
      'SELECT entry_id, at FROM ledger_entry WHERE entry_id > $1 AND entry_id <= $2 ORDER BY entry_id LIMIT 1', [middle, high],
    );
    if (row === undefined || row.at >= time) high = middle;
    else low = row.entry_id;
  }
  return low;
}

interface NewDay {
  readonly day: string;
  readonly before: ClosedDay | null;
  readonly last: number;
  readonly now: Date;
}

async function writeDay(tx: PoolClient, { day, before, last, now }: NewDay): Promise<void> {
  const span = { after: before?.nextAfter ?? 0, last, counted: before?.lastEntry ?? 0, closedDay: before?.day ?? null, upTo: day };
  await tx.query(
    `WITH ${SUMMED}, closed AS (
       INSERT INTO report_day (day, after_entry, last_entry, next_after, entries, closed_at)
       SELECT $5, $1, $2, coalesce((SELECT min(entry_id) - 1 FROM scanned WHERE day > $5::date), $2), (SELECT count(*) FROM counted), $6
     )
     INSERT INTO report_sum (closed_on, day, breakdown, value, account, transaction_kind, entry_kind, credited, debited, entries)
     SELECT $5, day, breakdown, value, account, transaction_kind, entry_kind, credited, debited, entries FROM summed`,
    [...valuesOf(span), now],
  );
  await tx.query(
    `INSERT INTO report_balance (day, account, balance)
     SELECT $1, account, sum(amount)::bigint FROM (
       SELECT account, balance AS amount FROM report_balance WHERE day = $2
       UNION ALL SELECT account, credited - debited FROM report_sum WHERE closed_on = $1 AND breakdown = 'all'
     ) moved GROUP BY account`,
    [day, before?.day ?? null],
  );
}
