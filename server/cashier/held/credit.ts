/** What stands against putting a held deposit on the balance, as a deposit or for paying out alone. */
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

/** `for-payout`: whoever has it now can't play with it, and it brings no bonus. */
export type CreditPurpose = 'deposit' | 'for-payout';

export interface CreditRequest {
  readonly place: CallerPlace;
  readonly at: Date;
}

/**
 * Throws the refusal of a new deposit, but where that would trap the money: once it could not be sent back, somebody who may
 * neither pay in nor play (excluded, on a break, in a place that is not served, with a second account) may have it on the balance, since from there
 * it can be paid out. The caller holds the player's row.
 *
 * A bar can end, and then what was not paid out is real money like any other. So the deposit limits hold against it as
 * against every deposit: a break of a day is no way past them. Only a limit whose period is no longer than what is left of an
 * exclusion does not hold: that period is over before anything can be played, and until then nothing may keep what is the
 * player's from being paid out. To a second account of a person the limits of the one that plays are held
 * against it: should that one be closed, this one plays. Which limit that is, and what is left of it, is not told, since
 * this may be a stranger. In every case it counts as a deposit of its day.
 */
export async function assertMayCredit(tx: PoolClient, row: DepositRow, { place, at }: CreditRequest): Promise<CreditPurpose> {
  const { user_id: userId } = row;
  const limitCheck = { userId, purpose: 'deposit', amount: depositAmount(row), at, isPaid: true } as const;
  const bar = await findBar(tx, userId, { place, at });
  if (bar === null) {
    await assertWithinLimits(tx, await assertMayMove(tx, userId, { purposes: ['deposit'], place }, at), limitCheck);
    return 'deposit';
  }
  if (!bar.isPlayBarred) throw bar.refusal;
  if (!(await hasFailedReturn(tx, row.deposit_id))) throw sendBackFirstProblem(bar.refusal);
  const player = await assertMayMove(tx, userId, { purposes: ['withdraw'], place }, at);
  if (bar.refusal.code === 'nin-in-use') await assertWithinOtherAccountsLimits(tx, { ...player, hasOwnLimits: true }, { ...limitCheck, userId: await findPlayingAccount(tx, userId) });
  else if (bar.refusal.code === 'self-excluded') await assertWithinLimits(tx, player, { ...limitCheck, excludedUntil: await readExclusionEnd(tx, userId) });
  else await assertWithinLimits(tx, player, limitCheck);
  return 'for-payout';
}

/** Throws `limit-exceeded` without a word about the limit, which is another account's. */
async function assertWithinOtherAccountsLimits(...check: Parameters<typeof assertWithinLimits>): Promise<void> {
  try {
    await assertWithinLimits(...check);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'limit-exceeded') throw error;
    throw new ProblemError('limit-exceeded', 'It can’t be put on this balance now', {
      detail: `Have it sent back again, or try on another day. If neither works, write to ${brand.supportEmail}.`,
    });
  }
}

/** The account of the same person that plays; the account itself where there is none. */
async function findPlayingAccount(tx: PoolClient, userId: string): Promise<string> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT o.user_id FROM player p JOIN player o USING (person_id) WHERE p.user_id = $1 AND NOT o.is_second`,
    [userId],
  );
  return rows[0]?.user_id ?? userId;
}

/** Null = never. */
async function readExclusionEnd(tx: PoolClient, userId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ protection_until: Date | null }>('SELECT protection_until FROM player WHERE user_id = $1', [userId]);
  return rows[0]?.protection_until ?? null;
}

interface Bar {
  /** Of paying in. */
  readonly refusal: ProblemError;
  /** Nothing can be staked, either. */
  readonly isPlayBarred: boolean;
}

async function findBar(tx: PoolClient, userId: string, request: CreditRequest): Promise<Bar | null> {
  const refusal = await findRefusal(tx, userId, 'deposit', request);
  if (refusal === null) return null;
  return { refusal, isPlayBarred: (await findRefusal(tx, userId, 'play', request)) !== null };
}

/** Throws what is no bar: money that is turned off for everybody. */
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
