import type { PoolClient } from 'pg';
import type { Withdrawal, WITHDRAWAL_STATES } from '../../../src/core/contract/withdrawals';
import { CURRENCY } from '../../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { insertRow } from '../../db/statement';
import type { FieldKeys } from '../../field-keys';
import type { Db } from '../../ledger/accounts';
import { ACCOUNTS_VISIBLE_TO_PLAYER } from '../../ledger/accounts-of-person';
import type { UnplayedReason } from '../../ledger/withdrawable';
import { openValue, placeOf } from '../../sealed-fields';
import type { RequestedToday } from './amount-rules';

export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
/**
 * `reversed`: the bank sent the money back after it was paid, and staff look at it · `given-back`: they gave it to the player (server/corrections)
 * `again`: an approval was revoked before it was sent · `paused`: it waits for a check (payout-holds.ts)
 */
export type WithdrawalStep = 'asked' | 'held' | 'review' | 'checked' | 'sent' | 'paid' | 'refused' | 'failed' | 'returned' | 'reversed' | 'given-back' | 'again' | 'paused';

export interface WithdrawalRow {
  readonly withdrawal_id: string;
  readonly user_id: string;
  readonly operation_key: string;
  /** Kobo. */
  readonly amount: number;
  readonly currency: string;
  readonly state: WithdrawalState;
  readonly bank_account_id: string;
  readonly bank_code: string;
  readonly bank_name: string;
  /** Names the same account at its bank in all tables. */
  readonly account_ref: number;
  readonly last_four: string;
  /** The number. Only the gateway may see it: it never stands in an answer, a log or an error. */
  readonly account_sealed: string | null;
  /** The number in a row that an older Ayo wrote, or that one may read. */
  readonly account_number: string | null;
  readonly account_name: string;
  /** 0 for a withdrawal that needs no approval. */
  readonly approvals_needed: number;
  readonly decided_at: Date | null;
  readonly refused_by: string | null;
  readonly reason: string | null;
  readonly reference: string;
  /** Null before the first call of a gateway. */
  readonly gateway: string | null;
  readonly alert: string | null;
  /** Kobo of the amount that were paid in and not played, and why they may be paid out. */
  readonly unplayed: number;
  readonly unplayed_reason: UnplayedReason | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMN_NAMES = [
  'withdrawal_id', 'user_id', 'operation_key', 'amount', 'currency', 'state', 'bank_account_id', 'bank_code', 'bank_name',
  'account_ref', 'last_four', 'account_sealed', 'account_number', 'account_name', 'approvals_needed', 'decided_at', 'refused_by', 'reason', 'reference', 'gateway', 'alert', 'unplayed', 'unplayed_reason',
  'created_at', 'updated_at',
] as const satisfies readonly (keyof WithdrawalRow)[];
export const WITHDRAWAL_COLUMNS = COLUMN_NAMES.map((name) => `w.${name}`).join(', ');

type SealedWithdrawal = Pick<WithdrawalRow, 'withdrawal_id' | 'user_id' | 'bank_code'>;

/** Names the place for which a row's number is sealed. It opens in no other withdrawal, for no other player and no other bank. */
export const withdrawalPlace = (row: SealedWithdrawal): string => placeOf('withdrawal', row.withdrawal_id, row.user_id, row.bank_code);

/** Returns the number of the account that is paid, for a gateway. Rejects with a SealedFieldError where it is not the row's own. */
export function openPayeeNumber(fieldKeys: FieldKeys, row: WithdrawalRow): Promise<string> {
  return openValue(fieldKeys, withdrawalPlace(row), { sealed: row.account_sealed, clear: row.account_number });
}

export type NewWithdrawal = Omit<WithdrawalRow, 'refused_by' | 'reason' | 'gateway' | 'alert' | 'updated_at' | 'decided_at' | 'state'> & {
  /** The posting that holds the money. */
  readonly hold_transaction: string;
};

/** Stores a withdrawal; one without approvals is released at once. */
export async function insertWithdrawal(tx: PoolClient, row: NewWithdrawal): Promise<void> {
  const isSending = row.approvals_needed === 0;
  const releasedAt = isSending ? row.created_at : null;
  await tx.query(insertRow('withdrawal', {
    ...row, updated_at: row.created_at, state: isSending ? 'sending' : 'checking', decided_at: releasedAt, check_after: releasedAt,
  }));
}

export async function withdrawalById(db: Db, withdrawalId: string): Promise<WithdrawalRow | null> {
  return findWithdrawal(db, 'w.withdrawal_id = $1', withdrawalId);
}

/** Finds a withdrawal by its id, or by its reference at the gateway. */
export async function withdrawalByAnyName(db: Db, name: string): Promise<WithdrawalRow | null> {
  return (await withdrawalById(db, name)) ?? withdrawalByReference(db, name);
}

export async function withdrawalByReference(db: Db, reference: string): Promise<WithdrawalRow | null> {
  return findWithdrawal(db, 'w.reference = $1', reference);
}

/** Reads a withdrawal and locks its row until the transaction ends. */
export async function lockWithdrawal(tx: PoolClient, withdrawalId: string): Promise<WithdrawalRow | null> {
  return findWithdrawal(tx, 'w.withdrawal_id = $1 FOR UPDATE', withdrawalId);
}

async function findWithdrawal(db: Db, where: string, value: string): Promise<WithdrawalRow | null> {
  const { rows } = await db.query<WithdrawalRow>(`SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w WHERE ${where}`, [value]);
  return rows[0] ?? null;
}

/** The position in the list after which the next page begins. */
export interface WithdrawalPosition {
  readonly at: Date;
  readonly withdrawalId: string;
}

export interface WithdrawalPage {
  readonly rows: readonly WithdrawalRow[];
  readonly hasMore: boolean;
}

/** Reads a page of a player's withdrawals, newest first; it begins after `after`, or with the newest. */
export async function readWithdrawals(db: Db, userId: string, after: WithdrawalPosition | null, limit: number): Promise<WithdrawalPage> {
  const { rows } = await db.query<WithdrawalRow>(
    `SELECT ${WITHDRAWAL_COLUMNS} FROM withdrawal w
     WHERE user_id = $1 AND ($2::timestamptz IS NULL OR (created_at, withdrawal_id) < ($2, $3))
     ORDER BY created_at DESC, withdrawal_id DESC LIMIT $4`,
    [userId, after?.at ?? null, after?.withdrawalId ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Returns the id of a player's newest step. Every visible change adds a step, so this identifies the state of the whole list. */
export async function readNewestStep(db: Db, userId: string): Promise<number> {
  const { rows } = await db.query<{ newest: number | null }>(
    'SELECT max(step_id) AS newest FROM withdrawal_step WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.newest ?? 0;
}

/**
 * Sums the withdrawals that a person requested since `since`, with all their accounts, except refused and failed ones. So closing an
 * account is no way around the limit of a day. A second account counts alone; otherwise the rest of the day's limit would tell a
 * stranger how much the playing account has withdrawn.
 */
export async function readRequestedSince(db: Db, userId: string, since: Date): Promise<RequestedToday> {
  const { rows } = await db.query<{ total: number; automatic: number }>(
    `SELECT coalesce(sum(amount), 0)::bigint AS total,
            coalesce(sum(amount) FILTER (WHERE approvals_needed = 0), 0)::bigint AS automatic
     FROM (${ACCOUNTS_VISIBLE_TO_PLAYER}) whose JOIN withdrawal USING (user_id) WHERE created_at >= $2 AND state NOT IN ('refused', 'failed')`,
    [userId, since],
  );
  return { total: kobo(rows[0]?.total ?? 0), automatic: kobo(rows[0]?.automatic ?? 0) };
}

/** Adds a step to the timeline; a step that exists stays unchanged. */
export async function addStep(
  tx: PoolClient,
  { withdrawal_id: withdrawalId, user_id: userId }: Pick<WithdrawalRow, 'withdrawal_id' | 'user_id'>,
  step: WithdrawalStep,
  at: Date,
  detail?: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_step (withdrawal_id, user_id, step, at, detail) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (withdrawal_id, step) DO NOTHING`,
    [withdrawalId, userId, step, at, detail ?? null],
  );
}

/** Converts rows to the contract's withdrawals, with their timelines. */
export async function toWithdrawals(db: Db, rows: readonly WithdrawalRow[]): Promise<Withdrawal[]> {
  const { rows: steps } = await db.query<{ withdrawal_id: string; step: string; at: Date; detail: string | null }>(
    'SELECT withdrawal_id, step, at, detail FROM withdrawal_step WHERE withdrawal_id = ANY($1) ORDER BY step_id',
    [rows.map((row) => row.withdrawal_id)],
  );
  const wasGivenBack = (row: WithdrawalRow): boolean => steps.some(({ withdrawal_id: id, step }) => id === row.withdrawal_id && step === 'given-back');
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    amount: koboToNaira(withdrawalAmount(row)),
    currency: CURRENCY,
    // One that was given back after it was paid is paid in its row, and its player has the money.
    state: wasGivenBack(row) ? 'failed' : row.state,
    bankName: row.bank_name,
    lastFour: row.last_four,
    accountName: row.account_name,
    timeline: steps
      .filter((step) => step.withdrawal_id === row.withdrawal_id)
      .map(({ step, at, detail }) => ({ step, at: at.toISOString(), ...(detail === null ? {} : { detail }) })),
    reason: steps.find(({ withdrawal_id: id, step }) => id === row.withdrawal_id && step === 'given-back')?.detail ?? row.reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

export async function toWithdrawal(db: Db, row: WithdrawalRow): Promise<Withdrawal> {
  const [withdrawal] = await toWithdrawals(db, [row]);
  if (withdrawal === undefined) throw new Error('one row makes one withdrawal');
  return withdrawal;
}

export function withdrawalAmount(row: Pick<WithdrawalRow, 'amount'>): Kobo {
  return kobo(row.amount);
}
