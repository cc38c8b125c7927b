/** Writes rounds that have ended into the history. */
import type { PoolClient } from 'pg';
import { afterCommit } from '../db/after-commit';
import { insertSql, namedStatement } from '../db/statement';
import { measure } from '../measurements';
import type { RoundRow } from './rounds';

interface RoundReferences {
  readonly userId: string;
  readonly seedPairId: string;
  /** The transaction of the round's newest posting. */
  readonly transactionId: string;
}

const COLUMNS = [
  'round_id', 'user_id', 'game_id', 'stake', 'win', 'balance_before', 'balance_after', 'balance_version', 'bet', 'outcome', 'seed_pair_id', 'nonce',
  'client_seed', 'transaction_id', 'at', 'bonus_staked', 'bonus_won', 'bonus_converted', 'free_spin_of', 'first_stake', 'actions', 'abandoned',
  'started_at', 'rules',
];

const insertEnd = namedStatement('round-write-end', insertSql('round', COLUMNS));
/** A round that starts and ends at once also uses up its nonce. */
const insertStartAndEnd = namedStatement('round-write', `
  WITH used AS (UPDATE seed_pair SET nonce = nonce + 1, play_window = $play_window, played_at = $at WHERE seed_pair_id = $seed_pair_id)
  ${insertSql('round', COLUMNS)}`);

/** Writes a round that has ended into the history. With `start` the round also started now, and its nonce is used up. */
export async function writeRoundRow(
  tx: PoolClient,
  row: RoundRow,
  { userId, seedPairId, transactionId }: RoundReferences,
  start: { readonly playWindow: string } | null = null,
): Promise<void> {
  const values = {
    ...row,
    user_id: userId,
    seed_pair_id: seedPairId,
    transaction_id: transactionId,
    bet: JSON.stringify(row.bet),
    outcome: JSON.stringify(row.outcome),
    actions: row.actions === null ? null : JSON.stringify(row.actions),
  };
  afterCommit(tx, () => measure('game.moved', { game: row.game_id, rounds: 1, stake: row.stake, win: row.win }));
  await tx.query(start === null ? insertEnd(values) : insertStartAndEnd({ ...values, play_window: start.playWindow }));
}
