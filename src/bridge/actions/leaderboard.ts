/** Loads the highest multipliers of a week, and sets whether the player wants to be seen among them. */
import { queryText } from '../../api/address';
import type { AnswerOf, QueryOf } from '../../core/contract/endpoint';
import { getLeaderboard, getLeaderboardChoice, setLeaderboardChoice } from '../../core/contract/leaderboard';
import type { Leaderboard } from '../../core/contract/leaderboard';
import type { Result } from '../../core/errors';
import { PUBLIC_USER } from '../../data/schema';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { callAsPlayer, callOpen, database } from '../index';

export type LeaderboardChoice = AnswerOf<typeof getLeaderboardChoice>;

/** Names one board. `week` is its Monday in Lagos, or missing for the week that runs; without `gameId` it is the board of all games. */
export type BoardQuery = QueryOf<typeof getLeaderboard>;

export function loadLeaderboard(query: BoardQuery, signal?: AbortSignal): Promise<Result<Leaderboard>> {
  return callOpen(getLeaderboard, { query, ...(signal && { signal }) });
}

export function storedLeaderboard(query: BoardQuery): Promise<Snapshot<Leaderboard> | null> {
  return getSnapshot(database, PUBLIC_USER, `leaderboard${queryText(query)}`, getLeaderboard.answer);
}

export function loadLeaderboardChoice(signal?: AbortSignal): Promise<Result<LeaderboardChoice>> {
  return callAsPlayer(getLeaderboardChoice, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** Moves no money, so it may be sent again. */
export function chooseLeaderboard(optedIn: boolean): Promise<Result<LeaderboardChoice>> {
  return callAsPlayer(setLeaderboardChoice, ({ userId }) => ({ params: { userId }, body: { optedIn } }));
}
