/** Confirms and withdraws corrections. A confirmation moves the money under its key: once, whatever is sent again. */
import type { PoolClient } from 'pg';
import { writeAudit } from '../audit';
import {
  CONFIRMING_ROLES, canWithdraw, checkConfirmation, createDecisionContext, endProposal, findOwnPlayerRefusal, requireProposal, requireRole,
} from '../four-eyes';
import type { Browser, DecisionContext } from '../four-eyes';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { moneyTransaction, runOperation } from '../ledger/operation';
import type { Platform } from '../platform';
import { lockCorrection, readCorrection, storeConfirmation, toNewCorrection } from './correction-rows';
import type { CorrectionRow } from './correction-rows';
import { kindOf } from './kinds';
import { ownPlayerProblem } from './own-player';
import { auditedOf, findOwnPlayerOf, lockCorrections, phonesFor } from './propose';
import { toCorrection, versionOfRow } from './to-contract';

export interface Confirmation {
  readonly adminId: string;
  readonly proposalId: string;
  /** The version that the admin saw. */
  readonly version: number;
  readonly key: string;
  readonly browser?: Browser | undefined;
}

/** A refusal that leaves a line in the audit trail, and raises an alert. */
interface AlertedRefusal {
  readonly problem: ProblemError;
  readonly why: Readonly<Record<string, string>>;
}

/**
 * Confirms another person's correction: its money moves, and its line is in the audit trail, in one transaction. Refuses with 404 `not-found`, 403
 * `own-request` for the proposer and where the player seems to be this admin or the proposer, 403 `not-counted` for somebody who counts as one
 * person with the proposer or has just become an admin (both with a line in the trail and an alert), 409 `conflict` where it has ended or its
 * proposer may not propose any more or the gateway says otherwise now, 503 `gateway-unavailable`, 412 `version-conflict`, and with what its kind
 * refuses.
 */
export async function confirmCorrection(platform: Platform, confirmation: Confirmation): Promise<RawAnswer> {
  const { adminId, proposalId, version, key } = confirmation;
  const context = createDecisionContext(platform, adminId);
  const obstacle = await findObstacle(platform, proposalId);
  let refused: AlertedRefusal | null = null;
  const answer = await runOperation(
    platform,
    { userId: adminId, key, kind: 'correction', body: { proposalId, version } },
    async (tx) => {
      refused = null;
      await requireRole(tx, adminId, ...CONFIRMING_ROLES.correction);
      await lockCorrections(tx);
      const row = requireProposal(await lockCorrection(tx, proposalId));
      const verdict = await checkConfirmation(tx, context, row, { table: 'correction', subject: proposalId });
      if (verdict === 'again') return { status: 200, body: await toCorrection(tx, platform, row, context) };
      refused = verdict === 'counts' ? await findOwnRefusal(tx, context, row, confirmation.browser) : verdict;
      if (refused !== null) throw refused.problem;
      if (version !== versionOfRow(row)) {
        throw new ProblemError('version-conflict', 'This has changed meanwhile.', { current: await toCorrection(tx, platform, row, context) });
      }
      if (obstacle !== null) throw obstacle;
      await applyCorrection(tx, platform, row, context);
      return { status: 200, body: await toCorrection(tx, platform, requireProposal(await lockCorrection(tx, proposalId)), context) };
    },
    // Everything of the refused call was rolled back, so what must stay of it is written again.
    async (tx) => {
      if (refused === null) return;
      const row = await lockCorrection(tx, proposalId);
      if (row !== undefined) await findOwnRefusal(tx, context, row, confirmation.browser);
      await writeAudit(tx, { at: context.now, userId: adminId, action: 'confirmation-not-counted', subject: proposalId, before: null, after: refused.why });
    },
  );
  alertOf(platform, refused, { adminId, proposalId });
  return answer;
}

/** Asks what an open correction rests on again, before anything is locked. */
async function findObstacle(platform: Platform, proposalId: string): Promise<ProblemError | null> {
  const row = await readCorrection(platform.pool, proposalId);
  if (row === undefined || row.end_reason !== null) return null;
  return (await kindOf(row.kind)?.askAgain?.(platform, toNewCorrection(row))) ?? null;
}

