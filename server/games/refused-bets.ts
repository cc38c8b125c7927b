/**
 * Keeps bets that were refused after they named the draw they were for. When the seed is revealed, their player sees what each would
 * have been, and so whether those that would have won are refused more often.
 */
import type { PoolClient } from 'pg';
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { RoundSeeds } from '../../src/core/contract/games';
import type { listRefusedBets } from '../../src/core/contract/refused-bets';
import type { ProblemCode } from '../../src/core/contract/problem';
import { drawsFrom } from '../../src/core/fairness/draws';
import { drawOf } from '../../src/core/fairness/part';
import { allEngines } from '../../src/core/games/registry';
import { kobo, koboToNaira, nairaToKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { insertRow } from '../db/statement';
import { transaction } from '../db/transaction';
import { parseRowCursor } from '../http/cursor';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { fillBucket } from '../rate-limits/rates';

/** A bet under its key. */
export interface NamedBet {
  readonly userId: string;
  readonly key: string;
  readonly gameId: string;
  readonly body: { readonly stake: number; readonly bet: Readonly<Record<string, unknown>>; readonly seeds?: RoundSeeds | undefined };
}

/**
 * Bounds the refusals that store no answer, and so are not counted among the player's keys: 1,440 a day in the long run. Nobody
 * who plays presses so often too early.
 */
export const UNANSWERED_REFUSALS = { kind: 'refused-bet', leakMs: 60_000, atOnce: 60 } as const;

/** These refusals say that another call has the key, so the bet was not looked at. */
const KEY_REFUSALS: readonly ProblemCode[] = ['key-reused', 'key-running'];

/** Any seeds will do, because whether an engine accepts a bet does not depend on its draws. */
const ANY_SEEDS = { serverSeed: '0'.repeat(64), clientSeed: '0', nonce: 0 };

/** Returns the stake in kobo; null for a bet that its game does not accept: such a bet could be of any size, so we don't store it. */
function readPlayableStake({ gameId, body: { stake: naira, bet } }: NamedBet): Kobo | null {
  const engine = allEngines.get(gameId);
  const stake = nairaToKobo(naira);
  if (engine === undefined || stake === null) return null;
  const round = { stake, bet, draws: drawsFrom(ANY_SEEDS) };
  const { ok } = 'runUnchecked' in engine ? engine.runUnchecked({ ...round, actions: [] }) : engine.playUnchecked(round);
  return ok ? stake : null;
}

/** Keeps a bet that named its draw, once for its key; the first refusal stays. */
export async function keepRefusedBet(tx: PoolClient, refused: NamedBet, code: ProblemCode, at: Date): Promise<void> {
  const { userId, key, gameId, body: { bet, seeds } } = refused;
  const stake = readPlayableStake(refused);
  if (seeds === undefined || stake === null) return;
  const { commit, clientSeed, nonce } = drawOf(seeds);
  const row = {
    user_id: userId, key, game_id: gameId, stake, bet: JSON.stringify(bet), commit_hash: commit, client_seed: clientSeed, nonce,
    rules: seeds.rules ?? null, code, at,
  };
  await tx.query(insertRow('refused_bet', row, { ending: 'ON CONFLICT (user_id, key) DO NOTHING' }));
}

/**
 * Keeps the bet in a transaction of its own, because a refusal that leaves the key free is rolled back with everything else. Where
 * that fails, the log says so, and the refusal is answered all the same.
 */
export async function keepUnansweredRefusal(platform: Pick<Platform, 'pool' | 'now' | 'log'>, refused: NamedBet, code: ProblemCode): Promise<void> {
  if (refused.body.seeds === undefined || KEY_REFUSALS.includes(code) || readPlayableStake(refused) === null) return;
  const at = platform.now();
  try {
    await transaction(platform.pool, async (tx) => {
      const { waitSeconds } = await fillBucket(tx, UNANSWERED_REFUSALS, refused.userId, { now: at, capacity: UNANSWERED_REFUSALS.atOnce });
      if (waitSeconds === null) await keepRefusedBet(tx, refused, code, at);
    });
  } catch (error) {
    platform.log('refused-bet.not-kept', { code, error });
  }
}

interface RefusedBetRow {
  readonly number: number;
  readonly key: string;
  readonly game_id: string;
  readonly stake: number;
  readonly bet: Readonly<Record<string, unknown>>;
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
  readonly rules: string | null;
  readonly code: string;
  readonly at: Date;
}

const DEFAULT_LIMIT = 50;

/** Reads one page, the newest first, without bets that were sent again under their key and played then. */
export async function readRefusedBets(
  db: Db,
  userId: string,
  { cursor, limit = DEFAULT_LIMIT }: QueryOf<typeof listRefusedBets>,
): Promise<AnswerOf<typeof listRefusedBets>> {
  const { rows } = await db.query<RefusedBetRow>(
    `SELECT number, key, game_id, stake, bet, commit_hash, client_seed, nonce, rules, code, at FROM refused_bet b
     WHERE user_id = $1 AND ($2::bigint IS NULL OR number < $2)
       AND NOT EXISTS (SELECT FROM operation o WHERE o.user_id = b.user_id AND o.key = b.key AND o.status < 300)
     ORDER BY number DESC LIMIT $3`,
    [userId, parseRowCursor(cursor), limit + 1],
  );
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map((row) => ({
      key: row.key,
      gameId: row.game_id,
      stake: koboToNaira(kobo(row.stake)),
      bet: { ...row.bet },
      commit: row.commit_hash,
      clientSeed: row.client_seed,
      nonce: row.nonce,
      ...(row.rules !== null && { rules: row.rules }),
      code: row.code,
      at: row.at.toISOString(),
    })),
    next: rows.length > pageRows.length && last !== undefined ? String(last.number) : null,
  };
}
