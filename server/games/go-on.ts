/**
 * An open round goes on by one step or ends: what is staked with it, what it pays and what it does to bonuses are one
 * posting, and the row that the caller holds is what makes it happen once.
 */
import type { PoolClient } from 'pg';
import { addKobo, kobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import type { SteppedAnswer } from '../../src/core/games/stepped';
import { lockMoney, lockRoundWallets, readStakes, shareStake, writeEnd, writeStakes, planEnd, totalOf } from '../bonuses';
import type { EndPlan, RoundWallet, RoundStakes } from '../bonuses';
import { accountIdOf } from '../ledger/accounts';
import { assertMayMove } from '../ledger/guards';
import { post } from '../ledger/post';
import type { Move } from '../ledger/post';
import type { CallerPlace } from '../place/rules';
import { CONTRIBUTION_SCALE } from '../catalogue';
import type { OpenRow, Standing } from './open-rounds';
import type { RoundRow } from './rounds';
import { writeRoundRow } from './round-write';

/** Where a round goes from here. */
export interface Step {
  readonly row: OpenRow;
  /** All of the player's actions with it. */
  readonly actions: readonly unknown[];
  readonly abandoned: boolean;
  readonly told: Extract<SteppedAnswer, { ok: true }>;
  readonly now: Date;
  /** Whoever asks for it; null = nobody, the rule does, and nothing is staked. */
  readonly asked: { readonly key: string; readonly place: CallerPlace } | null;
}

export type Gone =
  | { readonly state: 'open'; readonly row: OpenRow; readonly standing: Standing }
  | { readonly state: 'ended'; readonly row: RoundRow };

interface Money {
  readonly moves: readonly Move[];
  readonly staked: RoundStakes;
  readonly end: EndPlan | null;
}

/** The caller holds the open round, and the player's row before it. Throws what the ledger refuses. */
export async function goOn(tx: PoolClient, step: Step): Promise<Gone> {
  const { row, told } = step;
  if (told.added > 0) await refuseStake(tx, step);
  const before: RoundStakes = { stake: kobo(row.stake), wallets: await readStakes(tx, row.round_id) };
  await lockMoney(tx, row.user_id);
  const money = await planMoney(tx, step, before);
  const { transactionId, standing } = await move(tx, step, money.moves);
  if (money.end === null) return keepOpen(tx, step, money.staked, transactionId, standing);
  const { bonusStaked, bonusWon, converted } = money.end;
  const ended: RoundRow = {
    round_id: row.round_id, game_id: row.game_id, stake: told.staked, win: told.win, bonus_staked: bonusStaked, bonus_won: bonusWon,
    bonus_converted: converted, free_spin_of: null, balance_before: row.balance_before, balance_after: standing.balance,
    balance_version: standing.version, outcome: told.view, commit_hash: row.commit_hash, client_seed: row.client_seed, nonce: row.nonce,
    at: step.now, bet: row.bet, first_stake: row.first_stake, actions: step.actions, abandoned: step.abandoned, started_at: row.started_at,
  };
  // First: of a round that is over nothing is in play.
  await tx.query('DELETE FROM open_round WHERE round_id = $1', [row.round_id]);
  await writeRoundRow(tx, ended, { userId: row.user_id, seedPairId: row.seed_pair_id, transactionId });
  const round = { userId: row.user_id, roundId: row.round_id, at: step.now, contribution: row.contribution, risked: told.staked };
  await writeEnd(tx, round, money.end, money.staked.wallets);
  return { state: 'ended', row: ended };
}

/** First of all: whoever is on a break is told so, and not that there is too little to stake. */
async function refuseStake(tx: PoolClient, { row, now, asked }: Step): Promise<void> {
  if (asked === null) throw new Error('nobody stakes by a rule');
  await assertMayMove(tx, row.user_id, { purposes: ['play'], place: asked.place }, now);
}

async function planMoney(tx: PoolClient, { row, told, now }: Step, before: RoundStakes): Promise<Money> {
  const real = await readReal(tx, row.user_id);
  const facts = { gameId: row.game_id, amount: told.added, real: real.balance, before, at: now };
  const stake = told.added === 0 ? null : await shareStake(tx, row.user_id, facts, real.wallets);
  const staked = stake?.after ?? before;
  const stakes = stake?.moves ?? [];
  if (!told.isOver) return { moves: stakes, staked, end: null };
  const wallets = (await lockRoundWallets(tx, staked.wallets)).map((wallet) => withStake(wallet, before, staked));
  const end = planEnd(wallets, { staked, win: told.win, contribution: row.contribution, scale: CONTRIBUTION_SCALE, at: now });
  return { moves: [...stakes, ...end.moves], staked, end };
}

/** As the wallet is once the newest stake is taken from it, which is in the same posting. */
function withStake(wallet: RoundWallet, before: RoundStakes, after: RoundStakes): RoundWallet {
  const was = before.wallets.get(wallet.walletId) ?? kobo(0);
  const taken = subKobo(after.wallets.get(wallet.walletId) ?? kobo(0), was);
  return { ...wallet, balance: subKobo(wallet.balance, taken), inPlay: addKobo(wallet.inPlay, taken) };
}

async function readReal(tx: PoolClient, userId: string): Promise<{ readonly balance: Kobo; readonly wallets: number }> {
  const { rows } = await tx.query<{ balance: number; bonus_wallets: number }>({
    name: 'round-real',
    text: 'SELECT balance, bonus_wallets FROM ledger_account WHERE account_id = $1',
    values: [accountIdOf(userId, 'real')],
  });
  return { balance: kobo(rows[0]?.balance ?? 0), wallets: rows[0]?.bonus_wallets ?? 0 };
}

/** Posts what there is to be moved. A round that ends without any is told all the same: lists go by the account's version. */
async function move(tx: PoolClient, { row, told, now, asked }: Step, moves: readonly Move[]): Promise<{ transactionId: string; standing: Standing }> {
  if (moves.some(({ amount }) => amount > 0)) {
    const shared = { userId: row.user_id, reference: row.round_id, at: now, moves, ...(asked !== null && { operationKey: asked.key }) };
    const { transactionId, real } = await post(tx, asked !== null && told.added > 0 ? { ...shared, kind: 'round-step', place: asked.place } : { ...shared, kind: 'round-end' });
    return { transactionId, standing: real };
  }
  const { rows } = await tx.query<Standing>(
    'UPDATE ledger_account SET version = version + $2 WHERE account_id = $1 RETURNING balance, version',
    [accountIdOf(row.user_id, 'real'), told.isOver ? 1 : 0],
  );
  if (rows[0] === undefined) throw new Error('whoever staked has an account');
  return { transactionId: row.transaction_id, standing: rows[0] };
}

async function keepOpen(tx: PoolClient, { row, actions }: Step, staked: RoundStakes, transactionId: string, standing: Standing): Promise<Gone> {
  const bonusStaked = totalOf(staked.wallets);
  const now: OpenRow = { ...row, actions, stake: staked.stake, bonus_staked: bonusStaked, transaction_id: transactionId };
  await tx.query({
    name: 'open-round-step',
    text: 'UPDATE open_round SET actions = $2, stake = $3, bonus_staked = $4, transaction_id = $5 WHERE round_id = $1',
    values: [row.round_id, JSON.stringify(actions), now.stake, now.bonus_staked, transactionId],
  });
  if (staked.stake !== row.stake) await writeStakes(tx, row.user_id, row.round_id, staked);
  return { state: 'open', row: now, standing };
}
