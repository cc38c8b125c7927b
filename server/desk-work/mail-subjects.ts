/** What the operator's people are mailed about. A further source is one more function in `SUBJECT_SOURCES`. */
import type { AdminRole } from '../../src/core/admin-roles';
import type { WorkKind } from '../../src/core/contract/today';
import { HOUR_MS } from '../../src/core/time';
import { readChainState } from '../audit';
import type { Db } from '../ledger/accounts';
import { listOverdueCases } from '../risk';
import { readWaitingWork } from './waiting-work';
import { WORK_SOURCES } from './work-kinds';

/** It names no player, because mails are read anywhere. */
export interface MailSubject {
  /** Names it for good: it is mailed once. */
  readonly key: string;
  readonly kind: WorkKind | 'money' | 'audit';
  /** What waits, in words. */
  readonly title: string;
  readonly since: Date;
  /** Who must act. */
  readonly role: AdminRole;
  /** The place at the desk. */
  readonly path: string;
}

export interface SubjectQuery {
  readonly now: Date;
  /** Other hours than those below. */
  readonly overdueHours: Readonly<Partial<Record<WorkKind, number>>>;
}

type SubjectSource = (db: Db, query: SubjectQuery) => Promise<readonly MailSubject[]>;

interface Overdue {
  readonly title: string;
  /** After so many hours; 0: at once. */
  readonly hours: number;
  readonly role: AdminRole;
  readonly path: string;
}

/** Cases have times of their own, and draws mails of their own. */
type TimedKind = Exclude<WorkKind, 'cases' | 'draws'>;

export const OVERDUE: Readonly<Record<TimedKind, Overdue>> = {
  approvals: { title: 'A withdrawal to approve', hours: 12, role: 'payments', path: '?tab=approvals' },
  identity: { title: 'An identity to decide about', hours: 24, role: 'risk', path: '?tab=identity' },
  messages: { title: 'A message to answer', hours: 24, role: 'support', path: '?tab=messages' },
  'returned-payouts': { title: 'A payout that came back', hours: 0, role: 'payments', path: '?tab=payments#returned-payouts' },
  'mismatched-deposits': { title: 'A deposit that does not match', hours: 0, role: 'payments', path: '?tab=payments#mismatched-deposits' },
  differences: { title: 'A difference from a statement', hours: 0, role: 'payments', path: '?tab=payments#differences' },
  'payment-solutions': { title: 'A payment that waits for a second person', hours: 12, role: 'payments', path: '?tab=payments#corrections-waiting' },
  adjustments: { title: 'An adjustment that waits for a second person', hours: 12, role: 'payments', path: '?tab=adjustments#corrections-waiting' },
  promotions: { title: 'A promotion that waits for a second person', hours: 48, role: 'owner', path: '?tab=promotions' },
  invitations: { title: 'An invitation that waits for a second owner', hours: 24, role: 'owner', path: '?tab=people#open' },
};

const isTimed = (kind: string): kind is TimedKind => Object.hasOwn(OVERDUE, kind);

/** The oldest of each kind that has waited too long. The next one is a subject of its own once it is the oldest. */
const overdueWork: SubjectSource = async (db, { now, overdueHours }) =>
  (await readWaitingWork(db, WORK_SOURCES, now)).flatMap(({ kind, oldest }) => {
    if (oldest === null || !isTimed(kind)) return [];
    const { hours, ...subject } = OVERDUE[kind];
    const isOverdue = now.getTime() - oldest.getTime() >= (overdueHours[kind] ?? hours) * HOUR_MS;
    return isOverdue ? [{ ...subject, kind, since: oldest, key: `${kind}:${oldest.toISOString()}` }] : [];
  });

const overdueCases: SubjectSource = async (db, { now }) =>
  (await listOverdueCases(db, now)).map(({ caseId, openedAt, dueAt }) => ({
    key: `case:${caseId}:${dueAt.toISOString()}`, kind: 'cases', title: 'A case past its time', since: openedAt, role: 'risk', path: '?tab=risk',
  }));

/** An invariant of money is broken, or the ledger's check found something else. */
const closedMoney: SubjectSource = async (db) => {
  const { rows } = await db.query<{ changed_at: Date }>('SELECT changed_at FROM money_switch WHERE NOT open AND changed_at IS NOT NULL');
  return rows.map(({ changed_at: since }) => ({ key: `money:${since.toISOString()}`, kind: 'money', title: 'Money is closed', since, role: 'owner', path: '' }));
};

const brokenTrail: SubjectSource = async (db) => {
  const { broken } = await readChainState(db);
  if (broken === null) return [];
  return [{ key: `audit:${broken.line}`, kind: 'audit', title: 'The chain of the audit trail is broken', since: broken.since, role: 'owner', path: '?tab=trail' }];
};

export const SUBJECT_SOURCES: readonly SubjectSource[] = [overdueWork, overdueCases, closedMoney, brokenTrail];
