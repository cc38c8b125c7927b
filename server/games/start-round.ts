/** A round of several steps that goes on after its start: the first stake is taken, the round stands open. */
import type { PoolClient } from 'pg';
import { addKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { shareStake, writeStakes, NOTHING_STAKED, totalOf } from '../bonuses';
import type { RoundStakes } from '../bonuses';
import { together } from '../db/together';
import { lockPlayer, lockRest } from '../ledger/lock';
import { planPosting } from '../ledger/plan';
import type { PostingResult, Posting } from '../ledger/posting';
import { writePosting } from '../ledger/write';
import type { CallerPlace } from '../place/rules';
import { OPEN_FOR_MS } from './open-rounds';
import type { OpenRow, Standing } from './open-rounds';
import type { PairRow } from './seed-pairs';

/** A round that began; what comes of it is not known to the player. */
export interface Begun {
  readonly userId: string;
  readonly gameId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly bet: Readonly<Record<string, unknown>>;
  /** Of the game, in ten-thousandths. */
  readonly contribution: number;
  readonly roundId: string;
  readonly stake: Kobo;
  readonly pair: PairRow;
  readonly now: Date;
}

/** Takes the stake and the nonce, and writes the round down as open. */
export async function openRound(tx: PoolClient, begun: Begun): Promise<{ readonly row: OpenRow; readonly standing: Standing }> {
  const { userId, gameId, roundId, stake, key, place, now } = begun;
  const plain: Posting = {
    userId, kind: 'round', reference: roundId, operationKey: key, place, at: now, moves: [{ kind: 'stake', from: 'real', to: 'house', amount: stake }],
  };
  const player = await lockPlayer(tx, plain);
  const { real } = player;
  const facts = { gameId, amount: stake, real: real.balance, before: NOTHING_STAKED, at: now };
  const shared = real.bonusWallets === 0 ? null : await shareStake(tx, userId, facts, real.bonusWallets);
  const posting: Posting = { ...plain, moves: shared?.moves ?? plain.moves };
  const locked = await lockRest(tx, posting, player);

  const plan = planPosting(posting, locked);
  const staked = shared?.after ?? { ...NOTHING_STAKED, stake };
  const row = rowOf(begun, plan.result, staked);

  await together([writePosting(tx, plan), writeOpen(tx, row), writeStakes(tx, userId, roundId, staked)]);
  return { row, standing: plan.result.real };
}

function rowOf(
  { roundId, userId, gameId, bet, stake, contribution, pair, now }: Begun,
  { transactionId, real }: PostingResult,
  staked: RoundStakes,
): OpenRow {
  const bonusStaked = totalOf(staked.wallets);
  return {
    round_id: roundId, user_id: userId, game_id: gameId, bet, actions: [], first_stake: stake, stake, bonus_staked: bonusStaked,
    balance_before: addKobo(real.balance, subKobo(stake, bonusStaked)), contribution, seed_pair_id: pair.seed_pair_id,
    server_seed: pair.server_seed, commit_hash: pair.commit_hash, client_seed: pair.client_seed, nonce: pair.nonce,
    transaction_id: transactionId, started_at: now, settles_at: new Date(now.getTime() + OPEN_FOR_MS),
  };
}

const WRITE_OPEN = `
  WITH used AS (UPDATE seed_pair SET nonce = nonce + 1 WHERE seed_pair_id = $9)
  INSERT INTO open_round (round_id, user_id, game_id, bet, first_stake, stake, bonus_staked, balance_before, seed_pair_id, nonce, client_seed,
                          contribution, transaction_id, started_at, settles_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;

async function writeOpen(tx: PoolClient, row: OpenRow): Promise<void> {
  await tx.query({
    name: 'open-round-write',
    text: WRITE_OPEN,
    values: [
      row.round_id, row.user_id, row.game_id, JSON.stringify(row.bet), row.first_stake, row.stake, row.bonus_staked, row.balance_before,
      row.seed_pair_id, row.nonce, row.client_seed, row.contribution, row.transaction_id, row.started_at, row.settles_at,
    ],
  });
}
