/** Games of other providers, in a frame: the calls of the player's page. What the provider calls is in `frame-wallet.ts`. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { gameId, instant, ngn, playerParams, resourceId, nairaAmount } from './primitives';

/** `waiting`: the provider has not taken the token yet. */
export const LAUNCH_STATES = ['waiting', 'open', 'ended'] as const;
export const LAUNCH_ENDS = ['left', 'replaced', 'reality-check', 'protected', 'disabled', 'gone'] as const;
export type LaunchEnd = (typeof LAUNCH_ENDS)[number];

export const launch = z.object({
  launchId: z.string(),
  /** The address that the frame loads. The token in its fragment can be used once, until `expiresAt`; it is never sent again. */
  url: z.string(),
  expiresAt: instant,
});
export type Launch = z.infer<typeof launch>;

export const launchGame = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/games/:gameId/launches',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, gameId }),
  answer: launch,
  status: 201,
  action: true,
  // Stakes in the frame are not asked about again, so the session has to be fresh here.
  fresh: true,
});

export const launchState = z.object({
  launchId: z.string(),
  gameId: z.string(),
  state: z.string(),
  /** Why it ended; missing while it has not. Kept as text. */
  endReason: z.optional(z.string()),
  currency: ngn,
  /** Decimal naira, since the launch; what was given back is no stake. */
  staked: nairaAmount,
  won: nairaAmount,
  rounds: z.number(),
  /** The player's own money, and the version of that account. */
  balance: nairaAmount,
  version: z.number(),
});
export type LaunchState = z.infer<typeof launchState>;

export const roundReplay = z.object({
  /** The address that the frame loads until `expiresAt`: its fragment names the player and the round, signed. It launches no game. */
  url: z.string(),
  expiresAt: instant,
});
export type RoundReplay = z.infer<typeof roundReplay>;

/** `round-open` while the round is not over, `not-found` also where its provider has no such game here any more. */
export const getRoundReplay = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/rounds/:roundId/replay',
  access: 'session',
  params: z.strictObject({ ...playerParams.shape, roundId: resourceId }),
  answer: roundReplay,
});

const launchParams = z.strictObject({ ...playerParams.shape, launchId: resourceId });

export const getLaunch = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/launches/:launchId',
  access: 'session',
  params: launchParams,
  answer: launchState,
});

export const endLaunch = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/launches/:launchId',
  access: 'bound',
  params: launchParams,
});
