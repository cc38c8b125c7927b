/** What is put right once is so by these checks, and by the unique indexes of `correction` behind them. */
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import type { NewCorrection } from '../correction-rows';

/** SQL: a reference without what people write between its letters and digits. */
const lettersOf = (sql: string): string => `upper(regexp_replace(${sql}, '[^0-9A-Za-z]', '', 'g'))`;

export async function hasDone(db: Db, subject: string): Promise<boolean> {
  return (await db.query(`SELECT FROM correction WHERE subject = $1 AND end_reason = 'confirmed'`, [subject])).rowCount !== 0;
}

/**
 * A reference of the bank is of one transfer, so it puts one thing right, of whatever kind and however it is written. The caller holds the lock of
 * corrections.
 *
 * @throws ProblemError conflict
 */
export async function refuseUsedBankReference(db: Db, { bankReference }: NewCorrection, proposalId: string | null): Promise<void> {
  if (bankReference === null) return;
  const { rowCount } = await db.query(
    `SELECT FROM correction WHERE ${lettersOf('bank_reference')} = ${lettersOf('$1::text')} AND end_reason IS DISTINCT FROM 'withdrawn'
       AND proposal_id IS DISTINCT FROM $2`,
    [bankReference, proposalId],
  );
  if (rowCount === 0) return;
  throw new ProblemError('conflict', 'This reference of the bank was used already.', { detail: 'Look at the decisions below. Each transfer has a reference of its own.' });
}
