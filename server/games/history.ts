/** The rounds a player has played, newest first, with totals of a period. What is open is told when it ends. */
import type { AnswerOf, QueryOf } from '../../src/core/contract/endpoint';
import type { RoundHistoryItem, listRounds as listRoundsEndpoint } from '../../src/core/contract/games';
import { kobo, koboToNaira } from '../../src/core/money';
import { tagOf } from '../http/etag';
import { ProblemError } from '../http/problem';
import { readBalanceVersion } from '../ledger/accounts';
import type { Db } from '../ledger/accounts';
import { resolvePeriod } from '../period';
import { readLastVisit } from './last-visit';
import { findListed, PLAYED, readListed, toHistoryItem } from './history-rows';
import { ROUND_COLUMNS } from './rounds';
import type { RoundRow } from './rounds';

type RoundsQuery = QueryOf<typeof listRoundsEndpoint>;
export type RoundsPage = AnswerOf<typeof listRoundsEndpoint>;

const DEFAULT_LIMIT = 20;

/** Everything a list depends on beside the rounds themselves. */
export interface RoundsFilter {
  readonly userId: string;
  readonly gameId: string | null;
  /** From this instant on, and before that one. */
  readonly from: Date;
  readonly before: Date;
  readonly limit: number;
  /** The last round of the page before. */
  readonly after: { readonly at: Date; readonly roundId: string } | null;
}

/**
 * Reads a query, its days as days in Lagos; `now` in epoch ms. Throws `validation` for a period that is turned round or
 * goes back more than 12 months, and for a cursor that is none of ours.
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
    const errors = [{ field: 'cursor', message: 'This is no place in the list.' }];
    throw new ProblemError('validation', 'This page cannot be shown.', { errors });
  }
  return { at: new Date(Number(at)), roundId };
}

/**
 * ETag of a list from indexed rows: rounds are only ever added, and each raises the version of the player's money, be it
 * that it ends without moving any. A provider's that ends so is not unsettled any more.
 * Not the newest round: after a clock was set back, a new one is not the newest.
 */
export async function roundsTag(db: Db, filter: RoundsFilter): Promise<string> {
  const { rows } = await db.query<{ open: number }>('SELECT count(*) AS open FROM frame_round WHERE user_id = $1 AND settled_at IS NULL', [filter.userId]);
  return tagOf(JSON.stringify([filter, await readBalanceVersion(db, filter.userId), rows[0]?.open]));
}

/** One page, and the totals of the whole period. */
export async function readRounds(db: Db, filter: RoundsFilter): Promise<RoundsPage> {
  const { userId, limit, after } = filter;
  const rows = await readListed(db, filter, after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toHistoryItem),
    next: rows.length > shown.length && last !== undefined ? `${last.at.getTime()}.${last.round_id}` : null,
    totals: await readTotals(db, filter),
    // What is kept on a device is a first page.
    ...(after === null ? { lastVisit: await readLastVisit(db, userId) } : {}),
  };
}

/** Of the player's own money, as limits count it. */
async function readTotals(db: Db, filter: RoundsFilter): Promise<RoundsPage['totals']> {
  const { rows } = await db.query<{ rounds: number; staked: number; won: number }>(
    `SELECT count(*) AS rounds, coalesce(sum(staked), 0)::bigint AS staked, coalesce(sum(won), 0)::bigint AS won
     FROM ${PLAYED} AS played WHERE ($2::text IS NULL OR game_id = $2) AND at >= $3 AND at < $4`,
    [filter.userId, filter.gameId, filter.from, filter.before],
  );
  const { rounds, staked, won } = rows[0] ?? { rounds: 0, staked: 0, won: 0 };
  const naira = (amount: number): number => koboToNaira(kobo(amount));
  return { rounds, staked: naira(staked), won: naira(won), net: naira(won - staked) };
}

/** One round of the player as it was shown; undefined for an id that is not one of theirs. */
export async function findRound(db: Db, userId: string, roundId: string): Promise<RoundHistoryItem | undefined> {
  const row = await findListed(db, userId, roundId);
  return row === undefined ? undefined : toHistoryItem(row);
}

/** One that the platform decided, as a row. */
export async function findEnded(db: Db, userId: string, roundId: string): Promise<RoundRow | undefined> {
  const { rows } = await db.query<RoundRow>(
    `SELECT ${ROUND_COLUMNS} FROM round r JOIN seed_pair p USING (seed_pair_id)
     WHERE r.user_id = $1 AND r.round_id = $2`,
    [userId, roundId],
  );
  return rows[0];
}
