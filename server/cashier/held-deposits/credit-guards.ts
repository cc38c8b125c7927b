/** Checks whether a held deposit may be credited: as a deposit, or only so that it can be withdrawn. */
import type { PoolClient } from 'pg';
import { brand } from '../../../src/core/brand';
import { ProblemError } from '../../http/problem';
import { assertMayMove } from '../../ledger/guards';
import { assertWithinLimits } from '../../ledger/limits';
import type { CallerPlace } from '../../place/rules';
import { depositAmount } from '../deposits/deposit-rows';
import type { DepositRow } from '../deposits/deposit-rows';
import { isPayInRefusal } from '../deposits/start-guards';
import { hasFailedReturn } from './return-rows';

/** `for-payout`: the player can't play with it now, and it brings no bonus. */
export type CreditPurpose = 'deposit' | 'for-payout';

export interface CreditRequest {
  readonly place: CallerPlace;
  readonly at: Date;
}

/**
 * Returns the purpose of the credit, or throws the refusal. The caller holds the player's row.
 * - A player who may pay in: it is checked like a new deposit.
 * - A player who may play but not pay in: it is refused.
 * - A player who may do neither (excluded, on a break, in a place that is not served, or with a second account): first the money is sent back.
 *   After that failed it is credited for a payout, because a refusal would trap it, and from the balance it can be withdrawn.
 *
 * The deposit limits apply in each case, because the money could be played with once the refusal has ended; otherwise a break of one day would
 * be a way around them. During an exclusion only limits whose period is longer than its rest apply: any other ends before the player can play,
 * and until then nothing may block a withdrawal of their own money. A second account is held to the limits of the person's playing account,
 * because it would play if that one were closed; the refusal does not tell them, because the second account may be a stranger's. In each
 * case the credit counts as a deposit of its day.
 */
export async function assertMayCredit(tx: PoolClient, row: DepositRow, { place, at }: CreditRequest): Promise<CreditPurpose> {
  const { user_id: userId } = row;
  const limitCheck = { userId, purpose: 'deposit', amount: depositAmount(row), at, isPaid: true } as const;
  const refusal = await findDepositRefusal(tx, userId, { place, at });
  if (refusal === null) {
    await assertWithinLimits(tx, await assertMayMove(tx, userId, { purposes: ['deposit'], place }, at), limitCheck);
    return 'deposit';
  }
  const { problem } = refusal;
  if (!refusal.isPlayRefused) throw problem;
  if (!(await hasFailedReturn(tx, row.deposit_id))) throw sendBackFirstProblem(problem);
  const player = await assertMayMove(tx, userId, { purposes: ['withdraw'], place }, at);
  if (problem.code === 'nin-in-use') await assertWithinOtherAccountsLimits(tx, { ...player, hasOwnLimits: true }, { ...limitCheck, userId: await findPlayingAccount(tx, userId) });
  else if (problem.code === 'self-excluded') await assertWithinLimits(tx, player, { ...limitCheck, excludedUntil: await readExclusionEnd(tx, userId) });
  else await assertWithinLimits(tx, player, limitCheck);
  return 'for-payout';
}

/** Throws `limit-exceeded` without details, because the limit is another account's. */
async function assertWithinOtherAccountsLimits(...check: Parameters<typeof assertWithinLimits>): Promise<void> {
  try {
    await assertWithinLimits(...check);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'limit-exceeded') throw error;
    throw new ProblemError('limit-exceeded', 'We can’t add this payment to your balance now', {
      detail: `Ask us to send it back again, or try on another day. If neither works, write to ${brand.supportEmail}.`,
    });
  }
}

/** Finds the person's account that plays; the account itself where the person has no other. */
async function findPlayingAccount(tx: PoolClient, userId: string): Promise<string> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT o.user_id FROM player p JOIN player o USING (person_id) WHERE p.user_id = $1 AND NOT o.is_second`,
    [userId],
  );
  return rows[0]?.user_id ?? userId;
}

/** Reads the end of the player's exclusion; null for one without an end. */
async function readExclusionEnd(tx: PoolClient, userId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ protection_until: Date | null }>('SELECT protection_until FROM player WHERE user_id = $1', [userId]);
  return rows[0]?.protection_until ?? null;
}

interface DepositRefusal {
  readonly problem: ProblemError;
  /** The player may not stake either. */
  readonly isPlayRefused: boolean;
}

async function findDepositRefusal(tx: PoolClient, userId: string, request: CreditRequest): Promise<DepositRefusal | null> {
  const problem = await findRefusal(tx, userId, 'deposit', request);
  if (problem === null) return null;
  return { problem, isPlayRefused: (await findRefusal(tx, userId, 'play', request)) !== null };
}

/**
 * Returns the refusal of this purpose; null where there is none. Rethrows errors that are no refusal for this player, such as money
 * that is turned off for everybody.
 */
async function findRefusal(tx: PoolClient, userId: string, purpose: 'deposit' | 'play', { place, at }: CreditRequest): Promise<ProblemError | null> {
  try {
    await assertMayMove(tx, userId, { purposes: [purpose], place }, at);
    return null;
  } catch (error) {
    if (!isPayInRefusal(error)) throw error;
    return error;
  }
}

function sendBackFirstProblem({ code, message, extra }: ProblemError): ProblemError {
  const detail = [extra.detail, 'Have it sent back. If that can’t be done, you can put it on your balance to withdraw it.'];
  return new ProblemError(code, message, { ...extra, detail: detail.filter((part) => part !== undefined).join(' ') });
}
