/** Reads and locks open rounds, and turns them into answers of the contract. */
import type { PoolClient } from 'pg';
import type * as z from 'zod/mini';
import type { OpenRound, RoundAnswer, openRoundRef } from '../../src/core/contract/games';
import { CURRENCY } from '../../src/core/contract/primitives';
import { drawsFrom } from '../../src/core/fairness/draws';
import type { AnySteppedEngine, SteppedAnswer } from '../../src/core/games/stepped';
import { kobo, koboToNaira } from '../../src/core/money';
import { tagOf } from '../http/etag';
import { ProblemError } from '../http/problem';
import { accountIdOf } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';
import type { SeedKeys } from '../seed-keys';
import { toFairness } from './rounds';
import { engineOfOpenRound } from './rules';
import { serverSeedOf } from './server-seed';
import type { StoredSeed } from './server-seed';

/** A row of `open_round` with its seed pair; money is in kobo. */
export interface OpenRow {
  readonly round_id: string;
  readonly user_id: string;
  readonly game_id: string;
  readonly bet: Readonly<Record<string, unknown>>;
  readonly actions: readonly unknown[];
  readonly first_stake: number;
  readonly stake: number;
  readonly bonus_staked: number;
  readonly balance_before: number;
  /** In ten-thousandths. */
  readonly contribution: number;
  readonly seed_pair_id: string;
  readonly server_seed: string;
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
  /** The version of the rules; null for a round from before rules had versions. */
  readonly rules: string | null;
  /** The engine of these rules; null where this build can't play them. */
  readonly engine: AnySteppedEngine | null;
  readonly transaction_id: string;
  readonly started_at: Date;
  readonly settles_at: Date;
  /** The part of its stakes that was paid in and not played before. */
  readonly unplayed: number;
}

/** Selects the columns of a `StoredRound` from `open_round o JOIN seed_pair p USING (seed_pair_id)`. */
const OPEN_COLUMNS = `o.round_id, o.user_id, o.game_id, o.bet, o.actions, o.first_stake, o.stake, o.bonus_staked, o.balance_before,
  o.contribution, o.seed_pair_id, p.server_seed, p.key_id, p.commit_hash, o.client_seed, o.nonce, o.rules, o.transaction_id, o.started_at,
  o.settles_at, o.unplayed`;

type StoredRound = Omit<OpenRow, 'server_seed' | 'engine'> & StoredSeed;

/** Locks a voided round that still has its stakes; undefined where they went back. No engine has to play it. */
export async function lockVoidedRound(tx: PoolClient, roundId: string): Promise<OpenRow | undefined> {
  const { rows: [row] } = await tx.query<StoredRound>(
    `SELECT ${OPEN_COLUMNS} FROM open_round o JOIN seed_pair p USING (seed_pair_id) JOIN voided_round v USING (round_id)
     WHERE o.round_id = $1 AND v.voided_at IS NULL FOR UPDATE OF o`,
    [roundId],
  );
  return row && { ...row, server_seed: '', engine: null };
}

async function toOpenRow(db: Db, seedKeys: SeedKeys, row: StoredRound): Promise<OpenRow> {
  const engine = await engineOfOpenRound(db, row.game_id, row.rules);
  return { ...row, server_seed: await serverSeedOf(seedKeys, row), engine };
}

/** The next step of a round. */
export interface NextStep {
  /** One more action, which is not checked yet. */
  readonly action?: unknown;
  /** True where the rule for unfinished rounds ends the round. */
  readonly abandoned?: boolean;
}

/** Runs the round with its actions so far, and the next step. Throws an Error where this build can't play it. */
export function runOpenRound(row: OpenRow, { action, abandoned = false }: NextStep = {}): SteppedAnswer {
  const { engine } = row;
  if (engine === null) throw new Error(`no engine plays ${row.game_id} by the rules ${String(row.rules)}`);
  const actions = action === undefined ? row.actions : [...row.actions, action];
  const draws = drawsFrom({ serverSeed: row.server_seed, clientSeed: row.client_seed, nonce: row.nonce });
  return engine.runUnchecked({ stake: kobo(row.first_stake), bet: row.bet, draws, actions, abandoned });
}

/** The player's real money, in kobo, and the version of the account. */
export interface RealBalance {
  readonly balance: number;
  readonly version: number;
}

