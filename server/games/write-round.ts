/** Writes rounds that have ended into the history. */
import type { PoolClient } from 'pg';
import type { RoundRow } from './rounds';

interface RoundReferences {
  readonly userId: string;
  readonly seedPairId: string;
  /** The transaction of the round's newest posting. */
  readonly transactionId: string;
}

const START = 'WITH used AS (UPDATE seed_pair SET nonce = nonce + 1, play_window = $25, played_at = $15 WHERE seed_pair_id = $11)';

const WRITE = `
  INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet,
                     outcome, seed_pair_id, nonce, client_seed, transaction_id, at, bonus_staked, bonus_won, bonus_converted, free_spin_of,
                     first_stake, actions, abandoned, started_at, rules)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`;

/** Writes a round that has ended into the history. With `start` the round also started now, and its nonce is used up. */
export async function writeRoundRow(
  tx: PoolClient,
  row: RoundRow,
  { userId, seedPairId, transactionId }: RoundReferences,
  start: { readonly playWindow: string } | null = null,
): Promise<void> {
  await tx.query({
    name: start === null ? 'round-write-end' : 'round-write',
    text: start === null ? WRITE : `${START} ${WRITE}`,
    values: [
      row.round_id, userId, row.game_id, row.stake, row.win, row.balance_before, row.balance_after,
      row.balance_version, JSON.stringify(row.bet), JSON.stringify(row.outcome), seedPairId, row.nonce,
      row.client_seed, transactionId, row.at, row.bonus_staked, row.bonus_won, row.bonus_converted, row.free_spin_of,
      row.first_stake, row.actions === null ? null : JSON.stringify(row.actions), row.abandoned, row.started_at, row.rules,
      ...(start === null ? [] : [start.playWindow]),
    ],
  });
}
