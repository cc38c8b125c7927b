import * as z from '../zod';
import { endpoint } from './endpoint';
import { roundFairness } from './games';
import { instant, nairaAmount, page, pageQuery, playerParams } from './primitives';

/** A bet that named the draw it was for, and was refused. With its seeds everybody can see later what it would have been. */
export const refusedBet = z.object({
  /** The idempotency key that it was sent under. */
  key: z.string(),
  gameId: z.string(),
  stake: nairaAmount,
  bet: z.record(z.string(), z.unknown()),
  /** The draw and the version of the rules that it named. */
  ...roundFairness.shape,
  /** The code of the refusal, see `PROBLEM_CODES`. Kept as text. */
  code: z.string(),
  at: instant,
});
export type RefusedBet = z.infer<typeof refusedBet>;

export const listRefusedBets = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/fairness/refused-bets',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(refusedBet),
});
