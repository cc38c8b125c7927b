/**
 * Advances an open round by one step, or ends it. Its stake, its win and its effect on bonuses are one posting, and the lock that
 * the caller holds on the round makes it happen once.
 */
import type { PoolClient } from 'pg';
import { addKobo, kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import type { SteppedAnswer } from '../../src/core/games/stepped';
import { lockMoney, lockRoundWallets, readStakes, splitStake, writeEnd, writeStakes, planEnd, totalOf } from '../bonuses';
import type { EndPlan, RoundWallet, RoundStakes } from '../bonuses';
import { recordChange } from '../db/changes';
import { accountIdOf } from '../ledger/accounts';
import { assertMayMove } from '../ledger/guards';
import { post } from '../ledger/post';
import type { Move, Posting } from '../ledger/post';
import type { CallerPlace } from '../place/rules';
import { CONTRIBUTION_SCALE } from '../../src/core/wagering';
import { readRealBalance } from './open-rounds';
import type { OpenRow, RealBalance } from './open-rounds';
import type { RoundRow } from './rounds';
import { writeRoundRow } from './write-round';

/** One step of a round. */
export interface RoundStep {
  readonly row: OpenRow;
  /** All of the player's actions, with this step's. */
  readonly actions: readonly unknown[];
  readonly abandoned: boolean;
  readonly result: Extract<SteppedAnswer, { ok: true }>;
  readonly now: Date;
  /** The player's request; null where the rule for unfinished rounds ends the round, and nothing is staked. */
  readonly request: { readonly key: string; readonly place: CallerPlace } | null;
  /** The round ends without a result, and `result` has its stakes as its win. */
  readonly isVoided?: true;
}

export type AdvanceResult =
  | { readonly state: 'open'; readonly row: OpenRow; readonly realBalance: RealBalance }
  | { readonly state: 'ended'; readonly row: RoundRow };

interface MoneyPlan {
  readonly moves: readonly Move[];
  /** All stakes of the round, with the one of this step. */
  readonly stakes: RoundStakes;
  /** Null where the round goes on. */
  readonly end: EndPlan | null;
}

/** Takes the step. The caller has locked the player's row and then the open round. Throws the refusals of the ledger. */
export async function advanceRound(tx: PoolClient, step: RoundStep): Promise<AdvanceResult> {
  const { row, result } = step;
  if (result.added > 0) await assertMayStake(tx, step);
  const stakesBefore: RoundStakes = { total: kobo(row.stake), byWallet: await readStakes(tx, row.round_id) };
  await lockMoney(tx, row.user_id);
  const { moves, stakes, end } = await planMoney(tx, step, stakesBefore);
  const posted = await postMoves(tx, step, moves);
  return end === null ? writeOpenStep(tx, step, stakes, posted) : writeEndedRound(tx, step, { stakes, end, posted });
}

/** Checks the guards before the balance, so that a player on a break reads about the break and not about a low balance. */
async function assertMayStake(tx: PoolClient, { row, now, request }: RoundStep): Promise<void> {
  if (request === null) throw new Error('only a request of the player adds a stake');
  await assertMayMove(tx, row.user_id, { purposes: ['play'], place: request.place }, now);
}

async function planMoney(tx: PoolClient, { row, result, now }: RoundStep, before: RoundStakes): Promise<MoneyPlan> {
  const real = await readReal(tx, row.user_id);
  const facts = { gameId: row.game_id, amount: result.added, real: real.balance, before, at: now, startedAt: row.started_at };
  const added = result.added === 0 ? null : await splitStake(tx, row.user_id, facts, real.walletCount);
  const stakes = added?.after ?? before;
  const stakeMoves = added?.moves ?? [];
  if (!result.isOver) return { moves: stakeMoves, stakes, end: null };
  const wallets = (await lockRoundWallets(tx, stakes.byWallet)).map((wallet) => withStake(wallet, before, stakes));
  const end = planEnd(wallets, { gameId: row.game_id, stakes, win: result.win, contribution: row.contribution, scale: CONTRIBUTION_SCALE, at: now });
  return { moves: [...stakeMoves, ...end.moves], stakes, end };
}

/** Returns the wallet as it is after the newest stake, which is taken in the same posting. */
function withStake(wallet: RoundWallet, before: RoundStakes, after: RoundStakes): RoundWallet {
  const stakeBefore = before.byWallet.get(wallet.walletId) ?? ZERO_KOBO;
  const stakeAfter = after.byWallet.get(wallet.walletId) ?? ZERO_KOBO;
  const added = subKobo(stakeAfter, stakeBefore);
  return { ...wallet, balance: subKobo(wallet.balance, added), inPlay: addKobo(wallet.inPlay, added) };
}

async function readReal(tx: PoolClient, userId: string): Promise<{ readonly balance: Kobo; readonly walletCount: number }> {
  const { rows } = await tx.query<{ balance: number; bonus_wallets: number }>({
    name: 'round-real',
    text: 'SELECT balance, bonus_wallets FROM ledger_account WHERE account_id = $1',
    values: [accountIdOf(userId, 'real')],
  });
  return { balance: kobo(rows[0]?.balance ?? 0), walletCount: rows[0]?.bonus_wallets ?? 0 };
}

interface PostedStep {
  readonly transactionId: string;
  readonly realBalance: RealBalance;
  /** The part of the new stake that was paid in and not played before. */
  readonly unplayedTaken: Kobo;
}

/** Posts the moves. A round that ends without a move still raises the account's version, because lists of rounds depend on it. */
async function postMoves(tx: PoolClient, step: RoundStep, moves: readonly Move[]): Promise<PostedStep> {
  if (moves.some(({ amount }) => amount > 0)) {
    const { transactionId, real, unplayedTaken } = await post(tx, toPosting(step, moves));
    return { transactionId, realBalance: real, unplayedTaken };
  }
  const { row, result } = step;
  if (!result.isOver) return { transactionId: row.transaction_id, realBalance: await readRealBalance(tx, row.user_id), unplayedTaken: ZERO_KOBO };
  recordChange(tx, row.user_id);
  const { rows } = await tx.query<RealBalance>(
    'UPDATE ledger_account SET version = version + 1 WHERE account_id = $1 RETURNING balance, version', [accountIdOf(row.user_id, 'real')],
  );
  if (rows[0] === undefined) throw new Error('the player of an open round has no account');
  return { transactionId: row.transaction_id, realBalance: rows[0], unplayedTaken: ZERO_KOBO };
}

function toPosting({ row, result, now, request, isVoided }: RoundStep, moves: readonly Move[]): Posting {
  // A round that returns its stakes has played nothing.
  const turnover = result.isOver && result.win === result.staked ? { turnoverStake: ZERO_KOBO, unplayedReturned: kobo(row.unplayed) } : {};
  const common = { userId: row.user_id, reference: row.round_id, at: now, moves, ...turnover };
  if (isVoided === true) return { ...common, kind: 'round-void', moves: moves.map((move) => (move.kind === 'win' ? { ...move, kind: 'adjustment' } : move)) };
  if (request === null) return { ...common, kind: 'round-end' };
  const { key: operationKey, place } = request;
  return result.added > 0 ? { ...common, operationKey, kind: 'round-step', place } : { ...common, operationKey, kind: 'round-end' };
}

async function writeOpenStep(
  tx: PoolClient,
  { row, actions }: RoundStep,
  stakes: RoundStakes,
  { transactionId, realBalance, unplayedTaken }: PostedStep,
): Promise<AdvanceResult> {
  const updatedRow: OpenRow = {
    ...row, actions, stake: stakes.total, bonus_staked: totalOf(stakes.byWallet), transaction_id: transactionId,
    unplayed: row.unplayed + unplayedTaken,
  };
  await tx.query({
    name: 'open-round-step',
    text: 'UPDATE open_round SET actions = $2, stake = $3, bonus_staked = $4, transaction_id = $5, unplayed = $6 WHERE round_id = $1',
    values: [row.round_id, JSON.stringify(actions), updatedRow.stake, updatedRow.bonus_staked, transactionId, updatedRow.unplayed],
  });
  if (stakes.total !== row.stake) await writeStakes(tx, row.user_id, row.round_id, stakes);
  return { state: 'open', row: updatedRow, realBalance };
}

interface EndedMoney {
  readonly stakes: RoundStakes;
  readonly end: EndPlan;
  readonly posted: PostedStep;
}

async function writeEndedRound(tx: PoolClient, step: RoundStep, { stakes, end, posted }: EndedMoney): Promise<AdvanceResult> {
  const { row, result, now } = step;
  const endedRow = toEndedRow(step, end, posted.realBalance);
  // The open round is deleted first, because nothing of a round that has ended is in play.
  await tx.query('DELETE FROM open_round WHERE round_id = $1', [row.round_id]);
  await writeRoundRow(tx, endedRow, { userId: row.user_id, seedPairId: row.seed_pair_id, transactionId: posted.transactionId });
  const round = { userId: row.user_id, roundId: row.round_id, at: now, contribution: row.contribution, risked: result.staked };
  await writeEnd(tx, round, end, stakes.byWallet);
  return { state: 'ended', row: endedRow };
}

const toEndedRow = ({ row, actions, abandoned, result, now }: RoundStep, end: EndPlan, real: RealBalance): RoundRow => ({
  round_id: row.round_id,
  game_id: row.game_id,
  stake: result.staked,
  win: result.win,
  bonus_staked: end.bonusStaked,
  bonus_won: end.bonusWon,
  bonus_converted: end.converted,
  free_spin_of: null,
  balance_before: row.balance_before,
  balance_after: real.balance,
  balance_version: real.version,
  outcome: result.view,
  commit_hash: row.commit_hash,
  client_seed: row.client_seed,
  nonce: row.nonce,
  rules: row.rules,
  at: now,
  bet: row.bet,
  first_stake: row.first_stake,
  actions,
  abandoned,
  started_at: row.started_at,
});
