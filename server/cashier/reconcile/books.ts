/** Reads our books for the reconciliation: deposits and withdrawals in one shape. */
import { kobo } from '../../../src/core/money';
import type { StatementLine } from '../../gateways';
import type { Db } from '../../ledger/accounts';
import type { Platform } from '../../platform';
import { depositByReference } from '../deposits/deposit-rows';
import { settleDepositIfPossible } from '../deposits/settle-deposit';
import { settleWithdrawalIfPossible } from '../withdrawals/payouts/settle-withdrawal';
import { withdrawalByReference } from '../withdrawals/withdrawal-rows';
import type { OurLine } from './compare-statement';
import { isUnconfirmedReturn } from './unconfirmed-returns';

interface Book {
  readonly direction: StatementLine['direction'];
  readonly select: string;
  /** SQL for the payments through gateway $1 that began at $2 or later and were done before $3. */
  readonly doneWithin: string;
  /** The same for payments of any age whose return people noted in that time. The gateway did not say so, so its statement must show the way back. */
  readonly returnedWithin?: string;
  readonly statuses: Readonly<Record<string, OurLine['status']>>;
  /** Asks the gateway once more about this reference and applies its answer. */
  readonly settle: (platform: Platform, reference: string) => Promise<void>;
}

const DEPOSITS: Book = {
  direction: 'in',
  // A mismatch that people solved is as they solved it (server/corrections).
  select: `SELECT d.reference, CASE WHEN c.amount > 0 THEN c.amount ELSE d.amount END AS amount, d.currency,
      CASE c.kind WHEN 'deposit-credit' THEN 'success' WHEN 'deposit-sent-back' THEN 'sent-back' ELSE d.state END AS state,
      CASE c.kind WHEN 'deposit-sent-back' THEN c.ended_at ELSE d.sent_back_at END AS back_at FROM deposit d
    LEFT JOIN correction c ON c.subject = 'deposit:' || d.deposit_id AND c.kind <> 'adjustment' AND c.end_reason = 'confirmed'`,
  // A held payment arrived when it was held, not when it was credited.
  doneWithin: `JOIN ledger_transaction t ON t.transaction_id = coalesce(d.hold_transaction, d.transaction_id)
    WHERE d.gateway = $1 AND d.state IN ('success', 'held', 'returning') AND d.created_at >= $2 AND t.at < $3`,
  statuses: { success: 'done', held: 'done', pending: 'open', returning: 'leaving' },
  settle: async (platform, reference) => {
    const row = await depositByReference(platform.pool, reference);
    if (row !== null) await settleDepositIfPossible(platform, row.deposit_id, 'reconciliation');
  },
};

const WITHDRAWALS: Book = {
  direction: 'out',
  // One that came back after it was paid is so since people gave it back to its player (server/corrections).
  select: `SELECT d.reference, d.amount, d.currency, CASE WHEN c.ended_at IS NULL THEN d.state ELSE 'returned' END AS state, c.ended_at AS back_at FROM withdrawal d
    LEFT JOIN correction c ON c.subject = 'withdrawal:' || d.withdrawal_id AND c.kind = 'payout-return' AND c.end_reason = 'confirmed'`,
  doneWithin: `JOIN ledger_transaction t ON t.transaction_id = d.end_transaction
    WHERE d.gateway = $1 AND d.state = 'paid' AND d.created_at >= $2 AND t.at < $3 AND c.ended_at IS NULL`,
  returnedWithin: `WHERE d.gateway = $1 AND d.withdrawal_id = ANY (ARRAY(SELECT substr(r.subject, length('withdrawal:') + 1) FROM correction r
    WHERE r.end_reason = 'confirmed' AND r.ended_at >= $2 AND r.ended_at < $3 AND ${isUnconfirmedReturn('r')}))`,
  statuses: { paid: 'done', checking: 'open', sending: 'open' },
  settle: async (platform, reference) => {
    const row = await withdrawalByReference(platform.pool, reference);
    if (row !== null) await settleWithdrawalIfPossible(platform, row.withdrawal_id, 'sweep');
  },
};

const BOOKS: readonly Book[] = [DEPOSITS, WITHDRAWALS];
const BATCH = 1_000;

interface Row {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: string;
  readonly back_at: Date | null;
}

/** Reads our lines for the references of a statement that ends at `to`, whichever gateway they went through. */
export async function readOurLines(db: Db, lines: readonly Pick<StatementLine, 'reference' | 'direction'>[], to: Date): Promise<OurLine[]> {
  const ourLines: OurLine[] = [];
  for (const book of BOOKS) {
    const references = lines.filter(({ direction }) => direction === book.direction).map(({ reference }) => reference);
    for (let from = 0; from < references.length; from += BATCH) {
      const { rows } = await db.query<Row>(`${book.select} WHERE d.reference = ANY($1)`, [references.slice(from, from + BATCH)]);
      ourLines.push(...rows.map((row) => toOurLine(book, row, to)));
    }
  }
  const { rows: lost } = await db.query<{ reference: string; amount: number }>(
    'SELECT reference, amount FROM lost_payout WHERE reference = ANY($1)', [lines.filter(({ direction }) => direction === 'out').map(({ reference }) => reference)],
  );
  ourLines.push(...lost.map(({ reference, amount }): OurLine => ({ reference, direction: 'out', amount: kobo(amount), currency: 'NGN', status: 'done', state: 'lost' })));
  return ourLines;
}

/**
 * Reads our lines that must be in a gateway's statement of this period: begun and done within it, because the gateway moved the money in
 * between. A payment that crosses an end of the period is checked by a later statement that contains it whole. A payout that came back as people
 * alone say is expected, too: its return is a difference for as long as no statement has it.
 */
export async function readExpectedLines(db: Db, gateway: string, from: Date, to: Date): Promise<OurLine[]> {
  const ourLines: OurLine[] = [];
  for (const book of BOOKS) {
    for (const within of [book.doneWithin, ...(book.returnedWithin === undefined ? [] : [book.returnedWithin])]) {
      const { rows } = await db.query<Row>(`${book.select} ${within}`, [gateway, from, to]);
      ourLines.push(...rows.map((row) => toOurLine(book, row, to)));
    }
  }
  return ourLines;
}

export async function settleLine(platform: Platform, { direction, reference }: Pick<OurLine, 'direction' | 'reference'>): Promise<void> {
  await BOOKS.find((book) => book.direction === direction)?.settle(platform, reference);
}

/** Converts a row. A payment that we recorded as sent back after the statement's end may have been sent back before it, so it is `leaving`. */
function toOurLine({ direction, statuses }: Book, { reference, amount, currency, state, back_at: backAt }: Row, to: Date): OurLine {
  const isReturning = backAt !== null && backAt >= to;
  return { reference, direction, amount: kobo(amount), currency, status: isReturning ? 'leaving' : (statuses[state] ?? 'ended'), state };
}
