import type { PoolClient } from 'pg';
import { CURRENCY } from '../../../src/core/contract/primitives';
import type { Withdrawal } from '../../../src/core/contract/withdrawals';
import { addKobo, formatNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { endWithWithdrawal, HAS_REPEATED_BONUS } from '../../bonuses';
import type { AcceptedBonusEnds } from '../../bonuses';
import type { Config } from '../../config';
import { ProblemError } from '../../http/problem';
import type { RawAnswer } from '../../http/router';
import { assertMayMove } from '../../ledger/guards';
import { runOperation } from '../../ledger/operation';
import { post } from '../../ledger/post';
import { findUnplayedReason } from '../../ledger/withdrawable';
import type { UnplayedReason, UnplayedRequest } from '../../ledger/withdrawable';
import { namesMatch } from '../../person-name';
import type { CallerPlace } from '../../place/rules';
import type { Platform } from '../../platform';
import { readSealing, sealValue } from '../../sealed-fields';
import { addHoldStep, readHold } from '../payout-holds';
import type { WithdrawalWatch } from '../payout-holds';
import { WITHDRAWAL_PREFIX } from '../reference-prefixes';
import { bankAccountById, openAccountNumber } from './bank-accounts/bank-account-rows';
import type { BankAccountRow } from './bank-accounts/bank-account-rows';
import { nameMismatchProblem } from './bank-accounts/enquiry';
import { MAX_WITHDRAWN_A_DAY, MIN_WITHDRAWAL, automaticUpTo, dayStart } from './amount-rules';
import { turnoverProblem } from './turnover-problem';
import { newWithdrawalId } from './withdrawal-ids';
import { addStep, readRequestedSince, insertWithdrawal, toWithdrawal, withdrawalById, withdrawalPlace } from './withdrawal-rows';

export const WITHDRAWAL_OPERATION = 'withdrawal';
/** A bank account without an earlier payout, and closing the account, need a password that was entered within this time. */
export const PASSWORD_VALID_MS = 5 * 60_000;

export interface WithdrawalRequest {
  readonly userId: string;
  /** SHA-256 of the session's token. */
  readonly sessionHash: string;
  readonly key: string;
  readonly bankAccountId: string;
  /** Within the limits of one withdrawal. */
  readonly amount: Kobo;
  readonly place: CallerPlace;
  /** Why money that was not played is asked for; missing where the player does not ask for it. */
  readonly unplayed?: UnplayedRequest | undefined;
  /** The bonuses, as they were shown, to whose end with it the player has agreed. */
  readonly endsBonuses?: AcceptedBonusEnds | undefined;
}

/**
 * Holds the money and stores the withdrawal, in one transaction, at most once for a key. Answers 201 with the withdrawal, or the refusal:
 * `email-not-activated`, `nin-needed`, `not-found` for an unknown bank account, `name-mismatch`, `insufficient-funds`, `limit-exceeded`,
 * `turnover-needed`, `bonus-would-end`, `round-open`.
 * Throws as `runOperation` does, and `password-needed`, which is no answer to the key: the same key may be sent again after the
 * password was entered. `watch` looks at it before rules alone release it.
 */
export async function requestWithdrawal(platform: Platform, request: WithdrawalRequest, watch?: WithdrawalWatch): Promise<RawAnswer> {
  const { userId, key, bankAccountId, amount, unplayed, endsBonuses } = request;
  const consents = { ...(unplayed !== undefined && { unplayed }), ...(endsBonuses !== undefined && { endsBonuses }) };
  const body = { bankAccountId, amount, currency: CURRENCY, ...consents };
  return runOperation(
    platform,
    { userId, key, kind: WITHDRAWAL_OPERATION, body },
    async (tx) => ({ status: 201, body: await holdWithdrawal(tx, platform, request, watch) }),
  );
}

/** Holds the money and stores the withdrawal: who is paid, the posting, what the player agreed to, who must approve, and the row. */
async function holdWithdrawal(
  tx: PoolClient, platform: Platform, request: WithdrawalRequest, watch: WithdrawalWatch | undefined,
): Promise<Withdrawal> {
  const { userId, amount } = request;
  const now = platform.now();
  const { player, account } = await requirePayee(tx, platform, request, now);
  const withdrawalId = newWithdrawalId(platform, userId);
  const heldAmount = await holdAmount(tx, request, withdrawalId, now);
  const reason = await requireUnplayedReason(tx, request, heldAmount, now);
  if (heldAmount.unplayedTaken > 0 || request.unplayed === 'closing') {
    await applyConsents(tx, request, { unplayed: heldAmount.unplayedBefore, withdrawalId, now });
  }
  // With the reason `place` the place asks for no turnover; with any other reason it does, and the turnover is waived.
  const isTurnoverWaived = reason !== null && reason !== 'place';
  // The posting has locked the player's money, so all other requests of today are visible now.
  const approvalsNeeded = await countNeededApprovals(tx, platform.config, {
    userId, amount, player, isTurnoverWaived, now, needsPeople: (await watch?.needsPeople(tx, userId)) === true,
  });
  await insertWithdrawal(tx, {
    ...(await accountColumns(tx, platform, account, withdrawalId)),
    withdrawal_id: withdrawalId,
    user_id: userId,
    operation_key: request.key,
    amount,
    currency: CURRENCY,
    approvals_needed: approvalsNeeded,
    reference: `${WITHDRAWAL_PREFIX}${withdrawalId}`,
    hold_transaction: heldAmount.transactionId,
    unplayed: heldAmount.unplayedTaken,
    unplayed_reason: reason,
    created_at: now,
  });
  const row = await withdrawalById(tx, withdrawalId);
  if (row === null) throw new Error('the withdrawal was just stored');
  await addStep(tx, row, 'asked', now);
  await addStep(tx, row, 'held', now);
  await addStep(tx, row, approvalsNeeded === 0 ? 'checked' : 'review', now);
  await watch?.look(tx, platform, { userId, at: now });
  const hold = await readHold(tx, userId, now);
  if (hold !== null) await addHoldStep(tx, row, hold, now);
  return toWithdrawal(tx, row);
}

interface Payee {
  readonly player: Player;
  readonly account: BankAccountRow;
}

/** Returns the player and the bank account that is paid, and locks the player's row. Throws where the player may not withdraw to this account. */
async function requirePayee(tx: PoolClient, platform: Platform, request: WithdrawalRequest, now: Date): Promise<Payee> {
  const { userId } = request;
  // A hold and the closing of the account write the player's row. Two calls that both had it shared could not.
  await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
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
  if (account.used_at === null) await requirePassword(tx, request, now, 'Nothing was paid out to this account before.');
  else if (request.unplayed === 'closing') await requirePassword(tx, request, now, 'You asked for your account to be closed.');
  return { player, account };
}

/** The posting that holds the amount; money in kobo. */
interface HeldAmount {
  readonly transactionId: string;
  /** The player's balance without the amount. */
  readonly balance: Kobo;
  /** The unplayed money in the amount. */
  readonly unplayedTaken: Kobo;
  /** All unplayed money on the account before the amount was held. */
  readonly unplayedBefore: Kobo;
}

/** Moves the amount from the player's real account to the held one. Throws `insufficient-funds`, and `validation` for too small an amount. */
async function holdAmount(tx: PoolClient, { userId, key, amount }: WithdrawalRequest, withdrawalId: string, now: Date): Promise<HeldAmount> {
  const { transactionId, real, unplayedTaken, unplayedLeft } = await post(tx, {
    userId,
    kind: 'withdrawal',
    reference: withdrawalId,
    operationKey: key,
    at: now,
    moves: [{ kind: 'withdrawal', from: 'real', to: 'held', amount }],
  });
  // Less than the minimum may be paid out only where it is all that is free. It was when the player asked; more money has come since.
  if (amount < MIN_WITHDRAWAL && real.balance > unplayedLeft) throw amountError('Your balance has changed. Check it and try again.');
  return { transactionId, balance: real.balance, unplayedTaken, unplayedBefore: addKobo(unplayedLeft, unplayedTaken) };
}

/** Returns the reason why the unplayed part of the amount may be paid out; null where the amount has none. Throws `turnover-needed`. */
async function requireUnplayedReason(
  tx: PoolClient,
  request: WithdrawalRequest,
  { balance, unplayedTaken, unplayedBefore }: HeldAmount,
  now: Date,
): Promise<UnplayedReason | null> {
  if (unplayedTaken === 0) return null;
  const { userId, amount, place, unplayed } = request;
  const reason = await findUnplayedReason(tx, { userId, place, at: now, request: unplayed ?? null }, unplayedBefore);
  if (reason === null) throw turnoverProblem(addKobo(balance, amount), unplayedBefore);
  return reason;
}

interface ConsentFacts {
  /** All unplayed money on the account before the amount was held. */
  readonly unplayed: Kobo;
  readonly withdrawalId: string;
  readonly now: Date;
}

/** Does what the player has agreed to: ends the bonuses that end with the withdrawal, and marks an account that is to be closed. */
async function applyConsents(tx: PoolClient, request: WithdrawalRequest, { unplayed, withdrawalId, now }: ConsentFacts): Promise<void> {
  const { userId } = request;
  const isClosing = request.unplayed === 'closing';
  await endWithWithdrawal(tx, userId, { isClosing, unplayed, acceptedEnds: request.endsBonuses, withdrawalId, at: now });
  if (isClosing) await tx.query('UPDATE player SET closing_at = coalesce(closing_at, $2), version = version + 1 WHERE user_id = $1', [userId, now]);
}

/** Makes 400 `validation` at the amount field. */
export function amountError(message: string): ProblemError {
  return new ProblemError('validation', 'You can’t withdraw this amount.', { errors: [{ field: 'amount', message }] });
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

/** Copies the account into the withdrawal, with the number sealed anew, because a sealed value opens in its own row alone. */
async function accountColumns(tx: PoolClient, { fieldKeys }: Platform, account: BankAccountRow, withdrawalId: string) {
  const { user_id, bank_account_id, bank_code, bank_name, account_ref, last_four, account_name } = account;
  const place = withdrawalPlace({ withdrawal_id: withdrawalId, user_id, bank_code });
  const { sealed, clear } = await sealValue(fieldKeys, await readSealing(tx), place, await openAccountNumber(fieldKeys, account));
  return { bank_account_id, bank_code, bank_name, account_ref, last_four, account_sealed: sealed, account_number: clear, account_name };
}

/** Throws `password-needed`, so that a thief of the unlocked phone can neither send the money to an account of their own nor close the account. */
async function requirePassword(tx: PoolClient, { sessionHash }: WithdrawalRequest, now: Date, detail: string): Promise<void> {
  const { rows } = await tx.query<{ password_at: Date | null }>('SELECT password_at FROM session WHERE session_hash = $1', [sessionHash]);
  const enteredAt = rows[0]?.password_at ?? null;
  if (enteredAt !== null && now.getTime() - enteredAt.getTime() <= PASSWORD_VALID_MS) return;
  throw new ProblemError('password-needed', 'Enter your password again.', { detail });
}

interface ApprovalFacts {
  readonly userId: string;
  readonly amount: Kobo;
  readonly player: Pick<Player, 'is_verified' | 'has_repeated_bonus'>;
  readonly isTurnoverWaived: boolean;
  readonly needsPeople: boolean;
  readonly now: Date;
}

/** Returns the number of admins who must approve the withdrawal. Throws `limit-exceeded` where the day's sum would be too high. */
async function countNeededApprovals(
  tx: PoolClient,
  config: Pick<Config, 'withdrawalAutomaticUpTo' | 'withdrawalApprovals' | 'payments'>,
  { userId, amount, player, isTurnoverWaived, needsPeople, now }: ApprovalFacts,
): Promise<number> {
  const today = await readRequestedSince(tx, userId, dayStart(now));
  if (today.total + amount > MAX_WITHDRAWN_A_DAY) {
    throw new ProblemError('limit-exceeded', `You can withdraw ${formatNaira(MAX_WITHDRAWN_A_DAY, { whole: true })} a day.`, {
      reason: 'withdrawal-day',
    });
  }
  const facts = { isVerified: player.is_verified, hasRepeatedBonus: player.has_repeated_bonus, isTurnoverWaived, today };
  return !needsPeople && amount <= automaticUpTo(facts, config) ? 0 : config.withdrawalApprovals;
}
