/**
 * Bounds how much is corrected by hand in a day: of one person's money, in all their accounts together, and by what one admin proposes. Both
 * directions count, so that a sum can't go in and out again, and many small corrections count like a large one. Adjustments count, and payouts that
 * came back as people alone say; what the gateway says is bounded by what came.
 */
import { formatNaira, kobo, ZERO_KOBO } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { lagosDay, lagosDayStart } from '../../../src/core/time';
import { isUnconfirmedReturn } from '../../cashier';
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import { ACCOUNTS_OF_PERSON } from '../../ledger/accounts-of-person';
import type { Platform } from '../../platform';

/** Holds for a correction `c` that was confirmed since `$2`, or waits. */
const COUNTS_TODAY = `(c.kind = 'adjustment' OR ${isUnconfirmedReturn('c')}) AND (c.ended_at IS NULL OR (c.end_reason = 'confirmed' AND c.ended_at >= $2))`;

export const dayOf = (at: Date): Date => new Date(lagosDayStart(lagosDay(at.getTime())));

/** Sums what was corrected today, or waits to be, of the person who has this account; without `exceptProposalId`. */
async function sumOfPerson(db: Db, userId: string, at: Date, exceptProposalId: string | null): Promise<Kobo> {
  const { rows } = await db.query<{ total: number }>(
    `SELECT coalesce(sum(abs(c.amount)), 0)::bigint AS total FROM correction c
     WHERE c.user_id IN (${ACCOUNTS_OF_PERSON}) AND ${COUNTS_TODAY} AND c.proposal_id IS DISTINCT FROM $3`,
    [userId, dayOf(at), exceptProposalId],
  );
  return kobo(rows[0]?.total ?? 0);
}

/** The same of all that the admin proposed, and everybody who counts as one person with them. */
async function sumOfProposer(db: Db, adminId: string, at: Date, exceptProposalId: string | null): Promise<Kobo> {
  const { rows } = await db.query<{ total: number }>(
    `SELECT coalesce(sum(abs(c.amount)), 0)::bigint AS total FROM correction c
     WHERE admin_eyes(c.proposed_by) = admin_eyes($1) AND ${COUNTS_TODAY} AND c.proposal_id IS DISTINCT FROM $3`,
    [adminId, dayOf(at), exceptProposalId],
  );
  return kobo(rows[0]?.total ?? 0);
}

const left = (cap: Kobo, used: Kobo): Kobo => (used < cap ? kobo(cap - used) : ZERO_KOBO);

/** Returns how much of the person's money may still be corrected today. */
export async function readLeftToday(db: Db, { config }: Pick<Platform, 'config'>, userId: string, at: Date): Promise<Kobo> {
  return left(config.adjustmentsPerPlayer, await sumOfPerson(db, userId, at, null));
}

interface CappedAdjustment {
  readonly userId: string;
  readonly proposedBy: string;
  /** Kobo, signed. */
  readonly amount: number;
  readonly at: Date;
  /** The correction itself, where it is stored already. */
  readonly proposalId: string | null;
}

/**
 * The caller holds the lock of corrections, so that two of them can't both fit into what is left.
 *
 * @throws ProblemError limit-exceeded
 */
export async function refuseOverCap(db: Db, { config }: Pick<Platform, 'config'>, { userId, proposedBy, amount, at, proposalId }: CappedAdjustment): Promise<void> {
  const caps = [
    ['of this player’s money', config.adjustmentsPerPlayer, await sumOfPerson(db, userId, at, proposalId)],
    ['by what one person proposes', config.adjustmentsPerAdmin, await sumOfProposer(db, proposedBy, at, proposalId)],
  ] as const;
  for (const [of, cap, used] of caps) {
    if (used + Math.abs(amount) <= cap) continue;
    const detail = `At most ${formatNaira(cap, { whole: true })} a day can be corrected ${of}. ${formatNaira(left(cap, used), { whole: true })} are left today.`;
    throw new ProblemError('limit-exceeded', 'This is more than can be corrected in a day.', { reason: 'cap', detail });
  }
}