/** Reads the real account; 0 and version 0 where there is none. */
export async function readRealBalance(db: Db, userId: string): Promise<RealBalance> {
  const { rows } = await db.query<RealBalance>({
    name: 'round-real-balance',
    text: 'SELECT balance, version FROM ledger_account WHERE account_id = $1',
    values: [accountIdOf(userId, 'real')],
  });
  return rows[0] ?? { balance: 0, version: 0 };
}

const naira = (amount: number): number => koboToNaira(kobo(amount));

/** Makes the answer for an open round; `view` is the part that the engine shows of it. */
export function toOpenAnswer(row: OpenRow, view: unknown, { balance, version }: RealBalance): RoundAnswer {
  return {
    roundId: row.round_id,
    gameId: row.game_id,
    state: 'open',
    step: row.actions.length,
    stake: naira(row.stake),
    currency: CURRENCY,
    outcome: view,
    win: 0,
    balance: naira(balance),
    version,
    ...(row.bonus_staked > 0 ? { bonus: { staked: naira(row.bonus_staked), won: 0 } } : {}),
    fairness: toFairness(row),
    bet: row.bet,
    firstStake: naira(row.first_stake),
    actions: [...row.actions],
    abandoned: false,
    at: row.started_at.toISOString(),
  };
}

/** Excludes rounds `o` that nobody plays on (see `void-restored.ts`). */
const IS_PLAYED_ON = 'NOT EXISTS (SELECT FROM voided_round v WHERE v.round_id = o.round_id)';

/** Locks the player's open round for the caller's transaction; undefined where it is not theirs, has ended, or is voided. */
export async function lockOpenRound(tx: PoolClient, seedKeys: SeedKeys, userId: string, roundId: string): Promise<OpenRow | undefined> {
  const { rows: [row] } = await tx.query<StoredRound>({
    name: 'open-round-locked',
    text: `SELECT ${OPEN_COLUMNS} FROM open_round o JOIN seed_pair p USING (seed_pair_id)
           WHERE o.round_id = $1 AND o.user_id = $2 AND ${IS_PLAYED_ON} FOR UPDATE OF o`,
    values: [roundId, userId],
  });
  return row && toOpenRow(tx, seedKeys, row);
}

/** Reads the player's open rounds, the oldest first. */
async function readOpenRounds(db: Db, seedKeys: SeedKeys, userId: string): Promise<OpenRow[]> {
  const { rows } = await db.query<StoredRound>(
    `SELECT ${OPEN_COLUMNS} FROM open_round o JOIN seed_pair p USING (seed_pair_id) WHERE o.user_id = $1 AND ${IS_PLAYED_ON}
     ORDER BY o.started_at, o.round_id`,
    [userId],
  );
  return Promise.all(rows.map((row) => toOpenRow(db, seedKeys, row)));
}

/** Lists the player's open rounds for the contract, with the list's tag. A round that this build can't play stays open and is not listed. */
export async function listOpenRounds(
  db: Db,
  seedKeys: SeedKeys,
  userId: string,
): Promise<{ readonly items: OpenRound[]; readonly tag: string }> {
  const rows = (await readOpenRounds(db, seedKeys, userId)).filter(({ engine }) => engine !== null);
  const realBalance = await readRealBalance(db, userId);
  const items = rows.map((row): OpenRound => {
    const result = runOpenRound(row);
    if (!result.ok) throw new Error(`open round ${row.round_id} does not run: ${result.code}`);
    return { ...toOpenAnswer(row, result.view, realBalance), settlesAt: row.settles_at.toISOString() };
  });
  return { items, tag: tagOf(JSON.stringify(items)) };
}

/** Throws `round-open` where the player has an open round of any game. The caller has locked the player's seeds, so that none starts meanwhile. */
export async function refuseWhileRoundOpen(tx: PoolClient, userId: string): Promise<void> {
  const { rows } = await tx.query<{ round_id: string; game_id: string }>({
    name: 'open-round-of-player',
    text: 'SELECT round_id, game_id FROM open_round WHERE user_id = $1 LIMIT 1',
    values: [userId],
  });
  const [row] = rows;
  if (row !== undefined) throw roundOpenProblem({ roundId: row.round_id, gameId: row.game_id });
}

/** Makes the refusal of a second round; `current` is the round that is open. */
export function roundOpenProblem(current: z.infer<typeof openRoundRef>): ProblemError {
  return new ProblemError('round-open', 'You have an unfinished round. Finish it first.', { current });
}
