/** Lets people read a case, take it, decide on it, close it, and release its hold of payouts. Each act writes a line in the audit trail. */
import type { PoolClient } from 'pg';
import type { Outcome, RiskCase } from '../../src/core/contract/risk';
import { MINUTE_MS } from '../../src/core/time';
import type { Device } from '../accounts';
import { writeAudit } from '../audit';
import { releaseHold } from '../cashier';
import { transaction } from '../db/transaction';
import { auditOwnPlayer, createDecisionContext, findOwnPlayerRefusal, requireRole } from '../four-eyes';
import type { CountedPhones } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { addEvent, isWaiting, lockCase, readNewestEvent } from './case-rows';
import type { CaseRow } from './case-rows';
import { caseNotFound, readCase } from './read-case';

export interface CaseActor {
  readonly adminId: string;
  readonly caseId: string;
  /** The admin's browser. */
  readonly device: Device;
}

/** The words of an act in the audit trail; null where there was nothing to do. Reasons and reports stay in the case, because fewer people read it. */
type AuditedAct = Readonly<Record<string, string>> | null;

/** An admin who opens the same case again within this time writes no second line in the audit trail. */
const SAME_LOOK_MS = 10 * MINUTE_MS;

const OWN_PLAYER = 'Its player has your identity, your phone number or your bank account, or has been in a browser that you use. A colleague decides.';

/**
 * Runs an act on a case, and writes its line in the audit trail in the same transaction. Throws `forbidden`, `not-found`, and `own-request` where the
 * player seems to be the admin, or somebody who counts as one person with them. Only a line in the trail and an alert remain of that.
 */
async function actOnCase(
  platform: Platform, { adminId, caseId, device }: CaseActor, action: string, act: (tx: PoolClient, row: CaseRow, at: Date) => Promise<AuditedAct>,
  phones: CountedPhones = 'earlier',
): Promise<RiskCase> {
  const context = createDecisionContext(platform, adminId);
  const result = await transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'risk', 'owner');
    const row = await lockCase(tx, caseId);
    if (row === null) throw caseNotFound();
    const refusal = await findOwnPlayerRefusal(tx, context, { playerId: row.user_id, deviceCookie: device.cookie ?? null }, phones);
    if (refusal !== null) {
      await auditOwnPlayer(tx, context, { action: 'risk-case-refused', subject: caseId, refusal, player: row.user_id });
      return { refusal };
    }
    const after = await act(tx, row, context.now);
    const before = after !== null && 'state' in after ? { state: row.state } : null;
    if (after !== null) await writeAudit(tx, { at: context.now, userId: adminId, action, subject: caseId, before, after });
    return { answer: await readCase(tx, caseId, context) };
  });
  if ('answer' in result) return result.answer;
  platform.log('risk.own-player', { alert: true, adminId, caseId, ...result.refusal });
  throw new ProblemError('own-request', 'This case seems to be about you.', { detail: OWN_PLAYER });
}

const decidedProblem = (): ProblemError => new ProblemError('conflict', 'This case has been decided.', { reason: 'decided' });

/** Reads a case together with the line in the audit trail that says so. Throws as `actOnCase`. */
export function openCase(platform: Platform, actor: CaseActor): Promise<RiskCase> {
  return actOnCase(platform, actor, 'risk-case-read', async (tx, row, at) => {
    const { rowCount } = await tx.query(
      `SELECT FROM admin_audit WHERE subject = $1 AND user_id = $2 AND action = 'risk-case-read' AND at > $3 AND at <= $4 LIMIT 1`,
      [row.case_id, actor.adminId, new Date(at.getTime() - SAME_LOOK_MS), at],
    );
    return rowCount === 0 ? { player: row.user_id } : null;
  });
}

/** Throws as `actOnCase`, and `conflict` where it is decided. */
export function assignCase(platform: Platform, actor: CaseActor, to: 'me' | 'nobody'): Promise<RiskCase> {
  return actOnCase(platform, actor, to === 'me' ? 'risk-case-taken' : 'risk-case-given-back', async (tx, row, at) => {
    if (!isWaiting(row)) throw decidedProblem();
    const assignee = to === 'me' ? actor.adminId : null;
    if (row.assigned_to === assignee) return null;
    await tx.query('UPDATE risk_case SET state = $2, assigned_to = $3 WHERE case_id = $1', [row.case_id, assignee === null ? 'open' : 'assigned', assignee]);
    await addEvent(tx, { caseId: row.case_id, what: assignee === null ? 'given-back' : 'taken', by: actor.adminId, at, text: null });
    return { player: row.user_id, state: assignee === null ? 'open' : 'assigned', ...(row.assignee !== null && { from: row.assignee }) };
  });
}

