import type { Pool, PoolClient } from 'pg';
import { insertRow } from '../../db/statement';
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
 * another one in its place.
 */
const UPDATE_DIFFERENCE = `ON CONFLICT (gateway, direction, reference, kind) DO UPDATE SET
  accepted_at = CASE WHEN ROW (reconciliation_difference.our_state, reconciliation_difference.our_amount, reconciliation_difference.their_state,
      reconciliation_difference.their_amount, reconciliation_difference.their_currency) IS NOT DISTINCT FROM
    ROW (EXCLUDED.our_state, EXCLUDED.our_amount, EXCLUDED.their_state, EXCLUDED.their_amount, EXCLUDED.their_currency) THEN reconciliation_difference.accepted_at END,
  our_state = EXCLUDED.our_state,
  our_amount = EXCLUDED.our_amount, their_state = EXCLUDED.their_state, their_amount = EXCLUDED.their_amount,
  their_currency = EXCLUDED.their_currency, last_found = EXCLUDED.last_found RETURNING first_found`;

/** Returns how many of the differences are new. */
async function storeDifferences(
  tx: PoolClient,
  { statement, differences, unknownPayouts, at }: Comparison & { readonly statement: Statement; readonly at: Date },
): Promise<number> {
  const { gateway, source, from, to, lines } = statement;
  const { rows } = await tx.query<{ reconciliation_id: number }>(
    `INSERT INTO reconciliation (gateway, source, from_at, to_at, lines, differences, unknown_payouts, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING reconciliation_id`,
    [gateway, source, from, to, lines.length, differences.length, unknownPayouts, at],
  );
  const runId = rows[0]?.reconciliation_id;
  let newCount = 0;
  for (const { kind, direction, reference, ours, theirs } of differences) {
    const row = {
      gateway,
      direction,
      reference,
      kind,
      our_state: ours?.state ?? null,
      our_amount: ours?.amount ?? null,
      their_state: theirs?.state ?? null,
      their_amount: theirs?.amount ?? null,
      their_currency: theirs?.currency ?? null,
      first_found: runId,
      last_found: runId,
    };
    const { rows: stored } = await tx.query<{ first_found: number }>(insertRow('reconciliation_difference', row, { ending: UPDATE_DIFFERENCE }));
    if (stored[0]?.first_found === runId) newCount += 1;
  }
  return newCount;
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
