/**
 * Writes money in three steps: it locks what the posting depends on (lock.ts), plans what is written (plan.ts, pure) and writes it
 * (write.ts). Nothing else writes entries.
 */
import type { PoolClient } from 'pg';
import { lockPosting } from './lock';
import { planPosting } from './plan';
import type { PostingResult, Posting } from './posting';
import { writePosting } from './write';

export type { Move, PostingResult, PostedEntry, Posting } from './posting';

/**
 * Checks the guards, changes the balances of the player's accounts, writes the entries, chained to those before
 * (src/core/statement.ts), and updates the player's day and play. All of it is in the caller's transaction. Code that has more to write with it,
 * or moves that depend on what is locked, calls the three steps itself (server/games/settle-round.ts).
 *
 * Throws a ProblemError `insufficient-funds` when a move takes more than the account has, those of the guards (guards.ts),
 * `reality-check-due` and `limit-exceeded` for a stake, and a RangeError for an invalid posting. After a throw the caller must roll back,
 * at least to a savepoint.
 */
export async function post(tx: PoolClient, posting: Posting): Promise<PostingResult> {
  const locked = await lockPosting(tx, posting);
  const plan = planPosting(posting, locked);
  await writePosting(tx, plan);
  return plan.result;
}
