import * as z from '../zod';
import { nairaToKobo } from '../money';
import { USER_ID_PATTERN } from '../user-id';

/** An id as real platforms send it: a string, or a number (long ones arrive as strings, see `parseJson` in `src/api`). */
export const anyId = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((id) => String(id)),
);

export { USER_ID_PATTERN };
export const userId = z.string().check(z.regex(USER_ID_PATTERN));
export const resourceId = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/));
export const gameId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,47}$/));

/** `Idempotency-Key`: 16 to 64 characters a log line or a URL can carry without escaping. */
export const IDEMPOTENCY_KEY_PATTERN = /^[0-9A-Za-z_-]{16,64}$/;
export const idempotencyKey = z.string().check(z.regex(IDEMPOTENCY_KEY_PATTERN));

/** The one currency money moves in. */
export const CURRENCY = 'NGN';
export const ngn = z.literal(CURRENCY);

/** ISO 4217, as other platforms may send it. */
export const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/));

/** An amount in a request: decimal naira above zero that is a whole number of kobo. */
export const amount = z.number().check(
  z.refine((value) => {
    const inKobo = nairaToKobo(value);
    return inKobo !== null && inKobo > 0;
  }, 'Enter an amount in naira above zero, with at most two decimals.'),
);

/** An amount in an answer: decimal naira, which may be negative or zero. */
export const nairaAmount = z.number();

/** An instant in UTC, ISO 8601. */
export const instant = z.iso.datetime();
export const date = z.iso.date();

export const playerParams = z.strictObject({ userId });

/** The answer of a list that goes on: `next` is the cursor of the following page, or null at the end. */
export function page<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) });
}

export const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,128}$/))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
});
