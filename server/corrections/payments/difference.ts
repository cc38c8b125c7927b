/** Notes that a difference between a statement and our books is explained. No money moves by it: what does has a correction of its own. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../../http/problem';
import type { Db } from '../../ledger/accounts';
import type { CorrectionKind } from '../correction-kind';
import type { NewCorrection } from '../correction-rows';

export const DIFFERENCE = 'difference';

/** SQL for the subject of the correction that explains a difference `f` as it was found: another one in its place needs an explanation of its own. */
export const DIFFERENCE_SUBJECT = `concat_ws(' ', 'difference:' || f.gateway, f.direction, f.reference, f.kind, coalesce(f.our_state, '-'), coalesce(f.our_amount, 0),
  coalesce(f.their_state, '-'), coalesce(f.their_amount, 0), coalesce(f.their_currency, '-'))`;

export interface DifferenceName {
  readonly gateway: string;
  readonly direction: 'in' | 'out';
  readonly reference: string;
  readonly kind: string;
}

interface DifferenceRow {
  readonly subject: string;
  readonly our_state: string | null;
  readonly our_amount: number | null;
  readonly their_state: string | null;
  readonly their_amount: number | null;
  readonly their_currency: string | null;
}

/** Makes the correction of a difference that nobody has settled. Throws 404 `not-found`. */
export async function differenceOf(db: Db, explained: DifferenceName & { readonly note: string }): Promise<NewCorrection> {
  const { gateway, direction, reference, kind, note } = explained;
  const { rows: [row] } = await db.query<DifferenceRow>(
    `SELECT ${DIFFERENCE_SUBJECT} AS subject, f.our_state, f.our_amount, f.their_state, f.their_amount, f.their_currency FROM reconciliation_difference f
     WHERE f.gateway = $1 AND f.direction = $2 AND f.reference = $3 AND f.kind = $4 AND f.accepted_at IS NULL`,
    [gateway, direction, reference, kind],
  );
  if (row === undefined) throw new ProblemError('not-found', 'There is no such difference, or it is settled.');
  const side = (state: string | null, amount: number | null, currency: string): string => (state === null ? '–' : `${state}, ${currency} ${(amount ?? 0) / 100}`);
  return {
    kind: DIFFERENCE, subject: row.subject, userId: null, amount: 0, reasonCode: 'explained', note, playerText: null, takesBack: null, bankReference: null,
    facts: {
      gateway, direction, gatewayReference: reference, difference: kind, ours: side(row.our_state, row.our_amount, 'NGN'),
      theirs: side(row.their_state, row.their_amount, row.their_currency ?? 'NGN'),
    },
  };
}

export const differenceKind: CorrectionKind = {
  check: async (tx, _platform, { correction }) => {
    if (!(await isOpen(tx, correction))) throw new ProblemError('conflict', 'This difference has changed, or is settled.', { detail: 'Withdraw it, and look at the list again.' });
  },
  apply: async (tx, _platform, { correction, at }) => {
    await tx.query(`UPDATE reconciliation_difference f SET accepted_at = $2 WHERE f.gateway = $3 AND f.reference = $4 AND ${DIFFERENCE_SUBJECT} = $1`, [
      correction.subject, at, correction.facts['gateway'], correction.facts['gatewayReference'],
    ]);
    return null;
  },
};

async function isOpen(tx: PoolClient, { subject, facts }: NewCorrection): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM reconciliation_difference f WHERE f.gateway = $2 AND f.reference = $3 AND f.accepted_at IS NULL AND ${DIFFERENCE_SUBJECT} = $1 FOR UPDATE`,
    [subject, facts['gateway'], facts['gatewayReference']],
  );
  return rowCount === 1;
}
