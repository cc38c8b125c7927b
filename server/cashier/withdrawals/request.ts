import type { PoolClient } from 'pg';
import { CURRENCY } from '../../../src/core/contract/primitives';
import { formatNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { HAS_REPEATED_BONUS } from '../../bonuses';
import type { Config } from '../../config';
import { ProblemError } from '../../http/problem';
import type { RawAnswer } from '../../http/router';
import { assertMayMove } from '../../ledger/guards';
import { runOperation } from '../../ledger/operation';
import { post } from '../../ledger/post';
import { namesMatch } from '../../person-name';
import type { Platform } from '../../platform';
import { WITHDRAWAL_PREFIX } from '../reference-prefixes';
import { bankAccountById } from './bank-accounts/bank-account-rows';
import type { BankAccountRow } from './bank-accounts/bank-account-rows';
import { nameMismatchProblem } from './bank-accounts/enquiry';
import { MAX_WITHDRAWN_A_DAY, MIN_WITHDRAWAL, automaticUpTo, dayStart } from './rules';
import { addStep, readRequestedSince, insertWithdrawal, toWithdrawal, withdrawalById } from './withdrawal-rows';

export const WITHDRAWAL_OPERATION = 'withdrawal';
/** 96 bits cannot be guessed; they are 24 hexadecimal characters. */
const WITHDRAWAL_ID_BYTES = 12;
/** A bank account without an earlier payout needs a password that was entered within this time. */
export const PASSWORD_VALID_MS = 5 * 60_000;

export interface WithdrawalRequest {
  readonly userId: string;
  /** SHA-256 of the session's token. */
  readonly sessionHash: string;
  readonly key: string;
  readonly bankAccountId: string;
  /** Within the limits of one withdrawal. */
  readonly amount: Kobo;
}

/**
 * Holds the money and stores the withdrawal, in one transaction, at most once for a key. Answers 201 with the withdrawal, or the refusal:
 * `email-not-activated`, `nin-needed`, `not-found` for an unknown bank account, `name-mismatch`, `insufficient-funds`, `limit-exceeded`.
 * Throws as `runOperation` does, and `password-needed`, which is no answer to the key: the same key may be sent again after the
 * password was entered.
 */
export async function requestWithdrawal(platform: Platform, request: WithdrawalRequest): Promise<RawAnswer> {
  const { userId, key, bankAccountId, amount } = request;
  return runOperation(
    platform,
    { userId, key, kind: WITHDRAWAL_OPERATION, body: { bankAccountId, amount, currency: CURRENCY } },
    async (tx) => ({ status: 201, body: await holdWithdrawal(tx, platform, request) }),
  );
}

async function holdWithdrawal(tx: PoolClient, platform: Platform, request: WithdrawalRequest): Promise<unknown> {
  const { userId, amount } = request;
  const now = platform.now();
  // This locks the player's row (shared), so name and verification stay as they are until the money is held.
  await assertMayMove(tx, userId, { purposes: ['withdraw'], place: null }, now);
  const player = await readPlayer(tx, userId);
  // An account whose person is verified in another account can't be verified, and must still be able to withdraw.
  if (platform.config.ninBeforeWithdrawal && !player.is_identified) {
    throw new ProblemError('nin-needed', 'Verify your NIN before your first withdrawal.');
  }
  const account = await bankAccountById(tx, userId, request.bankAccountId);
  if (account === null) throw new ProblemError('not-found', 'There is no such bank account.');
  if (!namesMatch(player, account.account_name)) throw nameMismatchProblem();
  if (account.used_at === null) await requirePassword(tx, request.sessionHash, now);

  const withdrawalId = platform.randomBytes(WITHDRAWAL_ID_BYTES).toString('hex');
  const { transactionId, real } = await post(tx, {
    userId,
    kind: 'withdrawal',
    reference: withdrawalId,
    operationKey: request.key,
    at: now,
    moves: [{ kind: 'withdrawal', from: 'real', to: 'held', amount }],
  });
  // The amount was the whole balance when the player requested it; more money has come since.
  if (amount < MIN_WITHDRAWAL && real.balance > 0) throw amountError('Your balance has changed. Check it and try again.');
  // The posting has locked the player's money, so all other requests of today are visible now.
  const approvals = await countNeededApprovals(tx, platform.config, { userId, amount, player, now });
  await insertWithdrawal(tx, {
    ...accountColumns(account),
    withdrawal_id: withdrawalId,
    user_id: userId,
    operation_key: request.key,
    amount,
    currency: CURRENCY,
    approvals_needed: approvals,
    reference: `${WITHDRAWAL_PREFIX}${withdrawalId}`,
    hold_transaction: transactionId,
    created_at: now,
  });
  const row = await withdrawalById(tx, withdrawalId);
  if (row === null) throw new Error('the withdrawal was just stored');
  await addStep(tx, row, 'asked', now);
  await addStep(tx, row, 'held', now);
  await addStep(tx, row, approvals === 0 ? 'checked' : 'review', now);
  return toWithdrawal(tx, row);
}

/** A 400 `validation` error of the amount field. */
export function amountError(message: string): ProblemError {
  return new ProblemError('validation', 'This amount cannot be paid out.', { errors: [{ field: 'amount', message }] });
}

interface Player {
  readonly firstname: string;
  readonly lastname: string;
  readonly is_verified: boolean;
  /** An identity check has found the person, in this account or in another one of theirs. */
  readonly is_identified: boolean;
  /** Some of the money comes from a bonus that an earlier account of the person had, too. */
  readonly has_repeated_bonus: boolean;
}

async function readPlayer(tx: PoolClient, userId: string): Promise<Player> {
  const { rows } = await tx.query<Player>(
    `SELECT firstname, lastname, verification = 'verified' AS is_verified, verification = 'verified' OR person_id IS NOT NULL AS is_identified,
       ${HAS_REPEATED_BONUS} AS has_repeated_bonus
     FROM player WHERE user_id = $1`,
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  return row;
}

function accountColumns({ bank_account_id, bank_code, bank_name, account_number, account_name }: BankAccountRow) {
  return { bank_account_id, bank_code, bank_name, account_number, account_name };
}

/** Throws `password-needed`, so that a thief of the unlocked phone cannot send the money to an account of their own. */
async function requirePassword(tx: PoolClient, sessionHash: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ password_at: Date | null }>('SELECT password_at FROM session WHERE session_hash = $1', [sessionHash]);
  const enteredAt = rows[0]?.password_at ?? null;
  if (enteredAt !== null && now.getTime() - enteredAt.getTime() <= PASSWORD_VALID_MS) return;
  throw new ProblemError('password-needed', 'Enter your password again.', {
    detail: 'Nothing was paid out to this account before.',
  });
}

interface ApprovalFacts {
  readonly userId: string;
  readonly amount: Kobo;
  readonly player: Pick<Player, 'is_verified' | 'has_repeated_bonus'>;
  readonly now: Date;
}

/** The number of admins who must approve it. Throws `limit-exceeded` where the day's sum would be too high. */
async function countNeededApprovals(
  tx: PoolClient,
  config: Pick<Config, 'withdrawalAutomaticUpTo' | 'withdrawalApprovals' | 'payments'>,
  { userId, amount, player, now }: ApprovalFacts,
): Promise<number> {
  const today = await readRequestedSince(tx, userId, dayStart(now));
  if (today.total + amount > MAX_WITHDRAWN_A_DAY) {
    throw new ProblemError('limit-exceeded', `You can withdraw ${formatNaira(MAX_WITHDRAWN_A_DAY, { whole: true })} a day.`, {
      reason: 'withdrawal-day',
    });
  }
  const facts = { isVerified: player.is_verified, hasRepeatedBonus: player.has_repeated_bonus, today };
  return amount <= automaticUpTo(facts, config) ? 0 : config.withdrawalApprovals;
}
