/** Reads and writes the bonuses of open rounds. */
import type { PoolClient } from 'pg';
import { kobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { recordWalletChange } from './lock-wallets';
import { refusalProblem } from './split-round';
import { lockActiveWallets, toWallets, writeChanges } from './round-wallets';
import type { RoundChanges } from './round-wallets';
import { planStake } from './plan-steps';
import type { EndPlan, RoundWallet, RoundStakes, StakeFacts, StakePlan } from './plan-steps';
import { totalOf } from './shares';
import type { Shares } from './shares';
import { WALLET_COLUMNS, WALLET_FROM } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

const BONUS_ROUND = { detail: 'This round began with bonus money, so it takes no real money.' };

type AcceptedStake = Extract<StakePlan, { ok: true }>;

/**
 * Splits one stake of a round between the player's own money and the bonuses, which it locks. The caller holds the real account. Throws
 * `insufficient-funds` and `bonus-stake-too-high`.
 */
export async function splitStake(tx: PoolClient, userId: string, facts: StakeFacts, bonusWalletCount: number): Promise<AcceptedStake> {
  const plan = planStake(bonusWalletCount === 0 ? [] : await lockActiveWallets(tx, userId), facts);
  if (plan.ok) return plan;
  if (plan.refusal === 'not-enough' && totalOf(facts.before.byWallet) > 0) throw new ProblemError('bonus-stake-too-high', 'Not enough bonus money for this', BONUS_ROUND);
  const problem = refusalProblem(plan.refusal, plan.maxStake ?? ZERO_KOBO);
  // A later stake belongs to an action, which has no field for a stake.
  if (facts.before.total === 0) throw problem;
  const { detail } = problem.extra;
  throw new ProblemError(problem.code, problem.message, detail === undefined ? {} : { detail });
}

/** Reads how much each wallet has staked in a round, in kobo. */
export async function readStakes(tx: PoolClient, roundId: string): Promise<Shares> {
  const { rows } = await tx.query<{ wallet_id: string; staked: number }>({
    name: 'open-round-stakes',
    text: 'SELECT wallet_id, staked FROM open_round_wallet WHERE round_id = $1',
    values: [roundId],
  });
  return new Map(rows.map(({ wallet_id: walletId, staked }) => [walletId, kobo(staked)]));
}

/** Writes the stakes. The statement that writes the open round must be sent first. Without stakes it sends nothing. */
export async function writeStakes(tx: PoolClient, userId: string, roundId: string, { byWallet }: RoundStakes): Promise<void> {
  if (byWallet.size === 0) return;
  await tx.query({
    name: 'open-round-wallets',
    text: `INSERT INTO open_round_wallet (round_id, wallet_id, staked) SELECT $1, * FROM unnest($2::text[], $3::bigint[])
           ON CONFLICT (round_id, wallet_id) DO UPDATE SET staked = excluded.staked`,
    values: [roundId, [...byWallet.keys()], [...byWallet.values()]],
  });
  await tx.query('UPDATE bonus_wallet SET version = version + 1 WHERE wallet_id = ANY($1) AND ended_at IS NULL', [stakingWalletIds(byWallet)]);
  await recordWalletChange(tx, userId, 0);
}

const stakingWalletIds = (stakes: Shares): string[] => [...stakes].filter(([, staked]) => staked > 0).map(([walletId]) => walletId);

/** Locks the wallets of a round that ends, in the order in which stakes use them, also ended ones. The caller holds the real account. */
export async function lockRoundWallets(tx: PoolClient, stakes: Shares): Promise<RoundWallet[]> {
  if (stakes.size === 0) return [];
  const { rows } = await tx.query<WalletRow>({
    name: 'bonus-of-round',
    text: `SELECT ${WALLET_COLUMNS} FROM ${WALLET_FROM} WHERE w.wallet_id = ANY($1)
           ORDER BY w.state, w.expires_at, w.wallet_id COLLATE "C" FOR UPDATE OF w`,
    values: [[...stakes.keys()]],
  });
  return rows.flatMap((row) => toWallets(row).map((wallet) => ({ ...wallet, isOver: row.ended_at !== null })));
}

/** A round that has ended; `contribution` is that of its game, in ten-thousandths. */
type EndedRound = Omit<RoundChanges, 'changes'> & { readonly contribution: number };

/** Writes the changes of a round's wallets at its end. The statement that writes the round must be sent first. */
export async function writeEnd(tx: PoolClient, round: EndedRound, { changes, lost }: EndPlan, stakes: Shares): Promise<void> {
  await writeChanges(tx, { ...round, changes });
  for (const [walletId, amount] of lost) await writeLost(tx, round, walletId, amount, stakes.get(walletId) ?? ZERO_KOBO);
}

/** Records the win of a wallet that ended while the round was open: the win is lost with the wallet, and its stake counts for nothing. */
async function writeLost(tx: PoolClient, round: EndedRound, walletId: string, won: Kobo, staked: Kobo): Promise<void> {
  if (staked === 0) return;
  await tx.query('UPDATE bonus_wallet SET lost = lost + $2, version = version + 1 WHERE wallet_id = $1', [walletId, won]);
  await tx.query(
    `INSERT INTO bonus_wager (round_id, wallet_id, user_id, staked, won, counted, contribution, risked, progress, requirement)
     SELECT $1, wallet_id, user_id, $3, $4, 0, $5, $6, progress, requirement FROM bonus_wallet WHERE wallet_id = $2`,
    [round.roundId, walletId, staked, won, round.contribution, round.risked],
  );
  await recordWalletChange(tx, round.userId, 0);
}
