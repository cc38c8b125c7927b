/**
 * Everything of a signed-in player that may wait for a connection, one row each; guests' feedback and sign-outs are in `all-kinds.ts`.
 * A new kind: its path in `queueable-paths.ts`, its call in `calls.ts`, a row here (`isQuiet` where it needs no notice), its page in
 * `PAGE_OF_KIND` (`words.ts`) where it has one, and its words in `pages/shared/outbox/words.ts`. Every kind has to pass the same tests,
 * which take a row from each of these files in `tests/unit/outbox`: `fixtures.ts`, `newer-build.test.ts` (`UNFIT`), `calls.test.ts`
 * (`SAME`) and, unless the answer is empty, `answers.ts`.
 */
import * as z from '../zod';
import { CONSENT_TAGS } from '../consent-tags';
import { ADD_FAVOURITE, EDIT_DETAILS, EDIT_GAME, EXCLUDE, GIVE_CONSENTS, ORDER_GAMES, REMOVE_FAVOURITE, SEND_FEEDBACK, SEND_MESSAGE, SET_LIMIT, WITHDRAW_CONSENT } from './calls';
import { gameEdit, gameOrder } from './game-edits';
import type { OutboxItem } from './item';
import { EXCLUSION_LENGTHS, LIMIT_KINDS, LIMIT_PERIODS } from '../protection';
import { kind, membersOf } from './kind-type';
import type { OutboxKind, StoredChanges } from './kind-type';

const consent = z.object({ tag: z.enum(CONSENT_TAGS) });
const consentSlot = ({ tag }: { readonly tag: string }) => `consent:${tag}`;
/** Fields of a form; the platform checks each. */
const members = z.record(z.string(), z.unknown());
const game = z.object({ gameId: z.string() });
const favouriteSlot = ({ gameId }: { readonly gameId: string }) => `favourite:${gameId}`;
/** The most characters of feedback with its picture, as JSON. */
export const FEEDBACK_CHARS = 220_000;
/** A picture takes long on a slow connection, and the platform reads a request for as long as this. */
export const FEEDBACK_DEADLINE_MS = 30_000;
/** Also stores the state in the account's snapshot, because every page reads it there. */
const storesProtection = (answer: unknown): StoredChanges => {
  const protection = membersOf(answer);
  return { protection: { members: protection, isWhole: true }, account: { members: { protection: protection['state'] } } };
};
const iso = (ms: number) => new Date(ms).toISOString();

