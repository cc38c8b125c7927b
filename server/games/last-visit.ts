/** Sums up the last visit of a player for the history: the newest rounds without a long pause between them. */
import type { LastVisit } from '../../src/core/contract/games';
import { kobo, koboToNaira } from '../../src/core/money';
import { PLAY_ENDS_MS } from '../../src/core/protection';
import type { Db } from '../ledger/accounts';
import { selectNewestRounds } from './history-rows';

/** At most so many rounds are read: at 2.5 s a round, more than two hours of play without a pause. */
const MAX_ROUNDS = 3_000;

interface VisitRow {
  readonly rounds: number;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly staked: number;
  readonly won: number;
}

/** Reads the last visit, with real money alone as in the totals; null for a player who has not played. */
export async function readLastVisit(db: Db, userId: string): Promise<LastVisit | null> {
  const { rows } = await db.query<VisitRow>(
    `SELECT count(*) AS rounds, min(at) AS from, max(at) AS to,
       coalesce(sum(staked), 0)::bigint AS staked, coalesce(sum(won), 0)::bigint AS won
     FROM (
       SELECT *, count(*) FILTER (WHERE later - at > $2 * interval '1 millisecond') OVER (ORDER BY at DESC, round_id DESC) AS pauses
       FROM (
         SELECT round_id, at, staked, won, lag(at) OVER (ORDER BY at DESC, round_id DESC) AS later
         FROM ${selectNewestRounds('$3')} AS played ORDER BY at DESC, round_id DESC LIMIT $3
       ) newest
     ) visits WHERE pauses = 0`,
    [userId, PLAY_ENDS_MS, MAX_ROUNDS],
  );
  const [visit] = rows;
  if (visit === undefined || visit.from === null || visit.to === null) return null;
  const { rounds, from, to, staked, won } = visit;
  const naira = (amount: number): number => koboToNaira(kobo(amount));
  return { from: from.toISOString(), to: to.toISOString(), rounds, staked: naira(staked), won: naira(won), net: naira(won - staked) };
}
