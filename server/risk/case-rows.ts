/** Reads cases, and stores their events. */
import type { PoolClient } from 'pg';
import type { CaseKind, Outcome, RiskCaseItem } from '../../src/core/contract/risk';
import type { TimePosition } from '../http/cursor';
import type { Db } from '../ledger/accounts';
import { maskName } from '../masks';

export type { CaseKind } from '../../src/core/contract/risk';

export interface CaseRow {
  readonly case_id: string;
  readonly kind: CaseKind;
  readonly user_id: string;
  readonly person: string;
  readonly state: RiskCaseItem['state'];
  readonly opened_at: Date;
  readonly due_at: Date;
  readonly assigned_to: string | null;
  readonly assignee: string | null;
  readonly outcome: Outcome | null;
  readonly decided_by: string | null;
  readonly decided_at: Date | null;
  readonly closed_at: Date | null;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly rules: readonly string[] | null;
  readonly flags: number;
}

const ROWS = `SELECT c.*, a.username AS assignee, p.username, p.firstname, p.lastname, f.rules, coalesce(f.flags, 0)::int AS flags
  FROM risk_case c JOIN player p USING (user_id) LEFT JOIN player a ON a.user_id = c.assigned_to
  LEFT JOIN LATERAL (SELECT count(*) AS flags, array_agg(DISTINCT rule ORDER BY rule) AS rules FROM risk_flag f WHERE f.case_id = c.case_id) f ON true`;

export async function findCase(db: Db, caseId: string): Promise<CaseRow | null> {
  const { rows } = await db.query<CaseRow>(`${ROWS} WHERE c.case_id = $1`, [caseId]);
  return rows[0] ?? null;
}

/** Locks the case until the transaction ends, so that whoever decides about it waits and sees this decision. */
export async function lockCase(tx: PoolClient, caseId: string): Promise<CaseRow | null> {
  await tx.query('SELECT FROM risk_case WHERE case_id = $1 FOR UPDATE', [caseId]);
  return findCase(tx, caseId);
}

export function toCaseItem(row: CaseRow, { adminId, now }: { readonly adminId: string; readonly now: Date }): RiskCaseItem {
  return {
    caseId: row.case_id, kind: row.kind, state: row.state, playerId: row.user_id, username: row.username, name: maskName(row.firstname, row.lastname),
    openedAt: row.opened_at.toISOString(), dueAt: row.due_at.toISOString(), isOverdue: isWaiting(row) && row.due_at < now,
    assignedTo: row.assignee, isMine: row.assigned_to === adminId, outcome: row.outcome, decidedAt: row.decided_at?.toISOString() ?? null,
    rules: [...(row.rules ?? [])], flags: row.flags,
  };
}

export const isWaiting = ({ state }: Pick<CaseRow, 'state'>): boolean => state === 'open' || state === 'assigned';

export interface CaseQuery {
  readonly state: 'waiting' | 'mine' | 'decided' | 'closed';
  readonly kind: CaseKind | undefined;
  readonly adminId: string;
  /** Players whose cases are left out, as if there were none. */
  readonly without: readonly string[];
  readonly after: TimePosition | null;
  readonly limit: number;
}

const STATE_CONDITIONS: Readonly<Record<CaseQuery['state'], string>> = {
  waiting: `c.state IN ('open', 'assigned') AND $1::text IS NOT NULL`,
  mine: `c.state IN ('open', 'assigned', 'decided') AND c.assigned_to = $1`,
  decided: `c.state = 'decided' AND $1::text IS NOT NULL`,
  closed: `c.state = 'closed' AND $1::text IS NOT NULL`,
};

export interface CaseRows {
  readonly rows: readonly CaseRow[];
  readonly hasMore: boolean;
}

/** Lists cases: those that wait with the longest due first, the others with the newest first. */
export async function listCases(db: Db, { state, kind, adminId, without, after, limit }: CaseQuery): Promise<CaseRows> {
  const isOldestFirst = state === 'waiting' || state === 'mine';
  const [key, compare, order] = isOldestFirst ? ['c.due_at', '>', 'ASC'] : ['c.opened_at', '<', 'DESC'];
  const { rows } = await db.query<CaseRow>(
    `${ROWS} WHERE ${STATE_CONDITIONS[state]} AND ($2::text IS NULL OR c.kind = $2) AND c.user_id <> ALL($6::text[])
       AND ($3::timestamptz IS NULL OR (${key}, c.case_id) ${compare} ($3, $4))
     ORDER BY ${key} ${order}, c.case_id ${order} LIMIT $5`,
    [adminId, kind ?? null, after?.at ?? null, after?.id ?? null, limit + 1, without],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Reads of whom a case waits, and until when. */
export async function readWaiting(db: Db): Promise<readonly WaitingCase[]> {
  const { rows } = await db.query<{ user_id: string; due_at: Date }>(`SELECT user_id, due_at FROM risk_case WHERE state IN ('open', 'assigned')`);
  return rows.map(({ user_id: userId, due_at: dueAt }) => ({ userId, dueAt }));
}

export interface WaitingCase {
  readonly userId: string;
  readonly dueAt: Date;
}

/** A case that waits past its time. It names no rule and no player, because mails show it. */
export interface OverdueCase {
  readonly caseId: string;
  readonly kind: CaseKind;
  readonly openedAt: Date;
  readonly dueAt: Date;
  /** The admin; null where nobody has taken it. */
  readonly assignedTo: string | null;
}

/** Lists the cases that wait past their time, the longest first. */
export async function listOverdueCases(db: Db, now: Date): Promise<OverdueCase[]> {
  const { rows } = await db.query<Pick<CaseRow, 'case_id' | 'kind' | 'opened_at' | 'due_at' | 'assigned_to'>>(
    `SELECT case_id, kind, opened_at, due_at, assigned_to FROM risk_case WHERE state IN ('open', 'assigned') AND due_at < $1 ORDER BY due_at, case_id LIMIT 1000`, [now],
  );
  return rows.map((row) => ({ caseId: row.case_id, kind: row.kind, openedAt: row.opened_at, dueAt: row.due_at, assignedTo: row.assigned_to }));
}

interface NewEvent {
  readonly caseId: string;
  readonly what: string;
  /** Null: the rules. */
  readonly by: string | null;
  readonly at: Date;
  readonly text: string | null;
}

export async function addEvent(tx: PoolClient, { caseId, what, by, at, text }: NewEvent): Promise<void> {
  await tx.query('INSERT INTO risk_case_event (case_id, what, by, at, text) VALUES ($1, $2, $3, $4, $5)', [caseId, what, by, at, text]);
}

/** Returns the id of the newest event. A decision names it, so that nobody decides before they have seen it. */
export async function readNewestEvent(db: Db, caseId: string): Promise<string> {
  const { rows: [row] } = await db.query<{ newest: number | null }>('SELECT max(event_id) AS newest FROM risk_case_event WHERE case_id = $1', [caseId]);
  return String(row?.newest ?? 0);
}
