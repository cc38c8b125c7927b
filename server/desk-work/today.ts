/** Reads what the desk opens with. */
import type { AdminRole } from '../../src/core/admin-roles';
import { readReport } from '../../src/core/contract/reports';
import type { Today } from '../../src/core/contract/today';
import { koboToNaira } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { DAY_MS, HOUR_MS, lagosDay, lagosDayStart } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import { readGrossRevenue } from './gross-revenue';
import { readWaitingWork } from './waiting-work';
import { maySee, WORK_SOURCES } from './work-kinds';

/** Postings that were under way at midnight are written by then, and the day's sum stays as it is. */
const DAY_IS_OVER_AFTER_MS = HOUR_MS;
const SEES_REASON: readonly AdminRole[] = ['payments', 'risk', 'owner'];

export interface TodayQuery {
  readonly roles: readonly AdminRole[];
  readonly now: Date;
}

/** Makes the reader of a process. It keeps the sum of a day that is over, because nothing changes it. */
export function createToday(db: Db): (query: TodayQuery) => Promise<Today> {
  let kept: { readonly day: string; readonly revenue: Kobo } | null = null;

  async function readYesterday(now: Date): Promise<NonNullable<Today['yesterday']>> {
    const day = lagosDay(now.getTime() - DAY_MS);
    const revenue = kept?.day === day ? kept.revenue : await readGrossRevenue(db, day);
    if (now.getTime() >= lagosDayStart(day) + DAY_MS + DAY_IS_OVER_AFTER_MS) kept = { day, revenue };
    return { day, ggr: koboToNaira(revenue) };
  }

  return async ({ roles, now }) => {
    const has = (some: readonly AdminRole[]) => some.some((role) => roles.includes(role));
    const work = await readWaitingWork(db, WORK_SOURCES.filter((source) => maySee(source, roles)), now);
    const money = await readMoney(db);
    return {
      work: work.map(({ kind, count, oldest }) => ({ kind, count, oldest: oldest?.toISOString() ?? null })),
      money: { ...money, reason: has(SEES_REASON) ? money.reason : null },
      yesterday: maySee({ call: readReport }, roles) ? await readYesterday(now) : null,
    };
  };
}

async function readMoney(db: Db): Promise<Today['money']> {
  const { rows } = await db.query<{ open: boolean; reason: string | null; changed_at: Date | null }>('SELECT open, reason, changed_at FROM money_switch');
  const [row] = rows;
  return { isOpen: row?.open ?? false, since: row?.changed_at?.toISOString() ?? null, reason: row?.reason ?? null };
}