/** A function of its own, because the compiler does not see that the effect may have set `refused`. */
function alertOf(platform: Platform, refused: AlertedRefusal | null, about: Readonly<Record<string, string>>): void {
  if (refused !== null) platform.log('correction.not-counted', { alert: true, ...about, ...refused.why });
}

/** Refuses where the player seems to be the admin who confirms, or the one who proposed. */
async function findOwnRefusal(
  tx: PoolClient, context: DecisionContext, row: CorrectionRow, browser: Browser | undefined,
): Promise<AlertedRefusal | null> {
  if (row.user_id === null) return null;
  const own = await findOwnPlayerOf(tx, context, toNewCorrection(row), browser);
  if (own !== null) return { problem: ownPlayerProblem(), why: { ...own } };
  const byProposer = { ...context, adminId: row.proposed_by };
  const proposers = await findOwnPlayerRefusal(tx, byProposer, { playerId: row.user_id, deviceCookie: null }, phonesFor(row.amount));
  if (proposers === null) return null;
  const problem = new ProblemError('not-counted', 'This can’t be confirmed.', {
    reason: 'own', detail: 'The player seems to be whoever proposed it. It has to be withdrawn, and proposed by somebody else.',
  });
  return { problem, why: { ...proposers, proposedBy: row.proposed_by } };
}

async function applyCorrection(tx: PoolClient, platform: Platform, row: CorrectionRow, { adminId, now: at }: DecisionContext): Promise<void> {
  const kind = kindOf(row.kind);
  if (kind === undefined) throw new ProblemError('conflict', 'This needs a newer version of the platform.');
  const correction = toNewCorrection(row);
  const confirmed = { correction, proposalId: row.proposal_id, proposedBy: row.proposed_by, confirmedBy: adminId, at };
  await kind.check(tx, platform, confirmed);
  const transactionId = await kind.apply(tx, platform, confirmed);
  await storeConfirmation(tx, row.proposal_id, { by: adminId, at, transactionId });
  await writeAudit(tx, {
    at, userId: adminId, action: `${row.kind}-confirmed`, subject: row.proposal_id, before: { state: 'proposed', proposedBy: row.proposed_by },
    after: { state: 'confirmed', ...auditedOf(correction), ...(transactionId !== null && { transactionId }) },
  });
}

export type Withdrawal = Pick<Confirmation, 'adminId' | 'proposalId' | 'browser'>;

/**
 * Withdraws a correction; repeating it changes nothing. Throws 404 `not-found`, 409 `conflict` for a confirmed one, and 403 `own-request` (with a
 * line in the trail and an alert) where the player seems to be this admin, who could keep what should be taken.
 */
export async function withdrawCorrection(platform: Pick<Platform, 'pool' | 'now' | 'log' | 'config'>, { adminId, proposalId, browser }: Withdrawal): Promise<void> {
  const context = createDecisionContext(platform, adminId);
  const refused = await moneyTransaction(platform, async (tx) => {
    await requireRole(tx, adminId, 'payments', 'owner');
    const row = requireProposal(await lockCorrection(tx, proposalId));
    if (!canWithdraw(row)) return null;
    const correction = toNewCorrection(row);
    const own = await findOwnPlayerOf(tx, context, correction, browser, 'any');
    if (own !== null) {
      await writeAudit(tx, { at: context.now, userId: adminId, action: 'correction-not-counted', subject: row.subject, before: null, after: { ...own } });
      return own;
    }
    await endProposal(tx, 'correction', proposalId, { reason: 'withdrawn', by: adminId, at: context.now });
    await writeAudit(tx, { at: context.now, userId: adminId, action: `${row.kind}-withdrawn`, subject: proposalId, before: auditedOf(correction), after: null });
    return null;
  });
  if (refused === null) return;
  platform.log('correction.not-counted', { alert: true, adminId, proposalId, ...refused });
  throw ownPlayerProblem();
}
