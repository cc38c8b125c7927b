/** Lists the rounds that a player has played, the newest first, with totals of a period. Open rounds appear when they end. */
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { RoundHistoryItem, listRounds as listRoundsEndpoint } from '../../src/core/contract/games';
import { kobo, koboToNaira } from '../../src/core/money';
import { tagOf } from '../http/etag';
import { ProblemError } from '../http/problem';
import { readBalanceVersion } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';
import { resolvePeriod } from '../period';
import { readLastVisit } from './last-visit';
import { HAS_RESULT, findHistoryRow, PLAYED_ROUNDS, readHistoryRows, toHistoryItem } from './history-rows';
import { ROUND_COLUMNS } from './rounds';
import type { RoundRow } from './rounds';

type RoundsQuery = QueryOf<typeof listRoundsEndpoint>;
export type RoundsPage = AnswerOf<typeof listRoundsEndpoint>;

const DEFAULT_LIMIT = 20;
/** Later than any round, also where a clock was ahead. */
const END_OF_TIME = new Date('9000-01-01T00:00:00Z');

/** The parts of a query that choose the rounds of a list. */
export interface RoundsFilter {
  readonly userId: string;
  readonly gameId: string | null;
  /** Rounds from this instant on, and before the next one. */
  readonly from: Date;
  readonly before: Date;
  readonly limit: number;
  /** The last round of the page before. */
  readonly after: { readonly at: Date; readonly roundId: string } | null;
}

/**
 * Reads a query, with its days as days in Lagos; `now` in epoch ms. Throws `validation` for a period that ends before it starts or
 * goes back more than 12 months, and for a cursor that we did not make.
 */
export function toFilter(userId: string, query: RoundsQuery, now: number): RoundsFilter {
  const { start, end } = resolvePeriod(query, now);
  return {
    userId,
    gameId: query.gameId ?? null,
    from: start,
    before: end,
    limit: query.limit ?? DEFAULT_LIMIT,
    after: query.cursor === undefined ? null : readCursor(query.cursor),
  };
}

function readCursor(cursor: string): { at: Date; roundId: string } {
  const [, at, roundId] = /^(\d{1,15})\.([0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (at === undefined || roundId === undefined) {
    const errors = [{ field: 'cursor', message: 'This cursor is not from this list.' }];
    throw new ProblemError('validation', 'This page cannot be shown.', { errors });
  }
  return { at: new Date(Number(at)), roundId };
}

/**
 * Makes the ETag of a list from indexed rows. Rounds are only ever added, and each raises the version of the player's money, even
 * one that ends without moving any. A provider's round that ends without moving money lowers the number of unsettled ones.
 * The newest round would not do: after a clock was set back, a new round is not the newest.
 */
export async function readRoundsTag(db: Db, filter: RoundsFilter): Promise<string> {
  const { rows } = await db.query<{ open: number }>('SELECT count(*) AS open FROM frame_round WHERE user_id = $1 AND settled_at IS NULL', [filter.userId]);
  return tagOf(JSON.stringify([filter, await readBalanceVersion(db, filter.userId), rows[0]?.open]));
}

/** Reads one page, and the totals of the whole period. */
export async function readRounds(db: Db, filter: RoundsFilter): Promise<RoundsPage> {
  const { userId, limit, after } = filter;
  const rows = await readHistoryRows(db, filter, after, limit + 1);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map(toHistoryItem),
    next: rows.length > pageRows.length && last !== undefined ? `${last.at.getTime()}.${last.round_id}` : null,
    totals: await readTotals(db, filter),
    // A device stores only first pages, so only they need the last visit.
    ...(after === null ? { lastVisit: await readLastVisit(db, userId) } : {}),
  };
}

/** Reads a page of all rounds of a player, newest first. Throws `validation` for a malformed cursor. */
export async function readRoundPage(
  db: Db,
  { userId, cursor, limit }: { readonly userId: string; readonly cursor: string | undefined; readonly limit: number },
): Promise<Pick<RoundsPage, 'items' | 'next'>> {
  const everything = { userId, gameId: null, from: new Date(0), before: END_OF_TIME };
  const rows = await readHistoryRows(db, everything, cursor === undefined ? null : readCursor(cursor), limit + 1);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map(toHistoryItem),
    next: rows.length > pageRows.length && last !== undefined ? `${last.at.getTime()}.${last.round_id}` : null,
  };
}

/** Adds up real money alone, as limits count it. */
async function readTotals(db: Db, filter: RoundsFilter): Promise<RoundsPage['totals']> {
  const { rows } = await db.query<{ rounds: number; staked: number; won: number }>(
    `SELECT count(*) AS rounds, coalesce(sum(staked), 0)::bigint AS staked, coalesce(sum(won), 0)::bigint AS won
     FROM ${PLAYED_ROUNDS} AS played WHERE ($2::text IS NULL OR game_id = $2) AND at >= $3 AND at < $4`,
    [filter.userId, filter.gameId, filter.from, filter.before],
  );
  const { rounds, staked, won } = rows[0] ?? { rounds: 0, staked: 0, won: 0 };
  const naira = (amount: number): number => koboToNaira(kobo(amount));
  return { rounds, staked: naira(staked), won: naira(won), net: naira(won - staked) };
}

/** Finds a round of the player as the list shows it; undefined for an id that is not one of theirs. */
export async function findRound(db: Db, userId: string, roundId: string): Promise<RoundHistoryItem | undefined> {
  const row = await findHistoryRow(db, userId, roundId);
  return row === undefined ? undefined : toHistoryItem(row);
}

/** Finds the row of a round that the platform decided. */
export async function findEndedRound(db: Db, userId: string, roundId: string): Promise<RoundRow | undefined> {
  const { rows } = await db.query<RoundRow>(
    `SELECT ${ROUND_COLUMNS} FROM round r JOIN seed_pair p USING (seed_pair_id)
     WHERE r.user_id = $1 AND r.round_id = $2 AND ${HAS_RESULT}`,
    [userId, roundId],
  );
  return rows[0];
}
