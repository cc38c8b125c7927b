/** Starts a round of several steps that stays open after its start: takes the first stake and writes the open round. */
import type { PoolClient } from 'pg';
import type { AnySteppedEngine } from '../../src/core/games/stepped';
import { addKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { OPEN_ROUND_LIFETIME_MS } from '../../src/core/unfinished-rounds';
import { splitStake, writeStakes, NO_STAKES, totalOf } from '../bonuses';
import type { RoundStakes } from '../bonuses';
import { insertSql, namedStatement } from '../db/statement';
import { lockPlayer, lockRest } from '../ledger/lock';
import { planPosting } from '../ledger/plan';
import type { PostingResult, Posting } from '../ledger/posting';
import { writePosting } from '../ledger/write';
import type { CallerPlace } from '../place/rules';
import type { OpenRow, RealBalance } from './open-rounds';
import type { PairRow } from './seed-pairs';
import type { RoundTransaction } from './settle-round';

/** A round that has started; the player does not know its outcome. */
export interface StartedRound {
  readonly userId: string;
  readonly gameId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly bet: Readonly<Record<string, unknown>>;
  /** The game's contribution to wagering, in ten-thousandths. */
  readonly contribution: number;
  readonly roundId: string;
  readonly stake: Kobo;
  readonly pair: PairRow;
  /** The window of play: see `windowOf`. */
  readonly playWindow: string;
  /** The version of the rules, and their engine. */
  readonly rules: string;
  readonly engine: AnySteppedEngine;
  readonly now: Date;
}

/** Takes the stake and the nonce, and writes the open round. */
export async function openRound(
  { tx, player: rows, defer }: RoundTransaction, round: StartedRound,
): Promise<{ readonly row: OpenRow; readonly realBalance: RealBalance }> {
  const { userId, gameId, roundId, stake, key, place, now } = round;
  const realPosting: Posting = {
    userId, kind: 'round', reference: roundId, operationKey: key, place, at: now,
    moves: [{ kind: 'stake', from: 'real', to: 'house', amount: stake }],
  };
  const player = await lockPlayer(tx, realPosting, rows);
  const { real } = player;
  const facts = { gameId, amount: stake, real: real.balance, before: NO_STAKES, at: now, startedAt: now };
  const stakeShare = real.bonusWalletCount === 0 ? null : await splitStake(tx, userId, facts, real.bonusWalletCount);
  const posting: Posting = { ...realPosting, moves: stakeShare?.moves ?? realPosting.moves };
  const locked = await lockRest(tx, posting, player);

  const plan = planPosting(posting, locked);
  const stakes = stakeShare?.after ?? { ...NO_STAKES, total: stake };
  const row = toOpenRow(round, plan.result, stakes);

  defer(writePosting(tx, plan));
  defer(writeOpenRow(tx, row, round.playWindow));
  // These are several statements, of which each is sent after the one before.
  await writeStakes(tx, userId, roundId, stakes);
  return { row, realBalance: plan.result.real };
}

function toOpenRow(
  { roundId, userId, gameId, bet, stake, contribution, pair, rules, engine, now }: StartedRound,
  { transactionId, real, unplayedTaken }: PostingResult,
  stakes: RoundStakes,
): OpenRow {
  const bonusStaked = totalOf(stakes.byWallet);
  return {
    round_id: roundId, user_id: userId, game_id: gameId, bet, actions: [], first_stake: stake, stake, bonus_staked: bonusStaked,
    balance_before: addKobo(real.balance, subKobo(stake, bonusStaked)), contribution, seed_pair_id: pair.seed_pair_id,
    server_seed: pair.server_seed, commit_hash: pair.commit_hash, client_seed: pair.client_seed, nonce: pair.nonce, rules, engine,
    transaction_id: transactionId, started_at: now, unplayed: unplayedTaken, settles_at: new Date(now.getTime() + OPEN_ROUND_LIFETIME_MS),
  };
}

const COLUMNS = [
  'round_id', 'user_id', 'game_id', 'bet', 'first_stake', 'stake', 'bonus_staked', 'balance_before', 'seed_pair_id', 'nonce', 'client_seed',
  'contribution', 'transaction_id', 'started_at', 'settles_at', 'rules', 'unplayed',
];

const insertOpenRound = namedStatement('open-round-write', `
  WITH used AS (UPDATE seed_pair SET nonce = nonce + 1, play_window = $play_window, played_at = $started_at WHERE seed_pair_id = $seed_pair_id)
  ${insertSql('open_round', COLUMNS)}`);

async function writeOpenRow(tx: PoolClient, row: OpenRow, playWindow: string): Promise<void> {
  await tx.query(insertOpenRound({ ...row, bet: JSON.stringify(row.bet), play_window: playWindow }));
}
