/** The weekly draw: what is published of it before, while and after it is held. How it is worked out: src/core/draw.ts. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { date, instant, nairaAmount, ngn, page, pageQuery, resourceId } from './primitives';

/**
 * One try to draw from the frozen entries, named before what decides it exists. Where that does not come, the try is void, for
 * everybody to see, and the next one is named.
 */
export const drawAttempt = z.object({
  number: z.number(),
  /** One of `DRAW_SOURCES`. */
  source: z.string(),
  namedAt: instant,
  /** The round of a public beacon that decides; `at` is when it will be, or was, published. */
  beacon: z.nullable(z.object({ url: z.string(), chain: z.string(), round: z.number(), at: instant })),
  /** The try is void unless its decision is there by then; null while that does not depend on time. */
  until: z.nullable(instant),
  /** The commits of two people of the team, in their order. */
  commits: z.array(z.object({ commit: z.string(), at: instant, revealedAt: z.nullable(instant) })),
  voidedAt: z.nullable(instant),
  /** One of `VOID_REASONS`. */
  voidReason: z.nullable(z.string()),
});
export type DrawAttempt = z.infer<typeof drawAttempt>;

/** One week's draw. Its commit and its first try are shown before anybody can enter. */
export const draw = z.object({
  drawId: z.string(),
  /** Monday of its week in Lagos. */
  week: date,
  opensAt: instant,
  closesAt: instant,
  /** SHA-256 of the seed, hex. */
  commit: z.string(),
  entries: z.number(),
  prizes: z.array(nairaAmount),
  currency: ngn,
  /** Once it is drawn. */
  drawnAt: z.nullable(instant),
  winners: z.array(z.object({ place: z.number(), entryId: z.string(), name: z.string(), prize: nairaAmount })),
  /** The rule by which it is drawn; the first one where it is missing. */
  rules: z.optional(z.number()),
  /** When the entries were frozen, and the hash of their list from then on; null before. */
  frozenAt: z.optional(z.nullable(instant)),
  entriesHash: z.optional(z.nullable(z.string())),
  /** Every try, the first one first. */
  attempts: z.optional(z.array(drawAttempt)),
  /** The entries that were drawn before the last place was taken and could not win, in that order; `reason`: one of `ENTRY_BARS`. */
  passedOver: z.optional(z.array(z.object({ entryId: z.string(), reason: z.string() }))),
});
export type Draw = z.infer<typeof draw>;

/** A list of draws whose items nobody has looked at yet, as the service worker keeps it. */
export const drawsAsTheyCome = page(z.record(z.string(), z.unknown()));

export const listDraws = endpoint({
  method: 'GET',
  path: '/v1/draws',
  access: 'public',
  query: pageQuery,
  answer: page(draw),
  etag: true,
});

/** All that the result follows from, for anybody to work it out again. 404 before it is drawn. */
export const getDrawProof = endpoint({
  method: 'GET',
  path: '/v1/draws/:drawId/proof',
  access: 'public',
  params: z.strictObject({ drawId: resourceId }),
  answer: z.object({
    drawId: z.string(),
    seed: z.string(),
    commit: z.string(),
    entryIds: z.array(z.string()),
    prizes: z.array(nairaAmount),
    /** The entries that were drawn and passed over, in the order in which they were drawn by the second rule. */
    passedOver: z.optional(z.array(z.string())),
    rules: z.optional(z.number()),
    /** Why entries could not win when the list was frozen, by their ids. */
    bars: z.optional(z.record(z.string(), z.string())),
    /** The try that was not void, with what came of it. */
    decided: z.optional(z.object({
      attempt: z.number(),
      source: z.string(),
      beacon: z.nullable(z.object({ chain: z.string(), round: z.number(), signature: z.string(), randomness: z.string() })),
      secrets: z.array(z.string()),
    })),
  }),
  etag: true,
});
