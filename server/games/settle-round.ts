/** Writes a decided round: the money that it moves, the nonce that it uses up, its row, and its effect on bonuses. */
import type { PoolClient } from 'pg';
import { addKobo, kobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { plainMoves, splitRound, writeChanges } from '../bonuses';
import type { BonusShare } from '../bonuses';
import { CONTRIBUTION_SCALE, qualifyingStakeOf } from '../../src/core/wagering';
import type { DeferStatement } from '../db/transaction';
import { lockPlayer, lockRest } from '../ledger/lock';
import type { PlayerRows } from '../ledger/lock';
import { planPosting } from '../ledger/plan';
import type { PostingResult, Posting } from '../ledger/posting';
import { writePosting } from '../ledger/write';
import type { CallerPlace } from '../place/rules';
import { writeRoundRow } from './write-round';
import type { RoundRow } from './rounds';
import type { PairRow } from './seed-pairs';

/** A round whose outcome is fixed. */
export interface DecidedRound {
  readonly userId: string;
  readonly gameId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly bet: Readonly<Record<string, unknown>>;
  /** True for a game of several steps whose round ended with its start. */
  readonly isStepped: boolean;
  readonly freeSpinOf: string | null;
  /** The game's contribution to wagering, in ten-thousandths. */
  readonly contribution: number;
  readonly roundId: string;
  readonly stake: Kobo;
  readonly win: Kobo;
  /** The part of the stake that the bet risked. */
  readonly risked: Kobo;
  readonly outcome: unknown;
  readonly pair: PairRow;
  /** The window of play: see `windowOf`. */
  readonly playWindow: string;
  /** The version of the rules. */
  readonly rules: string;
  readonly now: Date;
}

/** The transaction of a round. */
export interface RoundTransaction {
  readonly tx: PoolClient;
  /** The player's locked rows. */
  readonly player: PlayerRows;
  readonly defer: DeferStatement;
}

/** Writes the round. The locked row of the real account says whether the player has bonuses; only then are they read. */
export async function settleRound({ tx, player: rows, defer }: RoundTransaction, round: DecidedRound): Promise<RoundRow> {
  const { userId, roundId, now, pair } = round;
  const realPosting: Posting = {
    userId, kind: 'round', reference: roundId, operationKey: round.key, place: round.place, at: now, moves: plainMoves(round),
  };
  const player = await lockPlayer(tx, realPosting, rows);
  const { moves, share } = await splitRound(tx, userId, player.real, { ...round, scale: CONTRIBUTION_SCALE, at: now });
  const qualifying = qualifyingStakeOf(round.stake, round.win, round.risked);
  const posting: Posting = { ...realPosting, moves, turnoverStake: kobo(Math.min(subKobo(round.stake, share.staked), qualifying)) };
  const locked = await lockRest(tx, posting, player);

  const plan = planPosting(posting, locked);
  const row = toRoundRow(round, plan.result, share);

  defer(writePosting(tx, plan));
  defer(writeRoundRow(tx, row, { userId, seedPairId: pair.seed_pair_id, transactionId: plan.result.transactionId }, round));
  defer(writeChanges(tx, { ...round, at: now, changes: share.changes }));
  return row;
}

/** Makes the row; its balances are those of the real account. */
function toRoundRow(round: DecidedRound, { real }: PostingResult, share: BonusShare): RoundRow {
  const { gameId, roundId, stake, win, bet, outcome, pair, rules, now, freeSpinOf, isStepped } = round;
  const realGain = addKobo(subKobo(win, share.won), share.converted);
  return {
    round_id: roundId,
    game_id: gameId,
    stake,
    win,
    bonus_staked: share.staked,
    bonus_won: share.won,
    bonus_converted: share.converted,
    free_spin_of: freeSpinOf,
    balance_before: addKobo(subKobo(real.balance, realGain), subKobo(stake, share.staked)),
    balance_after: real.balance,
    balance_version: real.version,
    outcome,
    commit_hash: pair.commit_hash,
    client_seed: pair.client_seed,
    nonce: pair.nonce,
    rules,
    at: now,
    bet,
    first_stake: isStepped ? stake : null,
    actions: isStepped ? [] : null,
    abandoned: isStepped ? false : null,
    started_at: isStepped ? now : null,
  };
}
