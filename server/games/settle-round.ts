/** What a round writes: the money it moves, the nonce it uses up, the round itself, and what it did to bonuses. */
import type { PoolClient } from 'pg';
import { addKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { plainMoves, shareRound, writeChanges } from '../bonuses';
import type { BonusShare } from '../bonuses';
import { CONTRIBUTION_SCALE } from '../catalogue';
import { together } from '../db/together';
import { lockPlayer, lockRest } from '../ledger/lock';
import { planPosting } from '../ledger/plan';
import type { PostingResult, Posting } from '../ledger/posting';
import { writePosting } from '../ledger/write';
import type { CallerPlace } from '../place/rules';
import { writeRoundRow } from './round-write';
import type { RoundRow } from './rounds';
import type { PairRow } from './seed-pairs';

/** A round whose outcome is fixed. */
export interface Decided {
  readonly userId: string;
  readonly gameId: string;
  readonly key: string;
  readonly place: CallerPlace;
  readonly bet: Readonly<Record<string, unknown>>;
  /** Of a game of several steps that was over with its start. */
  readonly isStepped: boolean;
  readonly freeSpinOf: string | null;
  /** Of the game, in ten-thousandths. */
  readonly contribution: number;
  readonly roundId: string;
  readonly stake: Kobo;
  readonly win: Kobo;
  /** What of the stake the bet risked. */
  readonly risked: Kobo;
  readonly outcome: unknown;
  readonly pair: PairRow;
  readonly now: Date;
}

/** A player without bonuses costs no look at them: the row of the real account, which is locked anyway, says so. */
export async function settleRound(tx: PoolClient, decided: Decided): Promise<RoundRow> {
  const { userId, roundId, now, pair } = decided;
  const plain: Posting = {
    userId, kind: 'round', reference: roundId, operationKey: decided.key, place: decided.place, at: now, moves: plainMoves(decided),
  };
  const player = await lockPlayer(tx, plain);
  const { moves, share } = await shareRound(tx, userId, player.real, { ...decided, scale: CONTRIBUTION_SCALE, at: now });
  const posting: Posting = { ...plain, moves };
  const locked = await lockRest(tx, posting, player);

  const plan = planPosting(posting, locked);
  const row = rowOf(decided, plan.result, share);

  await together([
    writePosting(tx, plan),
    writeRoundRow(tx, row, { userId, seedPairId: pair.seed_pair_id, transactionId: plan.result.transactionId }, true),
    writeChanges(tx, { ...decided, at: now, changes: share.changes }),
  ]);
  return row;
}

/** The balances are those of the player's own money. */
function rowOf(decided: Decided, { real }: PostingResult, share: BonusShare): RoundRow {
  const { gameId, roundId, stake, win, bet, outcome, pair, now, freeSpinOf, isStepped } = decided;
  const gained = addKobo(subKobo(win, share.won), share.converted);
  return {
    round_id: roundId,
    game_id: gameId,
    stake,
    win,
    bonus_staked: share.staked,
    bonus_won: share.won,
    bonus_converted: share.converted,
    free_spin_of: freeSpinOf,
    balance_before: addKobo(subKobo(real.balance, gained), subKobo(stake, share.staked)),
    balance_after: real.balance,
    balance_version: real.version,
    outcome,
    commit_hash: pair.commit_hash,
    client_seed: pair.client_seed,
    nonce: pair.nonce,
    at: now,
    bet,
    first_stake: isStepped ? stake : null,
    actions: isStepped ? [] : null,
    abandoned: isStepped ? false : null,
    started_at: isStepped ? now : null,
  };
}
