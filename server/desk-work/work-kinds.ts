/** The kinds of work that wait for people at the desk. A further kind is one more row. */
import type { AdminRole } from '../../src/core/admin-roles';
import { listAdmins } from '../../src/core/contract/admins';
import { listApprovals } from '../../src/core/contract/approvals';
import { listCorrections } from '../../src/core/contract/corrections';
import { listAdminDraws } from '../../src/core/contract/draw-commits';
import type { Endpoint } from '../../src/core/contract/endpoint';
import { listLookalikes } from '../../src/core/contract/lookalikes';
import { listPaymentCases } from '../../src/core/contract/payment-cases';
import { confirmPromotion } from '../../src/core/contract/promotions';
import { listRiskCases } from '../../src/core/contract/risk';
import { listAdminThreads } from '../../src/core/contract/support-team';
import type { WorkKind } from '../../src/core/contract/today';
import { isSolvedSql } from '../corrections';

export interface WorkSource {
  readonly kind: WorkKind;
  /** The call that lists this work. Whoever may make it sees how much waits. */
  readonly call: Endpoint;
  /** Selects one row with a column `since` for each thing that waits at the moment `$1`. */
  readonly waiting: string;
}

export const WORK_SOURCES: readonly WorkSource[] = [
  { kind: 'approvals', call: listApprovals, waiting: `SELECT created_at AS since FROM withdrawal WHERE state = 'checking'` },
  {
    kind: 'identity', call: listLookalikes,
    waiting: `SELECT coalesce((SELECT min(at) FROM person_hint h WHERE h.user_id = p.user_id OR h.other_id = p.user_id), p.created_at) AS since
        FROM player p WHERE identity_check = 'play' AND (verification = 'verified' OR person_id IS NOT NULL)
      UNION ALL SELECT proposed_at FROM person_hint_proposal WHERE ended_at IS NULL AND what = 'identity' AND proposed_at > $1::timestamptz - interval '7 days'`,
  },
  { kind: 'cases', call: listRiskCases, waiting: `SELECT opened_at AS since FROM risk_case WHERE state IN ('open', 'assigned')` },
  { kind: 'messages', call: listAdminThreads, waiting: `SELECT waiting_since AS since FROM support_thread WHERE state = 'waiting'` },
  {
    kind: 'returned-payouts', call: listPaymentCases,
    waiting: `SELECT s.at AS since FROM withdrawal_step s JOIN withdrawal w USING (withdrawal_id)
      WHERE s.step = 'reversed' AND w.state = 'paid' AND NOT ${isSolvedSql(`'withdrawal:' || w.withdrawal_id`)}`,
  },
  {
    kind: 'mismatched-deposits', call: listPaymentCases,
    waiting: `SELECT d.updated_at AS since FROM deposit d WHERE d.state = 'mismatch' AND NOT ${isSolvedSql(`'deposit:' || d.deposit_id`)}`,
  },
  {
    kind: 'differences', call: listPaymentCases,
    waiting: `SELECT r.at AS since FROM reconciliation_difference f JOIN reconciliation r ON r.reconciliation_id = f.first_found WHERE f.accepted_at IS NULL`,
  },
  { kind: 'payment-solutions', call: listCorrections, waiting: `SELECT proposed_at AS since FROM correction WHERE ended_at IS NULL AND kind <> 'adjustment'` },
  { kind: 'adjustments', call: listCorrections, waiting: `SELECT proposed_at AS since FROM correction WHERE ended_at IS NULL AND kind = 'adjustment'` },
  { kind: 'promotions', call: confirmPromotion, waiting: `SELECT proposed_at AS since FROM promotion_proposal WHERE ended_at IS NULL` },
  {
    kind: 'draws', call: listAdminDraws,
    waiting: `SELECT d.frozen_at AS since FROM draw d JOIN draw_attempt a USING (draw_id)
      WHERE d.drawn_at IS NULL AND d.frozen_at IS NOT NULL AND a.voided_at IS NULL AND a.source = 'admins'`,
  },
  {
    kind: 'invitations', call: listAdmins,
    waiting: `SELECT created_at AS since FROM invitation WHERE ended_at IS NULL AND confirmed_at IS NULL AND expires_at > $1`,
  },
];

/** True where an admin with these roles may see the work. */
export function maySee({ call: { roles } }: Pick<WorkSource, 'call'>, own: readonly AdminRole[]): boolean {
  return roles === 'any' || (roles?.some((role) => own.includes(role)) ?? false);
}
