/** Registers the calls of the reports. */
import type { PoolClient } from 'pg';
import type { AdminRole } from '../../src/core/admin-roles';
import type { BodyOf } from '../../src/core/contract/endpoint';
import * as contract from '../../src/core/contract/reports';
import { koboToNaira } from '../../src/core/money';
import { MINUTE_MS } from '../../src/core/time';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readEntries } from './entries';
import { breakdownTable, dayTable, entryTable, largeTable, registerTable, toCsv } from './files';
import type { Table } from './files';
import { readLargeDays } from './large-payments';
import { readPayers } from './payers';
import { readReport } from './read-report';

const PAGE_SIZE = 50;
const FILE_PAGE_SIZE = 5_000;
/** A further page of a list that was opened within this time writes no second line in the audit trail. */
const SAME_LIST_MS = 10 * MINUTE_MS;

export function registerReports(router: Router, platform: Platform): void {
  const { pool, now, config } = platform;

  router.on(contract.readReport, ({ query }) =>
    transaction(platform.readPool, (tx) => readReport(tx, query, config.largePaymentsFrom), { isolation: 'repeatable read', readOnly: true }), { lane: 'slow' });

  /** Reads, and writes the line in the audit trail in the same transaction, so that neither exists without the other. */
  const readAudited = <T>(adminId: string, line: ReportLine, read: (tx: PoolClient) => Promise<T>): Promise<T> => transaction(pool, async (tx) => {
    await requireRole(tx, adminId, 'owner', 'payments');
    const answer = await read(tx);
    await auditRead(tx, adminId, line, now());
    return answer;
  });

  router.on(contract.readReportEntries, ({ body, caller }) => {
    const { cursor, limit = PAGE_SIZE, by, ...list } = body;
    const line = { action: 'report-opened', list: { ...list, ...filterOf(by) }, isFirst: cursor === undefined } as const;
    return readAudited(caller.userId, line, (tx) => readEntries(tx, body, limit));
  }, { lane: 'slow' });

  router.on(contract.readLargePayments, ({ body: { cursor, from, to }, caller }) =>
    readAudited(caller.userId, { action: 'report-opened', list: { from, to, figure: 'large' }, isFirst: cursor === undefined }, async (tx) => ({
      ...(await readLargeDays(tx, { from, to, cursor, limit: PAGE_SIZE, threshold: config.largePaymentsFrom })),
      from: koboToNaira(config.largePaymentsFrom),
    })), { lane: 'slow' });

  router.on(contract.exportReport, ({ body, caller }) => {
    const { cursor, by, ...list } = body;
    const isFirst = cursor === undefined;
    return readAudited(caller.userId, { action: 'report-exported', list: { ...list, ...filterOf(by) }, isFirst }, async (tx) => {
      const { table, next } = await makeTable(tx, platform, body, caller.roles);
      return { csv: toCsv(table, isFirst), lines: table.rows.length, next };
    });
  }, { lane: 'slow' });
}

interface FilePart {
  readonly table: Table;
  readonly next: string | null;
}

/** Makes the table of one part of a file. Only owners get addresses, as on a player's page. */
async function makeTable(
  tx: PoolClient, { config }: Platform, body: BodyOf<typeof contract.exportReport>, roles: readonly AdminRole[],
): Promise<FilePart> {
  const { what, figure, part = 'closed', from, to, cursor } = body;
  if (what === 'entries') {
    if (figure === undefined) throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'figure', message: 'Say which figure.' }] });
    const { items, next } = await readEntries(tx, { ...body, figure, part }, FILE_PAGE_SIZE);
    if (figure !== 'register') return { table: entryTable(items), next };
    const payers = await readPayers(tx, items.map(({ playerId }) => playerId));
    return { table: registerTable(items, payers, roles.includes('owner')), next };
  }
  if (what === 'large') {
    const { items, next } = await readLargeDays(tx, { from, to, cursor, limit: FILE_PAGE_SIZE, threshold: config.largePaymentsFrom });
    return { table: largeTable(items), next };
  }
  const report = await readReport(tx, { from, to }, config.largePaymentsFrom);
  return { table: what === 'days' ? dayTable(report) : breakdownTable(report, what), next: null };
}

/** Names the game or the method to which a list is limited, for the line in the audit trail. */
const filterOf = (by: BodyOf<typeof contract.readReportEntries>['by']): Readonly<Record<string, string>> =>
  (by === undefined ? {} : { [by.breakdown]: by.value });

interface ReportLine {
  readonly action: 'report-opened' | 'report-exported';
  readonly list: Readonly<Record<string, unknown>> & { readonly from: string; readonly to: string };
  readonly isFirst: boolean;
}

async function auditRead(tx: PoolClient, adminId: string, { action, list, isFirst }: ReportLine, at: Date): Promise<void> {
  const subject = `report ${list.from} ${list.to}`;
  if (!isFirst) {
    const { rowCount } = await tx.query(
      'SELECT FROM admin_audit WHERE subject = $1 AND user_id = $2 AND action = $3 AND after = $4 AND at > $5 AND at <= $6 LIMIT 1',
      [subject, adminId, action, JSON.stringify(list), new Date(at.getTime() - SAME_LIST_MS), at],
    );
    if (rowCount !== 0) return;
  }
  await writeAudit(tx, { at, userId: adminId, action, subject, before: null, after: list });
}
