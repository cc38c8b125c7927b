import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { game } from './games';
import { amount, gameId, toldAmount } from './primitives';

/** A game as an admin sees it; `version` is what `If-Match` names (as `"<version>"`). */
export const adminGame = z.object({
  ...game.shape,
  position: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** Observed since the start: rounds, and decimal naira staked and won. */
  observed: z.object({ rounds: z.number(), staked: toldAmount, won: toldAmount }),
});
export type AdminGame = z.infer<typeof adminGame>;

export const listAdminGames = endpoint({
  method: 'GET',
  path: '/v1/admin/games',
  summary: 'Every game, disabled ones too',
  access: 'admin',
  answer: z.object({ items: z.array(adminGame) }),
  etag: true,
});

export const gamePatch = z.strictObject({
  name: z.optional(z.string().check(z.trim(), z.minLength(1, 'Give a name.'), z.maxLength(60))),
  categories: z.optional(
    z.array(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'Small letters, digits and dashes.'))).check(z.maxLength(8)),
  ),
  contribution: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  minStake: z.optional(amount),
  maxStake: z.optional(amount),
  position: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  enabled: z.optional(z.boolean()),
});

export const patchAdminGame = endpoint({
  method: 'PATCH',
  path: '/v1/admin/games/:gameId',
  summary: 'Change a game; needs If-Match, answers 412 with the current version on a conflict',
  access: 'admin',
  params: z.strictObject({ gameId }),
  body: gamePatch,
  answer: adminGame,
  action: true,
});
