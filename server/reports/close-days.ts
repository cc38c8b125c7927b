/**
 * Closes days: once a day in Lagos is over, its sums are stored and never change. An entry that is written for such a day later is summed with the
 * next day that is closed, and counts as late. Ids decide what was counted, and no clock does, so each entry is counted once, on its own day or late.
 */
import type { PoolClient } from 'pg';
import { DAY_MS, HOUR_MS, lagosDayStart } from '../../src/core/time';
import { nextDay } from '../../src/core/reports/period';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { SUM_TABLES, valuesOf } from './sums';

/** A day is closed this long after its end, because a call that began before midnight may still write its entries. */
export const CLOSED_AFTER_MS = HOUR_MS;
/** One run closes at most this many days, because an older ledger has many that are due. The next run goes on. */
const MAX_DAYS_PER_RUN = 40;

type Deps = Pick<Platform, 'pool' | 'now'>;

interface ClosedDay {
  readonly day: string;
  readonly lastEntry: number;
  readonly nextAfter: number;
}

/** Closes all days that are due, and returns them. Any number of processes may do this, because a lock lets one at a time close a day. */
export async function closeDays({ pool, now }: Deps): Promise<string[]> {
  const days: string[] = [];
  while (days.length < MAX_DAYS_PER_RUN) {
    const day = await transaction(pool, (tx) => closeNextDay(tx, now()));
    if (day === null) break;
    days.push(day);
  }
  return days;
}

async function closeNextDay(tx: PoolClient, now: Date): Promise<string | null> {
  const { rowCount } = await tx.query('SELECT FROM report_closing FOR UPDATE SKIP LOCKED');
  if (rowCount === 0) return null;
  const previous = await readLastClosedDay(tx);
  const day = previous === null ? await readFirstDay(tx) : nextDay(previous.day);
  if (day === null) return null;
  const endMs = lagosDayStart(day) + DAY_MS;
  if (now.getTime() < endMs + CLOSED_AFTER_MS) return null;
  // No entry can appear below the checkpoint any more, because the ledger's check has read all of them.
  const { rows: [checkpoint] } = await tx.query<{ last_entry: number }>('SELECT last_entry FROM ledger_checkpoint');
  const checkedTo = checkpoint?.last_entry ?? 0;
  const { rowCount: uncheckedCount } = await tx.query(
    'SELECT FROM ledger_entry WHERE entry_id > $1 AND at < $2 LIMIT 1', [checkedTo, new Date(endMs)],
  );
  if (uncheckedCount !== 0 || checkedTo < (previous?.lastEntry ?? 0)) return null;
  const lastEntry = Math.max(previous?.lastEntry ?? 0, await findLastEntryBefore(tx, checkedTo, new Date(endMs + CLOSED_AFTER_MS)));
  await writeDay(tx, { day, previous, lastEntry, now });
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
 * Finds the last entry before a time by binary search, because ids rise with time, apart from calls that overlap. The result may be off by a few
 * entries: each is counted once anyway, and one that is out of order by more than an hour is late, as it would have been on its day.
 */
async function findLastEntryBefore(tx: PoolClient, highest: number, time: Date): Promise<number> {
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
  readonly previous: ClosedDay | null;
  readonly lastEntry: number;
  readonly now: Date;
}

async function writeDay(tx: PoolClient, { day, previous, lastEntry, now }: NewDay): Promise<void> {
  const span = { after: previous?.nextAfter ?? 0, last: lastEntry, countedTo: previous?.lastEntry ?? 0, closedDay: previous?.day ?? null, upTo: day };
  await tx.query(
    `WITH ${SUM_TABLES}, closed AS (
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
    [day, previous?.day ?? null],
  );
}
