import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../db/transaction';
import type { StatementLine } from '../../gateways';
import type { Platform } from '../../platform';
import { readExpectedLines, readOurLines, settleLine } from './books';
import { compare, keyOf } from './compare-statement';
import type { Difference, OurLine } from './compare-statement';
import { bookLostPayouts } from './lost-payouts';

export interface Statement {
  readonly gateway: string;
  readonly source: 'gateway' | 'file';
  /** It came from somebody at the desk. */
  readonly isUploaded?: boolean;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly lines: readonly StatementLine[];
}

export interface Reconciliation {
  readonly differences: readonly Difference[];
  /** The number of differences that no earlier reconciliation found. */
  readonly newCount: number;
}

/** The log names at most this many differences; the table has all of them. */
const MAX_LOGGED_EXAMPLES = 20;

/**
 * Compares a statement with our books and stores the differences. It moves no money, except that of payouts that a restore lost
 * (`lost-payouts.ts`).
 */
export async function reconcile(platform: Pick<Platform, 'pool' | 'now' | 'log'>, statement: Statement): Promise<Reconciliation> {
  const first = await compareWithBooks(platform.pool, statement);
  const isAnyBooked = (await bookLostPayouts(platform, statement, first.differences)) > 0;
  const { differences, unknownPayouts } = isAnyBooked ? await compareWithBooks(platform.pool, statement) : first;
  const newCount = await transaction(platform.pool, (tx) => storeDifferences(tx, { statement, differences, unknownPayouts, at: platform.now() }));
  logResult(platform, statement, differences, newCount);
  return { differences, newCount };
}

/** What happens in the transaction that stores a comparison. */
export interface StoredWith {
  /** Throws where it must not be stored. */
  readonly before: (tx: PoolClient, differences: readonly Difference[]) => Promise<void>;
  readonly after: (tx: PoolClient, reconciliation: Reconciliation) => Promise<void>;
}

/**
 * Stores the differences of a statement that one person uploads, and nothing else: whoever can write such a file must move no money by it, and
 * payouts that wait after a restore wait on.
 */
export async function reconcileUploaded(
  platform: Pick<Platform, 'pool' | 'now' | 'log'>, uploaded: Omit<Statement, 'source'>, { before, after }: StoredWith,
): Promise<Reconciliation> {
  const statement: Statement = { ...uploaded, source: 'file', isUploaded: true };
  const comparison = await compareWithBooks(platform.pool, statement);
  const { differences } = comparison;
  const newCount = await transaction(platform.pool, async (tx) => {
    await before(tx, differences);
    const count = await storeDifferences(tx, { statement, ...comparison, at: platform.now() });
    await after(tx, { differences, newCount: count });
    return count;
  });
  logResult(platform, statement, differences, newCount);
  return { differences, newCount };
}

/**
 * Reconciles with a gateway that is in use. We first ask it once more about what it paid and we did not book, so that a lost
 * notification causes no difference.
 */
export async function reconcileActiveGateway(platform: Platform, statement: Statement): Promise<Reconciliation> {
  const unsettledLines = (await compareWithBooks(platform.pool, statement)).differences.filter(({ kind, theirs }) => kind === 'state-differs' && theirs?.state === 'success');
  for (const line of unsettledLines) await settleLine(platform, line);
  return reconcile(platform, statement);
}

interface Comparison {
  readonly differences: readonly Difference[];
  /** Payouts on their way that our books don't have. They are no difference before they end, but a restored database must wait for them. */
  readonly unknownPayouts: number;
}

async function compareWithBooks(pool: Pool, { gateway, from, to, lines }: Statement): Promise<Comparison> {
  const expected = await readExpectedLines(pool, gateway, from, to);
  const recordedLines = new Map<string, OurLine>((await readOurLines(pool, lines, to)).map((line) => [keyOf(line), line]));
  const isUnknown = (line: StatementLine): boolean => line.direction === 'out' && line.state === 'pending' && !recordedLines.has(keyOf(line));
  return { differences: compare(lines, recordedLines, expected), unknownPayouts: lines.filter(isUnknown).length };
}

/**
 * A difference that an earlier reconciliation found stays one row, which gets what was found now. Somebody who accepted it did not accept
 * another one in its place. One statement stores them all, because there may be thousands.
 */
const STORE_DIFFERENCES = `INSERT INTO reconciliation_difference
    (gateway, direction, reference, kind, our_state, our_amount, their_state, their_amount, their_currency, first_found, last_found)
  SELECT $1, f.direction, f.reference, f.kind, f.our_state, f.our_amount, f.their_state, f.their_amount, f.their_currency, $2, $2
  FROM jsonb_to_recordset($3) AS f
    (direction text, reference text, kind text, our_state text, our_amount bigint, their_state text, their_amount bigint, their_currency text)
  ON CONFLICT (gateway, direction, reference, kind) DO UPDATE SET
  accepted_at = CASE WHEN ROW (reconciliation_difference.our_state, reconciliation_difference.our_amount, reconciliation_difference.their_state,
      reconciliation_difference.their_amount, reconciliation_difference.their_currency) IS NOT DISTINCT FROM
    ROW (EXCLUDED.our_state, EXCLUDED.our_amount, EXCLUDED.their_state, EXCLUDED.their_amount, EXCLUDED.their_currency) THEN reconciliation_difference.accepted_at END,
  our_state = EXCLUDED.our_state,
  our_amount = EXCLUDED.our_amount, their_state = EXCLUDED.their_state, their_amount = EXCLUDED.their_amount,
  their_currency = EXCLUDED.their_currency, last_found = EXCLUDED.last_found RETURNING first_found = $2 AS is_new`;

/** Returns how many of the differences are new. */
async function storeDifferences(
  tx: PoolClient,
  { statement, differences, unknownPayouts, at }: Comparison & { readonly statement: Statement; readonly at: Date },
): Promise<number> {
  const { gateway, source, isUploaded = false, from, to, lines } = statement;
  const { rows } = await tx.query<{ reconciliation_id: number }>(
    `INSERT INTO reconciliation (gateway, source, is_uploaded, from_at, to_at, lines, differences, unknown_payouts, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING reconciliation_id`,
    [gateway, source, isUploaded, from, to, lines.length, differences.length, unknownPayouts, at],
  );
  const found = differences.map(({ kind, direction, reference, ours, theirs }) => ({
    direction, reference, kind, our_state: ours?.state, our_amount: ours?.amount, their_state: theirs?.state, their_amount: theirs?.amount,
    their_currency: theirs?.currency,
  }));
  const { rows: stored } = await tx.query<{ is_new: boolean }>(STORE_DIFFERENCES, [gateway, rows[0]?.reconciliation_id, JSON.stringify(found)]);
  return stored.filter(({ is_new: isNew }) => isNew).length;
}

function logResult({ log }: Pick<Platform, 'log'>, statement: Statement, differences: readonly Difference[], newCount: number): void {
  const { gateway, source, from, to, lines } = statement;
  const details = {
    gateway, source, from: from.toISOString(), to: to.toISOString(), lines: lines.length, differences: differences.length, fresh: newCount,
  };
  if (differences.length === 0) {
    log('reconciliation.done', details);
    return;
  }
  const examples = differences.slice(0, MAX_LOGGED_EXAMPLES).map(({ kind, direction, reference }) => `${kind} ${direction} ${reference}`);
  log('reconciliation.differences', { ...details, alert: true, examples });
}
