/** Reads a case with everything that its decision rests on. */
import type { RiskCase, RiskFlag } from '../../src/core/contract/risk';
import { kobo, koboToNaira } from '../../src/core/money';
import { lagosDay } from '../../src/core/time';
import { readHold } from '../cashier';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { findCase, toCaseItem } from './case-rows';
import type { CaseRow } from './case-rows';
import { toFacts, toThresholds } from './facts';
import type { FigureValue } from './watched-rule';

export const caseNotFound = (): ProblemError => new ProblemError('not-found', 'There is no such case.');

export interface FlagRow {
  readonly flag_id: number;
  readonly rule: string;
  readonly version: number;
  readonly period: string;
  readonly level: number | null;
  readonly facts: { readonly figures: Readonly<Record<string, FigureValue>>; readonly thresholds: Readonly<Record<string, number>> };
  readonly is_told: boolean;
  readonly at: Date;
}

export const toFlag = (row: FlagRow): RiskFlag => ({
  flagId: String(row.flag_id), rule: row.rule, version: row.version, period: row.period, level: row.level, at: row.at.toISOString(),
  isTold: row.is_told,
  figures: toFacts(row.facts.figures), thresholds: toThresholds(row.facts.thresholds),
});

/** A case shows its newest flags and events, as many as one screen can hold. */
const MAX_SHOWN = 100;

async function readFlags(db: Db, caseId: string): Promise<RiskFlag[]> {
  const { rows } = await db.query<FlagRow>(
    'SELECT flag_id, rule, version, period, level, facts, is_told, at FROM risk_flag WHERE case_id = $1 ORDER BY flag_id DESC LIMIT $2',
    [caseId, MAX_SHOWN],
  );
  return rows.map(toFlag);
}

async function readEvents(db: Db, caseId: string): Promise<RiskCase['events']> {
  const { rows } = await db.query<{ event_id: number; what: string; by: string | null; at: Date; text: string | null }>(
    `SELECT e.event_id, e.what, a.username AS by, e.at, e.text FROM risk_case_event e LEFT JOIN player a ON a.user_id = e.by
     WHERE e.case_id = $1 ORDER BY e.event_id DESC LIMIT $2`, [caseId, MAX_SHOWN],
  );
  return rows.map(({ event_id: id, what, by, at, text }) => ({ eventId: String(id), what, by, at: at.toISOString(), text }));
}

interface PlayerRow {
  readonly created_at: Date;
  readonly verification: string;
  readonly closed_at: Date | null;
  readonly protection: 'none' | 'cool-off' | 'excluded';
  readonly protection_until: Date | null;
  readonly limits: number;
  readonly real: number;
  readonly held: number;
  readonly deposited: number;
  readonly withdrawn: number;
  readonly staked: number;
  readonly won: number;
  readonly played_ms: number;
}

async function readPlayer(db: Db, userId: string, now: Date): Promise<RiskCase['player']> {
  const { rows: [row] } = await db.query<PlayerRow>(
    `SELECT p.created_at, p.verification, p.closed_at, p.protection, p.protection_until, (SELECT count(*) FROM player_limit l WHERE l.user_id = p.user_id)::int AS limits, m.*, a.*
     FROM player p
     CROSS JOIN LATERAL (SELECT coalesce(sum(balance) FILTER (WHERE kind = 'real'), 0)::bigint AS real, coalesce(sum(balance) FILTER (WHERE kind = 'held'), 0)::bigint AS held
       FROM ledger_account l WHERE l.user_id = p.user_id) m
     CROSS JOIN LATERAL (SELECT coalesce(sum(deposited), 0)::bigint AS deposited, coalesce(sum(withdrawn), 0)::bigint AS withdrawn, coalesce(sum(staked), 0)::bigint AS staked,
       coalesce(sum(won), 0)::bigint AS won, coalesce(sum(played_ms), 0)::bigint AS played_ms FROM activity_day d WHERE d.user_id = p.user_id AND d.day > $2::date - 30) a
     WHERE p.user_id = $1`, [userId, lagosDay(now.getTime())],
  );
  if (row === undefined) throw caseNotFound();
  const naira = (amount: number): number => koboToNaira(kobo(amount));
  const isProtected = row.protection_until === null || row.protection_until > now;
  return {
    memberSince: row.created_at.toISOString(), isVerified: row.verification === 'verified', isClosed: row.closed_at !== null,
    protection: isProtected ? row.protection : 'none', limits: row.limits, real: naira(row.real), held: naira(row.held),
    paidIn: naira(row.deposited), paidOut: naira(row.withdrawn), staked: naira(row.staked), won: naira(row.won),
    playedMinutes: Math.floor(row.played_ms / 60_000),
  };
}

async function readReport(db: Db, caseId: string): Promise<RiskCase['report']> {
  const { rows: [row] } = await db.query<{ reference: string; facts: string; by: string; at: Date }>(
    'SELECT r.reference, r.facts, a.username AS by, r.at FROM risk_report r JOIN player a ON a.user_id = r.by WHERE r.case_id = $1', [caseId],
  );
  return row === undefined ? null : { reference: row.reference, facts: row.facts, by: row.by, at: row.at.toISOString() };
}

async function readOtherCases(db: Db, { case_id: caseId, person }: CaseRow): Promise<RiskCase['others']> {
  const { rows } = await db.query<Pick<CaseRow, 'case_id' | 'kind' | 'state' | 'opened_at' | 'outcome'>>(
    'SELECT case_id, kind, state, opened_at, outcome FROM risk_case WHERE person = $1 AND case_id <> $2 ORDER BY opened_at DESC LIMIT 20', [person, caseId],
  );
  return rows.map((row) => ({ caseId: row.case_id, kind: row.kind, state: row.state, openedAt: row.opened_at.toISOString(), outcome: row.outcome }));
}

/** Throws `not-found`. */
export async function readCase(db: Db, caseId: string, who: { readonly adminId: string; readonly now: Date }): Promise<RiskCase> {
  const row = await findCase(db, caseId);
  if (row === null) throw caseNotFound();
  const hold = await readHold(db, row.user_id, who.now);
  const events = await readEvents(db, caseId);
  return {
    ...toCaseItem(row, who), seen: events[0]?.eventId ?? '0', flagList: await readFlags(db, caseId), events,
    player: await readPlayer(db, row.user_id, who.now), report: await readReport(db, caseId), others: await readOtherCases(db, row),
    hold: hold === null ? null : { from: hold.from.toISOString(), until: hold.until.toISOString() },
  };
}
