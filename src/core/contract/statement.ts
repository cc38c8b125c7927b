/** The chained statement: every entry of a player's accounts, each carrying a hash of the one before. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, playerParams } from './primitives';

/** One entry as it goes into its hash. Kobo, so that no rounding stands between the ledger and the hash. */
export const statementEntry = z.object({
  entryId: z.string(),
  at: instant,
  kind: z.string(),
  /** The account's name: real, held, or a bonus wallet's. */
  account: z.string(),
  /** Kobo, signed. */
  amount: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  reference: z.string(),
  /** SHA-256, hex; see `src/core/statement.ts` for what goes into it. */
  hash: z.string(),
});
export type StatementEntry = z.infer<typeof statementEntry>;

export const getStatement = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/statement',
  access: 'session',
  params: playerParams,
  query: z.object({
    /** The id of the entry before the first; missing = from the beginning. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
  }),
  answer: z.object({
    userId: z.string(),
    currency: z.literal('NGN'),
    /** The hash that the first entry of this page follows. */
    previous: z.string(),
    items: z.array(statementEntry),
    /** `after` of the next page, or null at the end. */
    next: z.nullable(z.string()),
    /** Hash and number of the newest entry at the time of asking. */
    head: z.object({ hash: z.string(), entries: z.number(), at: instant }),
  }),
});
export type StatementPage = z.infer<typeof getStatement.answer>;
