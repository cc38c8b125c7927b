/** Finds days on which one person paid in, or was paid, so much that it may have to be reported. */
import type { LargeDay } from '../../src/core/contract/reports';
import type { Kobo } from '../../src/core/money';
import { endOfDay } from '../../src/core/reports/period';
import type { ReportPeriod } from '../../src/core/reports/period';
import { lagosDayStart } from '../../src/core/time';
import { invalidCursor } from '../http/cursor';
import type { Db } from '../ledger/accounts';
import { assertPeriod, naira } from './read-report';

export interface LargeQuery extends ReportPeriod {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly threshold: Kobo;
}

interface LargeRow {
  readonly day: string;
  readonly direction: 'in' | 'out';
  readonly person: string;
  readonly user_id: string;
  readonly username: string;
  readonly count: number;
  readonly total: number;
  readonly largest: number;
}

/**
 * Sums each person's payments of a day over all their accounts. A payment that came late and was held or sent back counts as well, because it was
 * paid. The query skips the entries before the period's first closed day.
 */
const LARGE_DAYS = `SELECT * FROM (
    SELECT lagos_day(e.at) AS day, CASE WHEN e.amount < 0 THEN 'in' ELSE 'out' END AS direction, coalesce(p.person_id, p.user_id) AS person,
      min(p.user_id) AS user_id, min(p.username) AS username, count(*) AS count, sum(abs(e.amount))::bigint AS total, max(abs(e.amount)) AS largest
    FROM ledger_entry e JOIN player p ON p.user_id = e.user_id
    WHERE e.account_id = 'gateway:NGN' AND e.at >= $1 AND e.at < $2
      AND e.entry_id > coalesce((SELECT min(after_entry) FROM report_day WHERE day >= $3), (SELECT next_after FROM report_day ORDER BY day DESC LIMIT 1), 0)
    GROUP BY 1, 2, 3 HAVING sum(abs(e.amount)) >= $4
  ) large WHERE $5::date IS NULL OR (day, direction, person) < ($5::date, $6, $7) ORDER BY day DESC, direction DESC, person DESC LIMIT $8`;

export async function readLargeDays(db: Db, { from, to, cursor, limit, threshold }: LargeQuery): Promise<{ items: LargeDay[]; next: string | null }> {
  assertPeriod({ from, to });
  const [day, direction, person] = parseCursor(cursor);
  const { rows } = await db.query<LargeRow>(LARGE_DAYS, [
    new Date(lagosDayStart(from)), new Date(endOfDay(to)), from, threshold, day, direction, person, limit + 1,
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      day: row.day, direction: row.direction, playerId: row.user_id, username: row.username, count: row.count,
      total: naira(row.total), largest: naira(row.largest),
    })),
    next: rows.length > limit && last !== undefined ? `${last.day}.${last.direction}.${last.person}` : null,
  };
}

function parseCursor(cursor: string | undefined): readonly [string | null, string | null, string | null] {
  if (cursor === undefined) return [null, null, null];
  const [, day, direction, person] = /^(\d{4}-\d{2}-\d{2})\.(in|out)\.([0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (day === undefined || direction === undefined || person === undefined || Number.isNaN(lagosDayStart(day))) throw invalidCursor();
  return [day, direction, person];
}
