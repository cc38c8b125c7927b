/** The highest multipliers of a week: of those who want to be seen, never with what they staked. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { date, gameId, instant, playerParams } from './primitives';

export const leaderboardRow = z.object({
  /** Equal multipliers: the earlier one first. */
  rank: z.number(),
  /** Shortened, so that only the players recognise themselves by it. */
  name: z.string(),
  gameId: z.string(),
  /** Win over stake, to two decimals. */
  multiplier: z.number(),
  at: instant,
});

export const leaderboard = z.object({
  /** Monday of the week in Lagos. */
  week: date,
  from: instant,
  to: instant,
  isClosed: z.boolean(),
  /** Each player once, with their highest; at most 50. */
  items: z.array(leaderboardRow),
  /** Weeks with an entry, newest first. */
  weeks: z.array(date),
});
export type Leaderboard = z.infer<typeof leaderboard>;

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/v1/leaderboard',
  access: 'public',
  query: z.object({ week: z.optional(date), gameId: z.optional(gameId) }),
  answer: leaderboard,
  etag: true,
});

export const leaderboardChoice = z.object({
  optedIn: z.boolean(),
  /** The name as others see it. */
  name: z.string(),
  /** The player's own highest of this week, seen by others or not; null = no round. */
  best: z.nullable(z.object({ gameId: z.string(), multiplier: z.number(), at: instant, rank: z.nullable(z.number()) })),
});

export const getLeaderboardChoice = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/leaderboard',
  access: 'session',
  params: playerParams,
  answer: leaderboardChoice,
  etag: true,
});

/** Switching it off removes the player from this week's list at once; closed weeks show them without a name. */
export const setLeaderboardChoice = endpoint({
  method: 'PUT',
  path: '/v1/player/:userId/leaderboard',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ optedIn: z.boolean() }),
  answer: leaderboardChoice,
  action: true,
});
