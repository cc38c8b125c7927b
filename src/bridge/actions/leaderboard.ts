/** The highest multipliers of a week, and whether the player wants to be seen among them. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { getLeaderboard, getLeaderboardChoice, setLeaderboardChoice } from '../../core/contract/leaderboard';
import type { Leaderboard } from '../../core/contract/leaderboard';
import type { Result } from '../../core/errors';
import { PUBLIC_USER } from '../../data/schema';
import type { Envelope } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { database } from '../database';
import { callAsPlayer, callOpen } from '../platform';

export type LeaderboardChoice = AnswerOf<typeof getLeaderboardChoice>;

/** `week`: its Monday in Lagos; null = the one that runs. */
export function loadLeaderboard(week: string | null, signal?: AbortSignal): Promise<Result<Leaderboard>> {
  return callOpen(getLeaderboard, { query: week === null ? {} : { week }, ...(signal && { signal }) });
}

export function storedLeaderboard(week: string | null): Promise<Envelope<Leaderboard> | null> {
  return getSnapshot(database, PUBLIC_USER, week === null ? 'leaderboard' : `leaderboard?week=${week}`, getLeaderboard.answer);
}

export function loadLeaderboardChoice(signal?: AbortSignal): Promise<Result<LeaderboardChoice>> {
  return callAsPlayer(getLeaderboardChoice, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** Moves no money, and may be asked for again. */
export function chooseLeaderboard(optedIn: boolean): Promise<Result<LeaderboardChoice>> {
  return callAsPlayer(setLeaderboardChoice, ({ userId }) => ({ params: { userId }, body: { optedIn } }));
}
