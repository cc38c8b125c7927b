/** Makes the moves of a round whose player may have bonuses, after the player's money is locked. */
import type { PoolClient } from 'pg';
import { formatNaira, kobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { notEnoughProblem } from '../ledger/other-accounts';
import type { Move } from '../ledger/posting';
import type { RealAccount } from '../ledger/real-account';
import { planRound } from './plan-round';
import type { Refusal, RoundFacts, WalletChange } from './plan-round';
import type { StakeFacts } from './plan-steps';
import { lockActiveWallets } from './round-wallets';
import { PRESENT_RULES, RUNS_SINCE } from './wallet-rows';

/** The bonus money in a round, in kobo, and the changes of the wallets. */
export interface BonusShare {
  readonly staked: Kobo;
  readonly won: Kobo;
  readonly converted: Kobo;
  readonly changes: readonly WalletChange[];
}

const NO_BONUS: BonusShare = { staked: ZERO_KOBO, won: ZERO_KOBO, converted: ZERO_KOBO, changes: [] };

/** Makes the moves of a round without bonuses, before anything is read of the player. The house pays the stake of a free spin. */
export function plainMoves({ stake, win, freeSpinOf }: Pick<RoundFacts, 'stake' | 'win' | 'freeSpinOf'>): Move[] {
  if (freeSpinOf !== null) return [{ kind: 'stake', from: 'bonus-cost', to: 'house', amount: stake }];
  return [
    { kind: 'stake', from: 'real', to: 'house', amount: stake },
    { kind: 'win', from: 'house', to: 'real', amount: win },
  ];
}

export interface SplitRound {
  readonly moves: readonly Move[];
  readonly share: BonusShare;
}

/**
 * Returns the moves of a round, and the share of the player's bonuses in it. For a player without bonuses it reads nothing. The caller holds the
 * player's real account. Throws `insufficient-funds`, `bonus-stake-too-high`, and `conflict` or `validation` for a free spin that the
 * player does not have.
 */
export async function splitRound(tx: PoolClient, userId: string, real: RealAccount, round: Omit<RoundFacts, 'real'>): Promise<SplitRound> {
  if (real.bonusWalletCount === 0 && round.freeSpinOf === null) return { moves: plainMoves(round), share: NO_BONUS };
  const wallets = real.bonusWalletCount === 0 ? [] : await lockActiveWallets(tx, userId);
  const plan = planRound(wallets, { ...round, real: real.balance });
  if (!plan.ok) throw refusalProblem(plan.refusal, plan.maxStake ?? ZERO_KOBO);
  const { moves, bonusStaked: staked, bonusWon: won, converted, changes } = plan;
  return { moves, share: { staked, won, converted, changes } };
}

/**
 * Throws `bonus-stake-too-high` for a stake above what the running bonuses allow, in a game that is played with the player's own money alone. A bonus
 * that began or came back after the round did does not limit it. The caller holds the real account.
 */
export async function refuseTooHighStake(tx: PoolClient, userId: string, stake: Kobo, times: Pick<StakeFacts, 'at' | 'startedAt'>): Promise<void> {
  const { at, startedAt } = times;
  const { rows } = await tx.query<{ max_stake: number | null }>(
    `SELECT min(w.max_stake) AS max_stake FROM bonus_wallet w WHERE w.user_id = $1 AND w.state = 'active' AND w.rules = $2
       AND (w.paused_at IS NOT NULL OR w.expires_at > $3) AND ${RUNS_SINCE} <= $4`,
    [userId, PRESENT_RULES, at, startedAt],
  );
  const maxStake = rows[0]?.max_stake ?? null;
  if (maxStake !== null && stake > maxStake) throw refusalProblem('stake-too-high', kobo(maxStake));
}

/** Makes the problem for a refusal; `maxStake` is in kobo. */
export function refusalProblem(refusal: Refusal, maxStake: Kobo): ProblemError {
  switch (refusal) {
    case 'not-enough':
      return notEnoughProblem();
    case 'stake-too-high': {
      const detail = `While your bonus runs, you can stake ${formatNaira(maxStake, { whole: true })} at most.`;
      return new ProblemError('bonus-stake-too-high', 'This stake is too high for your bonus', { detail, errors: [{ field: 'stake', message: detail }] });
    }
    case 'no-such-spin':
      return new ProblemError('conflict', 'This bonus has no free spins left.');
    case 'spin-elsewhere': {
      const errors = [{ field: 'freeSpinOf', message: 'Its free spins are for another game, or another stake.' }];
      return new ProblemError('validation', 'This bonus has no such free spin', { errors });
    }
  }
}
