import { writeAudit, PLATFORM_ITSELF } from '../../audit';
import { transaction } from '../../db/transaction';
import type { Platform } from '../../platform';

/** Differences of a gateway that somebody who may run commands on the server has settled by hand. */
export interface AcceptedDifferences {
  readonly gateway: string;
  readonly references: readonly string[];
  readonly reason: string;
  /** The operating system's user. */
  readonly osUser: string;
}

/**
 * Marks differences as settled, so that payouts don't wait for them any more; each leaves a line in the audit trail. It moves no money.
 * Returns the references that no difference has.
 */
export async function acceptDifferences(
  { pool, now }: Pick<Platform, 'pool' | 'now'>,
  { gateway, references, reason, osUser }: AcceptedDifferences,
): Promise<string[]> {
  const at = now();
  return transaction(pool, async (tx) => {
    const unknownReferences: string[] = [];
    for (const reference of references) {
      const { rows } = await tx.query<{ kind: string }>(
        `UPDATE reconciliation_difference SET accepted_at = $3 WHERE gateway = $1 AND reference = $2 AND direction = 'out' RETURNING kind`,
        [gateway, reference, at],
      );
      if (rows.length === 0) unknownReferences.push(reference);
      for (const { kind } of rows) {
        await writeAudit(tx, {
          at, userId: PLATFORM_ITSELF, action: 'difference-accepted-on-server', subject: reference, before: { gateway, kind }, after: { osUser, reason },
        });
      }
    }
    return unknownReferences;
  });
}
