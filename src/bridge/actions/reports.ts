/** Loads reports, what a figure is made of, and files of both. */
import * as contract from '../../core/contract/reports';
import type { Report } from '../../core/contract/reports';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { ReportPeriod } from '../../core/reports/period';
import type { Result } from '../../core/errors';
import { readFence } from '../../data/fence-entry';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { database } from '../index';
import { currentIds } from '../session/ids';
import { callAtDesk } from './desk-call';

const REPORT_KIND = 'desk-report';

export type EntryListBody = BodyOf<typeof contract.readReportEntries>;
export type EntryPage = AnswerOf<typeof contract.readReportEntries>;
export type LargePage = AnswerOf<typeof contract.readLargePayments>;
export type FileBody = BodyOf<typeof contract.exportReport>;

/** Loads a report, and keeps the last one on the device, so that it opens without a connection. It names nobody. */
export async function loadReport(period: ReportPeriod, signal: AbortSignal): Promise<Result<Report>> {
  const fence = await readFence(database);
  const result = await callAtDesk(contract.readReport, () => ({ query: { ...period }, signal, noStore: true }));
  const userId = currentIds()?.userId;
  if (result.ok && fence !== null && userId !== undefined) {
    const snapshot = { userId, kind: REPORT_KIND, data: result.data, savedAt: Date.now(), etag: null, balanceVersion: null };
    await putSnapshot(database, snapshot, fence.epoch, contract.report);
  }
  return result;
}

/** The report of this period, where the device has kept it. */
export async function storedReport({ from, to }: ReportPeriod): Promise<{ readonly data: Report; readonly savedAt: number } | null> {
  const userId = currentIds()?.userId;
  const kept = userId === undefined ? null : await getSnapshot(database, userId, REPORT_KIND, contract.report);
  return kept !== null && kept.data.from === from && kept.data.to === to ? kept : null;
}

export function loadReportEntries(body: EntryListBody, signal: AbortSignal): Promise<Result<EntryPage>> {
  return callAtDesk(contract.readReportEntries, () => ({ body, signal, noStore: true }));
}

export function loadLargePayments(body: BodyOf<typeof contract.readLargePayments>, signal: AbortSignal): Promise<Result<LargePage>> {
  return callAtDesk(contract.readLargePayments, () => ({ body, signal, noStore: true }));
}

export function loadReportFile(body: FileBody, signal: AbortSignal): Promise<Result<AnswerOf<typeof contract.exportReport>>> {
  return callAtDesk(contract.exportReport, () => ({ body, signal, noStore: true }));
}
