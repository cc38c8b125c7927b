/**
 * Voids the rounds that were open in a database that was put back from a backup. Their player may have played on after the backup, and knows the
 * layout of the mines or the cards to come; and the end of such a round is lost. From the restore on such a round takes no step
 * (`open-rounds.ts`), and here its stakes go back to where they came from.
 */
import { workThrough } from '../sweep';
import { transaction } from '../db/transaction';
import { readMoneySwitch } from '../ledger/money-switch';
import type { Platform } from '../platform';
import { kobo, ZERO_KOBO } from '../../src/core/money';
import { advanceRound } from './advance-round';
import { lockVoidedRound } from './open-rounds';

const BATCH_SIZE = 100;

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

interface Waiting {
  readonly round_id: string;
  readonly user_id: string;
}

/** Gives back the stakes of all voided rounds and returns how many these were; none while money is turned off. Throws the first error at the end. */
export async function voidRestoredRounds(platform: Deps): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).isOpen) return 0;
  let voidedCount = 0;
  try {
    for (let after = ''; ;) {
      const { rows } = await platform.pool.query<Waiting>(
        `SELECT o.round_id, o.user_id FROM voided_round v JOIN open_round o USING (round_id) WHERE v.voided_at IS NULL AND v.round_id > $1
         ORDER BY v.round_id LIMIT ${BATCH_SIZE}`,
        [after],
      );
      const last = rows.at(-1);
      if (last === undefined) return voidedCount;
      after = last.round_id;
      await workThrough(rows, async (row) => {
        if (await voidRound(platform, row)) voidedCount += 1;
      });
    }
  } finally {
    if (voidedCount > 0) platform.log('rounds.voided', { count: voidedCount, says: 'They were open in the backup that was put back. Their stakes are with their players.' });
  }
}

/** Returns false where another process was first. */
async function voidRound({ pool, now }: Deps, { round_id: roundId, user_id: userId }: Waiting): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await tx.query('SELECT FROM player WHERE user_id = $1 FOR SHARE', [userId]);
    const row = await lockVoidedRound(tx, roundId);
    if (row === undefined) return false;
    const stake = kobo(row.stake);
    const result = { ok: true, view: {}, isOver: true, staked: stake, added: ZERO_KOBO, win: stake } as const;
    await advanceRound(tx, { row, actions: row.actions, abandoned: false, result, now: now(), request: null, isVoided: true });
    await tx.query('UPDATE voided_round SET voided_at = $2 WHERE round_id = $1', [roundId, now()]);
    return true;
  });
}