/** The kinds that a player's outbox may hold; the sync worker knows these and no others. */
export const PLAYER_KINDS = {
  'give-consent': kind({
    call: GIVE_CONSENTS,
    body: consent,
    slot: consentSlot,
    isDone: ({ tag }, consents) => consents[tag] === true,
    request: ({ tag }, { at, nowMs, isOurs }) => ({
      body: { items: [{ tagCode: tag, status: 'Accepted', ...(isOurs && { acceptedAt: iso(at), sentAt: iso(nowMs) }) }] },
    }),
  }),
  // It is sent even if the profile does not have the consent, because an earlier accept may still be under way and must not win.
  'withdraw-consent': kind({
    call: WITHDRAW_CONSENT,
    body: consent,
    slot: consentSlot,
    priority: 0,
    needs: 'withdraw-consent',
    isShown: ({ tag }, consents) => consents[tag] !== true,
    request: ({ tag }) => ({ params: { tagCode: tag } }),
  }),
  // The page makes the whole edit anew each time, from the platform's details and what waits, so there is nothing to merge.
  'edit-profile': kind({
    call: EDIT_DETAILS,
    // Members as in `core/details-edit`; the platform looks at each.
    body: z.object({ version: z.number(), base: members, patch: members }),
    slot: () => 'edit-profile',
    needs: 'details',
    onConflict: 'keep',
    request: ({ version, patch }) => ({ body: patch, ifMatch: version }),
    stores: (answer) => ({ details: { members: membersOf(answer), isWhole: true } }),
  }),
  // It never raises or removes a limit (`onlyLower`), so one that was lowered elsewhere meanwhile stays as low as it is.
  'lower-limit': kind({
    call: SET_LIMIT,
    body: z.object({ kind: z.enum(LIMIT_KINDS), period: z.enum(LIMIT_PERIODS), amount: z.number() }),
    slot: ({ kind: limitKind, period }) => `limit:${limitKind}:${period}`,
    priority: 0,
    binds: true,
    needs: 'protection',
    merge: (before, next) => (before.amount < next.amount ? before : next),
    request: ({ amount, ...params }) => ({ params, body: { amount, currency: 'NGN', onlyLower: true } }),
    stores: storesProtection,
  }),
  exclude: kind({
    call: EXCLUDE,
    body: z.object({ length: z.enum(EXCLUSION_LENGTHS) }),
    slot: () => 'exclude',
    priority: -1,
    binds: true,
    needs: 'protection',
    // The longer one wins; `EXCLUSION_LENGTHS` is in order of length.
    merge: (before, next) => (EXCLUSION_LENGTHS.indexOf(before.length) > EXCLUSION_LENGTHS.indexOf(next.length) ? before : next),
    request: (body) => ({ body }),
    stores: storesProtection,
  }),
  // Both kinds share the slot of their game, so the last choice for a game replaces the one before.
  favourite: kind({ call: ADD_FAVOURITE, body: game, slot: favouriteSlot, isQuiet: true, needs: 'favourites', request: (params) => ({ params }) }),
  'no-favourite': kind({ call: REMOVE_FAVOURITE, body: game, slot: favouriteSlot, isQuiet: true, needs: 'favourites', request: (params) => ({ params }) }),
  // Each message has its own slot, so none replaces another; they arrive in the order in which they were written.
  'send-message': kind({
    call: SEND_MESSAGE,
    body: z.object({ id: z.string(), text: z.string() }),
    slot: ({ id }) => `message:${id}`,
    ordered: true,
    needs: 'support',
    request: ({ text }) => ({ body: { text } }),
  }),
  'send-feedback': kind({
    call: SEND_FEEDBACK,
    // The platform looks at the picture.
    body: z.object({ id: z.string(), category: z.string(), text: z.string(), picture: z.optional(z.unknown()) }),
    slot: ({ id }) => `feedback:${id}`,
    needs: 'support',
    maxChars: FEEDBACK_CHARS,
    request: ({ id: _, ...body }) => ({ body, deadlineMs: FEEDBACK_DEADLINE_MS }),
  }),
  // For admins. Each game has one item, so that changes in it go out in order, and nothing passes a conflict.
  'edit-game': kind({
    call: EDIT_GAME,
    body: gameEdit,
    slot: ({ gameId }) => `game:${gameId}`,
    needs: 'admin',
    onConflict: 'keep',
    request: ({ gameId, version, patch }) => ({ params: { gameId }, body: patch, ifMatch: version }),
  }),
  'order-games': kind({
    call: ORDER_GAMES,
    body: gameOrder,
    slot: () => 'order-games',
    // The catalogue of the bench has thousands of games.
    maxChars: 200_000,
    needs: 'admin',
    onConflict: 'keep',
    request: ({ version, order }) => ({ body: { order }, ifMatch: version }),
  }),
} as const satisfies Readonly<Record<string, OutboxKind>>;

export type PlayerKindName = keyof typeof PLAYER_KINDS;

/** A table of kinds by their names; the player's outbox and that of guests each have one. */
export type OutboxTable = Readonly<Record<string, OutboxKind>>;

/** Returns the kind of an item, or null where this build does not know it. */
export function kindOf(name: string, table: OutboxTable): OutboxKind | null {
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? null;
}

export interface ReadItem {
  readonly kind: OutboxKind;
  readonly body: unknown;
}

/**
 * Returns the kind of an item with its body, or null for an item that this build can't read, because a newer build made it before it was
 * rolled back. Such an item stays as it is until a build that can read it sends it.
 */
export function readItem({ kind: name, body }: Pick<OutboxItem, 'kind' | 'body'>, table: OutboxTable): ReadItem | null {
  const kind = kindOf(name, table);
  const parsed = kind?.body.safeParse(body);
  return kind && parsed?.success ? { kind, body: parsed.data } : null;
}
