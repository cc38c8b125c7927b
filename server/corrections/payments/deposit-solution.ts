/**
 * Solves a deposit that does not match: what came is credited, or it is noted that it was sent back. The gateway is asked what came when it is
 * proposed and again when it is confirmed, so nobody types an amount of money in. The deposit stays a mismatch in its own row, which never leaves
 * that state; the correction says what became of it, once. What is credited is a deposit: it counts in its day and is unplayed, and a player who
 * may not pay in now, or would pass a limit by it, gets it sent back instead.
 */
import type { PoolClient } from 'pg';
import { formatNaira, kobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { addDepositStep, depositById, findHoldReason, lockDeposit, withGatewayDeadline } from '../../cashier';
import type { DepositRow } from '../../cashier';
import { GatewayUnavailableError } from '../../gateways';
import type { VerifiedPayment } from '../../gateways';
import { ProblemError } from '../../http/problem';
import { post } from '../../ledger/post';
import type { Platform } from '../../platform';
import type { CheckedCorrection, ConfirmedCorrection, CorrectionKind } from '../correction-kind';
import type { NewCorrection } from '../correction-rows';
import { hasDone, refuseUsedBankReference } from './solved-once';

export const DEPOSIT_CREDIT = 'deposit-credit';
export const DEPOSIT_SENT_BACK = 'deposit-sent-back';
const SUBJECT = 'deposit:';
const ASK_DEADLINE_MS = 5_000;

export const depositCreditKind: CorrectionKind = {
  check: async (tx, platform, checked) => {
    const row = await requireMismatch(tx, checked);
    const reason = await findHoldReason(tx, platform, { ...row, amount: checked.correction.amount }, checked.at);
    if (reason === null) return;
    throw new ProblemError('conflict', 'The player may not pay in now.', { reason: reason.code, detail: 'A limit, a break, or the place forbids this deposit. Send it back instead.' });
  },
  askAgain: async (platform, correction) => {
    const row = await depositById(platform.pool, depositIdOf(correction));
    if (row === null) return null;
    try {
      if (creditable(row, await askGateway(platform, row)) === correction.amount) return null;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return error;
    }
    return new ProblemError('conflict', 'Another amount came than was proposed.', { detail: 'Withdraw it, and propose it again.' });
  },
  apply: async (tx, _platform, { correction, at }: ConfirmedCorrection) => {
    const depositId = depositIdOf(correction);
    const { transactionId } = await post(tx, {
      userId: playerOf(correction), kind: 'adjustment', reference: depositId, at,
      moves: [{ kind: 'deposit', from: 'gateway', to: 'real', amount: kobo(correction.amount) }],
    });
    await addDepositStep(tx, depositId, 'credited', at, correction.playerText ?? undefined);
    return transactionId;
  },
};

export const depositSentBackKind: CorrectionKind = {
  check: async (tx, _platform, checked) => {
    await requireMismatch(tx, checked);
    await refuseUsedBankReference(tx, checked.correction, 'proposalId' in checked ? String(checked.proposalId) : null);
  },
  apply: async (tx, _platform, { correction, at }) => {
    await addDepositStep(tx, depositIdOf(correction), 'sent-back', at, correction.playerText ?? undefined);
    return null;
  },
};

const depositIdOf = ({ subject }: NewCorrection): string => subject.slice(SUBJECT.length);

function playerOf({ userId }: NewCorrection): string {
  if (userId === null) throw new Error('a deposit has a player');
  return userId;
}

/** Locks the deposit. Throws 404 `not-found`, and 409 `conflict` where it is no mismatch, or is solved. */
async function requireMismatch(tx: PoolClient, { correction }: CheckedCorrection): Promise<DepositRow> {
  const row = await lockDeposit(tx, depositIdOf(correction));
  if (row === null) throw new ProblemError('not-found', 'There is no such deposit.');
  if (row.state !== 'mismatch') throw new ProblemError('conflict', 'This deposit is as it should be.', { reason: row.state });
  if (await hasDone(tx, correction.subject)) throw new ProblemError('conflict', 'This deposit was solved already.');
  return row;
}

export interface DepositSolution {
  readonly depositId: string;
  readonly solution: 'credit' | 'sent-back';
  readonly bankReference?: string | undefined;
  readonly note: string;
  readonly playerText: string;
}

/**
 * Asks the gateway what came, and makes the correction. Throws 404 `not-found`, 503 `gateway-unavailable`, 409 `conflict` where nothing came or it
 * can't be credited, and 400 `validation` where the reference of what was sent back is missing.
 */
export async function depositSolutionOf(platform: Platform, request: DepositSolution): Promise<NewCorrection> {
  const { depositId, solution, bankReference, note, playerText } = request;
  const row = await depositById(platform.pool, depositId);
  if (row === null) throw new ProblemError('not-found', 'There is no such deposit.');
  const came = await askGateway(platform, row);
  const isCredit = solution === 'credit';
  const amount = isCredit ? creditable(row, came) : 0;
  if (!isCredit && bankReference === undefined) {
    throw new ProblemError('validation', 'Please check the marked fields.', { errors: [{ field: 'bankReference', message: 'Enter the reference of the transfer that sent it back.' }] });
  }
  return {
    kind: isCredit ? DEPOSIT_CREDIT : DEPOSIT_SENT_BACK, subject: SUBJECT + depositId, userId: row.user_id, amount,
    reasonCode: isCredit ? 'credit-what-came' : 'sent-back', note, playerText, takesBack: null, bankReference: isCredit ? null : (bankReference ?? null),
    facts: {
      deposit: depositId, gateway: row.gateway, gatewayReference: row.reference, expected: formatNaira(kobo(row.amount)),
      came: `${came.currency === 'NGN' ? formatNaira(came.amount) : `${came.currency} ${came.amount / 100}`}, ${came.state}`,
      ...(bankReference !== undefined && !isCredit && { bankReference }),
    },
  };
}

function creditable(row: DepositRow, came: VerifiedPayment): Kobo {
  const isCredit = came.state === 'success' && came.reference === row.reference && came.currency === row.currency && came.amount > 0;
  if (isCredit) return came.amount;
  throw new ProblemError('conflict', 'This can’t be credited.', {
    reason: came.state, detail: `The gateway says: ${came.state}, ${came.currency} ${came.amount / 100}. Only naira that came for this very payment can be credited.`,
  });
}

async function askGateway({ gateways, log }: Pick<Platform, 'gateways' | 'log'>, row: DepositRow): Promise<VerifiedPayment> {
  const gateway = gateways.byName(row.gateway);
  try {
    if (gateway === null) throw new GatewayUnavailableError('it is not configured any more');
    return await withGatewayDeadline(gateway.verify(row.reference), ASK_DEADLINE_MS);
  } catch (error) {
    if (!(error instanceof GatewayUnavailableError)) throw error;
    log('deposit.gateway-silent', { depositId: row.deposit_id, cause: 'correction', why: error.message });
    throw new ProblemError('gateway-unavailable', 'The gateway does not answer.', { detail: 'We ask it what came before anything is proposed or confirmed. Try again later.' });
  }
}
