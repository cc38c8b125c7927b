/** Turns rows of rounds into answers of the contract. */
import type { RoundAnswer } from '../../src/core/contract/games';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../src/core/money';

export interface RoundRow {
  readonly round_id: string;
  readonly game_id: string;
  /** In kobo, like all amounts here. */
  readonly stake: number;
  readonly win: number;
  /** The bonus money in stake and win; and the bonus money that became real money with the round. */
  readonly bonus_staked: number;
  readonly bonus_won: number;
  readonly bonus_converted: number;
  readonly free_spin_of: string | null;
  /** The balances are those of the real account. */
  readonly balance_before: number;
  readonly balance_after: number;
  readonly balance_version: number;
  readonly outcome: unknown;
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
  /** The version of the rules; null for a round from before rules had versions. */
  readonly rules: string | null;
  readonly at: Date;
  readonly bet: Readonly<Record<string, unknown>>;
  /** This and the next three are null for games of one step. */
  readonly first_stake: number | null;
  readonly actions: readonly unknown[] | null;
  readonly abandoned: boolean | null;
  readonly started_at: Date | null;
}

/** Selects the columns of a `RoundRow` from `round r JOIN seed_pair p`. */
export const ROUND_COLUMNS = `r.round_id, r.game_id, r.stake, r.win, r.bonus_staked, r.bonus_won, r.bonus_converted, r.free_spin_of, r.balance_before, r.balance_after,
  r.balance_version, r.outcome, p.commit_hash, r.client_seed, r.nonce, r.at, r.bet, r.first_stake, r.actions,
  r.abandoned, r.started_at, r.rules`;

const naira = (amount: number): number => koboToNaira(kobo(amount));

export function toRoundAnswer(row: RoundRow): RoundAnswer {
  return {
    roundId: row.round_id,
    gameId: row.game_id,
    state: 'ended',
    step: row.actions?.length ?? 0,
    stake: naira(row.stake),
    currency: CURRENCY,
    outcome: row.outcome,
    win: naira(row.win),
    balance: naira(row.balance_after),
    version: row.balance_version,
    ...(row.bonus_staked > 0 || row.bonus_won > 0 ? { bonus: { staked: naira(row.bonus_staked), won: naira(row.bonus_won) } } : {}),
    ...(row.free_spin_of === null ? {} : { freeSpinOf: row.free_spin_of }),
    fairness: toFairness(row),
    ...toSteps(row),
    at: row.at.toISOString(),
  };
}

/** Returns the seeds and the nonce that a round is drawn from, and the version of the rules that turn the draw into a result. */
export function toFairness(row: Pick<RoundRow, 'commit_hash' | 'client_seed' | 'nonce' | 'rules'>): RoundAnswer['fairness'] {
  return { commit: row.commit_hash, clientSeed: row.client_seed, nonce: row.nonce, ...(row.rules !== null && { rules: row.rules }) };
}

/**
 * Returns what decided a round of several steps, so that its player can check it. A round of one step needs none, because its player has
 * just sent the bet.
 */
function toSteps({ bet, first_stake: firstStake, actions, abandoned }: RoundRow): Pick<RoundAnswer, 'bet' | 'firstStake' | 'actions' | 'abandoned'> {
  if (firstStake === null || actions === null || abandoned === null) return {};
  return { bet: { ...bet }, firstStake: naira(firstStake), actions: [...actions], abandoned };
}
