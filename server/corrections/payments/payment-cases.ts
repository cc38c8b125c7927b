/** Lists the payments that people have to look into: payouts that came back, deposits that do not match, and differences from a statement. */
import type { AnswerOf } from '../../../src/core/contract/endpoint';
import type { listPaymentCases, MismatchedDeposit, OpenDifference, ReturnedPayout } from '../../../src/core/contract/payment-cases';
import { kobo, koboToNaira } from '../../../src/core/money';
import type { Db } from '../../ledger/accounts';
import type { Platform } from '../../platform';
import { DIFFERENCE_SUBJECT } from './difference';

const SHOWN = 100;
/** SQL: the case about this subject, an expression, was solved by a correction that somebody confirmed. */
export const isSolvedSql = (subject: string): string => `EXISTS (SELECT FROM correction c WHERE c.subject = ${subject} AND c.end_reason = 'confirmed' AND c.kind <> 'adjustment')`;
/** SQL: a correction of the subject waits for a second person. */
const isProposed = (subject: string): string => `EXISTS (SELECT FROM correction c WHERE c.subject = ${subject} AND c.ended_at IS NULL)`;

interface PlayerColumns {
  readonly user_id: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly is_proposed: boolean;
  readonly total: number;
}

const PLAYER = 'p.user_id, p.username, p.firstname, p.lastname';
const toPlayer = ({ user_id: userId, username, firstname, lastname }: PlayerColumns): ReturnedPayout['player'] => ({ userId, username, name: `${firstname} ${lastname}` });
const naira = (amount: number): number => koboToNaira(kobo(amount));

/** A list of the oldest, and the number of all. */
interface Cases<Item> {
  readonly items: Item[];
  readonly count: number;
}

const toCases = <Row extends { readonly total: number }, Item>(rows: readonly Row[], toItem: (row: Row) => Item): Cases<Item> => ({
  items: rows.map((row) => toItem(row)), count: rows[0]?.total ?? 0,
});

interface PayoutColumns extends PlayerColumns {
  readonly withdrawal_id: string;
  readonly reference: string;
  readonly amount: number;
  readonly bank_name: string;
  readonly last_four: string;
  readonly account_name: string;
  readonly paid_at: Date;
  readonly since: Date;
}

async function listReturnedPayouts(db: Db): Promise<Cases<ReturnedPayout>> {
  const subject = `'withdrawal:' || w.withdrawal_id`;
  const { rows } = await db.query<PayoutColumns>(
    `SELECT w.withdrawal_id, w.reference, w.amount, w.bank_name, w.last_four, w.account_name, t.at AS paid_at, s.at AS since, ${PLAYER},
       ${isProposed(subject)} AS is_proposed, count(*) OVER () AS total
     FROM withdrawal_step s JOIN withdrawal w USING (withdrawal_id) JOIN ledger_transaction t ON t.transaction_id = w.end_transaction
       JOIN player p ON p.user_id = w.user_id
     WHERE s.step = 'reversed' AND w.state = 'paid' AND NOT ${isSolvedSql(subject)} ORDER BY s.at LIMIT $1`,
    [SHOWN],
  );
  return toCases(rows, (row) => ({
    withdrawalId: row.withdrawal_id, reference: row.reference, player: toPlayer(row), amount: naira(row.amount), bankName: row.bank_name,
    lastFour: row.last_four, accountName: row.account_name, paidAt: row.paid_at.toISOString(), since: row.since.toISOString(),
    isProposed: row.is_proposed,
  }));
}

interface DepositColumns extends PlayerColumns {
  readonly deposit_id: string;
  readonly reference: string;
  readonly gateway: string;
  readonly method: string;
  readonly amount: number;
  readonly created_at: Date;
  readonly since: Date;
  readonly came: string | null;
}

async function listMismatchedDeposits(db: Db): Promise<Cases<MismatchedDeposit>> {
  const subject = `'deposit:' || d.deposit_id`;
  const { rows } = await db.query<DepositColumns>(
    `SELECT d.deposit_id, d.reference, d.gateway, d.method, d.amount, d.created_at, d.updated_at AS since, s.detail AS came, ${PLAYER},
       ${isProposed(subject)} AS is_proposed, count(*) OVER () AS total
     FROM deposit d JOIN player p USING (user_id) LEFT JOIN deposit_step s ON s.deposit_id = d.deposit_id AND s.step = 'mismatch'
     WHERE d.state = 'mismatch' AND NOT ${isSolvedSql(subject)} ORDER BY d.updated_at LIMIT $1`,
    [SHOWN],
  );
  return toCases(rows, (row) => ({
    depositId: row.deposit_id, reference: row.reference, gateway: row.gateway, method: row.method, player: toPlayer(row), expected: naira(row.amount),
    startedAt: row.created_at.toISOString(), since: row.since.toISOString(), came: row.came ?? '', isProposed: row.is_proposed,
  }));
}

interface DifferenceColumns {
  readonly gateway: string;
  readonly direction: 'in' | 'out';
  readonly reference: string;
  readonly kind: string;
  readonly our_state: string | null;
  readonly our_amount: number | null;
  readonly their_state: string | null;
  readonly their_amount: number | null;
  readonly their_currency: string | null;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly is_proposed: boolean;
  readonly total: number;
}

async function listOpenDifferences(db: Db): Promise<Cases<OpenDifference>> {
  const { rows } = await db.query<DifferenceColumns>(
    `SELECT f.gateway, f.direction, f.reference, f.kind, f.our_state, f.our_amount, f.their_state, f.their_amount, f.their_currency,
       first.at AS first_at, last.at AS last_at, ${isProposed(DIFFERENCE_SUBJECT)} AS is_proposed, count(*) OVER () AS total
     FROM reconciliation_difference f JOIN reconciliation first ON first.reconciliation_id = f.first_found
       JOIN reconciliation last ON last.reconciliation_id = f.last_found
     WHERE f.accepted_at IS NULL ORDER BY first.at, f.gateway, f.direction, f.reference LIMIT $1`,
    [SHOWN],
  );
  return toCases(rows, (row) => ({
    gateway: row.gateway, direction: row.direction, reference: row.reference, kind: row.kind,
    ours: toSide(row.our_state, row.our_amount, 'NGN'), theirs: toSide(row.their_state, row.their_amount, row.their_currency ?? 'NGN'),
    firstFound: row.first_at.toISOString(), lastFound: row.last_at.toISOString(), isProposed: row.is_proposed,
  }));
}

const toSide = (state: string | null, amount: number | null, currency: string): OpenDifference['ours'] =>
  (state === null || amount === null ? null : { state, amount: naira(amount), currency });

export async function readPaymentCases(db: Db, { gateways }: Pick<Platform, 'gateways'>): Promise<AnswerOf<typeof listPaymentCases>> {
  const [payouts, deposits, differences] = [await listReturnedPayouts(db), await listMismatchedDeposits(db), await listOpenDifferences(db)];
  return {
    payouts: payouts.items, deposits: deposits.items, differences: differences.items,
    counts: { payouts: payouts.count, deposits: deposits.count, differences: differences.count },
    gateways: gateways.all.map(({ name }) => name),
  };
}
