/** Rounds as rows and as the contract tells them. */
import type { RoundAnswer } from '../../src/core/contract/games';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../src/core/money';

export interface RoundRow {
  readonly round_id: string;
  readonly game_id: string;
  /** Kobo. */
  readonly stake: number;
  readonly win: number;
  /** What of the two was bonus money; and of bonuses what became the player's own with the round. */
  readonly bonus_staked: number;
  readonly bonus_won: number;
  readonly bonus_converted: number;
  readonly free_spin_of: string | null;
  /** Of the player's own money. */
  readonly balance_before: number;
  readonly balance_after: number;
  readonly balance_version: number;
  readonly outcome: unknown;
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
  readonly at: Date;
  readonly bet: Readonly<Record<string, unknown>>;
  /** Of games of several steps, all four; of the others null. */
  readonly first_stake: number | null;
  readonly actions: readonly unknown[] | null;
  readonly abandoned: boolean | null;
  readonly started_at: Date | null;
}

/** Of `round r JOIN seed_pair p`. */
export const ROUND_COLUMNS = `r.round_id, r.game_id, r.stake, r.win, r.bonus_staked, r.bonus_won, r.bonus_converted, r.free_spin_of, r.balance_before, r.balance_after,
  r.balance_version, r.outcome, p.commit_hash, r.client_seed, r.nonce, r.at, r.bet, r.first_stake, r.actions,
  r.abandoned, r.started_at`;

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
    fairness: { commit: row.commit_hash, clientSeed: row.client_seed, nonce: row.nonce },
    ...stepsOf(row),
    at: row.at.toISOString(),
  };
}

/** What a round of several steps is a function of; nothing of the others, whose player knows what was just sent. */
function stepsOf({ bet, first_stake: firstStake, actions, abandoned }: RoundRow): Pick<RoundAnswer, 'bet' | 'firstStake' | 'actions' | 'abandoned'> {
  if (firstStake === null || actions === null || abandoned === null) return {};
  return { bet: { ...bet }, firstStake: naira(firstStake), actions: [...actions], abandoned };
}
