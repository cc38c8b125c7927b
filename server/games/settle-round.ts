/** What a round writes: the money it moves, the nonce it uses up, the round itself, and what it did to bonuses. */
import type { PoolClient } from 'pg';
import { addKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { NO_BONUS, plainMoves, shareRound } from '../bonuses/play';
import type { BonusShare } from '../bonuses/play';
import { writeChanges } from '../bonuses/round-rows';
import { together } from '../db/together';
import { post } from '../ledger/post';
import type { Posted, Posting } from '../ledger/post';
import type { CallerPlace } from '../place/rules';
import { CONTRIBUTION_SCALE } from './catalogue';
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
  const { userId, roundId, now } = decided;
  let share = NO_BONUS;
  const posting: Posting = {
    userId, kind: 'round', reference: roundId, operationKey: decided.key, place: decided.place, at: now, moves: plainMoves(decided),
  };
  const posted = await post(
    tx,
    posting,
    (before) => together([writeRound(tx, decided, before, share), writeChanges(tx, { ...decided, at: now, changes: share.changes })]),
    async (real) => {
      const shared = await shareRound(tx, userId, real, { ...decided, scale: CONTRIBUTION_SCALE, at: now });
      if (shared === null) return posting.moves;
      share = shared.share;
      return shared.moves;
    },
  );
  return rowOf(decided, posted, share);
}

/** The balances are those of the player's own money. */
function rowOf(decided: Decided, { real }: Posted, share: BonusShare): RoundRow {
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

async function writeRound(tx: PoolClient, decided: Decided, posted: Posted, share: BonusShare): Promise<void> {
  const { userId, pair } = decided;
  await writeRoundRow(tx, rowOf(decided, posted, share), { userId, seedPairId: pair.seed_pair_id, transactionId: posted.transactionId }, true);
}