export interface Decision {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly report?: { readonly reference: string; readonly facts: string } | undefined;
  /** The newest event that the admin saw. */
  readonly seen: string;
}

/** Says why this outcome does not fit the case; null where it does. */
export function wrongOutcome({ kind }: Pick<CaseRow, 'kind'>, { outcome, report }: Pick<Decision, 'outcome' | 'report'>): string | null {
  if (outcome === 'reported' && kind !== 'laundering') return 'Only a suspicion of laundering is reported.';
  if (outcome === 'called' && kind !== 'call') return 'This case asks for no call.';
  if ((outcome === 'reported') !== (report !== undefined)) return outcome === 'reported' ? 'Enter the report’s reference and facts.' : 'A report belongs to the outcome “reported”.';
  return null;
}

/**
 * Throws as `actOnCase`, `validation` for an outcome that does not fit, and `conflict` where the case is not assigned to the admin, or where they
 * have not seen its newest event.
 */
export function decideCase(platform: Platform, actor: CaseActor, decision: Decision): Promise<RiskCase> {
  const { outcome, reason, report, seen } = decision;
  return actOnCase(platform, actor, 'risk-case-decided', async (tx, row, at) => {
    const wrong = wrongOutcome(row, decision);
    if (wrong !== null) throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'outcome', message: wrong }] });
    // An admin sends the same decision again where its first answer was lost.
    if (row.state === 'decided' && row.decided_by === actor.adminId && row.outcome === outcome) return null;
    if (!isWaiting(row)) throw decidedProblem();
    if (row.assigned_to !== actor.adminId) throw new ProblemError('conflict', 'Take this case before you decide on it.', { reason: 'not-assigned' });
    if ((await readNewestEvent(tx, row.case_id)) !== seen) {
      throw new ProblemError('conflict', 'Something has happened with this case meanwhile.', { reason: 'changed', detail: 'Look at it again, then decide.' });
    }
    await tx.query(`UPDATE risk_case SET state = 'decided', outcome = $2, decided_by = $3, decided_at = $4 WHERE case_id = $1`, [row.case_id, outcome, actor.adminId, at]);
    await addEvent(tx, { caseId: row.case_id, what: 'decided', by: actor.adminId, at, text: reason });
    if (report !== undefined) {
      await tx.query('INSERT INTO risk_report (case_id, reference, facts, by, at) VALUES ($1, $2, $3, $4, $5)', [row.case_id, report.reference, report.facts, actor.adminId, at]);
    }
    return { player: row.user_id, state: 'decided' };
  }, outcome === 'no-concern' ? 'any' : 'earlier');
}

/** Throws as `actOnCase`, and `conflict` before the decision. */
export function closeCase(platform: Platform, actor: CaseActor): Promise<RiskCase> {
  return actOnCase(platform, actor, 'risk-case-closed', async (tx, row, at) => {
    if (row.state === 'closed') return null;
    if (row.state !== 'decided') throw new ProblemError('conflict', 'Decide on this case before you close it.');
    await tx.query(`UPDATE risk_case SET state = 'closed', closed_at = $2 WHERE case_id = $1`, [row.case_id, at]);
    await addEvent(tx, { caseId: row.case_id, what: 'closed', by: actor.adminId, at, text: null });
    return { player: row.user_id, state: 'closed' };
  });
}

/** Throws as `actOnCase`, and `conflict` where nothing is held. */
export function releasePayouts(platform: Platform, actor: CaseActor, reason: string): Promise<RiskCase> {
  return actOnCase(platform, actor, 'risk-hold-released', async (tx, row, at) => {
    if (!(await releaseHold(tx, { userId: row.user_id, by: actor.adminId, at }))) throw new ProblemError('conflict', 'No payout of this player is held.');
    await addEvent(tx, { caseId: row.case_id, what: 'released', by: actor.adminId, at, text: reason });
    return { player: row.user_id };
  }, 'any');
}
