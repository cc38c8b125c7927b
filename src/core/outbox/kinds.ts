/**
 * Everything that may wait for a connection, one row each. A new kind: its path in `call.ts`, its light call in
 * `core/shapes/endpoints`, a row here, its words in `pages/shared/outbox/words.ts`, and a fixture in
 * `tests/unit/outbox/fixtures.ts`, where every row has to pass the same tests.
 */
import { CONSENT_TAGS } from '../consent-tags';
import { EXCLUSION_LENGTHS, LIMIT_KINDS, LIMIT_PERIODS } from '../protection';
import { EDIT_GAME, ORDER_GAMES, editGameShape, orderGamesShape } from '../shapes/admin';
import { ADD_FAVOURITE, EDIT_DETAILS, EXCLUDE, GIVE_CONSENTS, REMOVE_FAVOURITE, SEND_FEEDBACK, SEND_MESSAGE, SET_LIMIT, WITHDRAW_CONSENT } from '../shapes/endpoints';
import { literal, number, object, record, string, unknown } from '../shapes/shape';
import { kind } from './kind';
import type { OutboxKind } from './kind';

const consent = object({ tag: literal(...CONSENT_TAGS) });
const consentSlot = ({ tag }: { readonly tag: string }) => `consent:${tag}`;
const game = object({ gameId: string });
const favouriteSlot = ({ gameId }: { readonly gameId: string }) => `favourite:${gameId}`;
/** Feedback with its picture, as JSON. */
export const FEEDBACK_CHARS = 220_000;
/** For a picture on a slow connection: as long as the platform listens. */
export const FEEDBACK_DEADLINE_MS = 30_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** What a player's outbox may hold; the sync worker knows these and no others. */
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
  // Also where the profile does not have it: an accept that is still under way must not win.
  'withdraw-consent': kind({
    call: WITHDRAW_CONSENT,
    body: consent,
    slot: consentSlot,
    priority: 0,
    needs: 'withdraw-consent',
    request: ({ tag }) => ({ params: { tagCode: tag } }),
  }),
  // Whole each time: the page makes it anew from what the platform has and what waits.
  'edit-profile': kind({
    call: EDIT_DETAILS,
    // Members as in `core/details-edit`; the platform looks at each.
    body: object({ version: number, base: record, patch: record }),
    slot: () => 'edit-profile',
    needs: 'details',
    onConflict: 'keep',
    request: ({ version, patch }) => ({ body: patch, ifMatch: version }),
  }),
  // Never a higher limit, nor none: what was lowered elsewhere meanwhile stays as low as it is.
  'lower-limit': kind({
    call: SET_LIMIT,
    body: object({ kind: literal(...LIMIT_KINDS), period: literal(...LIMIT_PERIODS), amount: number }),
    slot: ({ kind: on, period }) => `limit:${on}:${period}`,
    priority: 0,
    binds: true,
    needs: 'protection',
    merge: (before, next) => (before.amount < next.amount ? before : next),
    request: ({ amount, ...params }) => ({ params, body: { amount, currency: 'NGN', onlyLower: true } }),
  }),
  exclude: kind({
    call: EXCLUDE,
    body: object({ length: literal(...EXCLUSION_LENGTHS) }),
    slot: () => 'exclude',
    priority: -1,
    binds: true,
    needs: 'protection',
    // The longer one; they stand in that order.
    merge: (before, next) => (EXCLUSION_LENGTHS.indexOf(before.length) > EXCLUSION_LENGTHS.indexOf(next.length) ? before : next),
    request: (body) => ({ body }),
  }),
  // The last wish for a game takes the place of the one before.
  favourite: kind({ call: ADD_FAVOURITE, body: game, slot: favouriteSlot, needs: 'favourites', request: (params) => ({ params }) }),
  'no-favourite': kind({ call: REMOVE_FAVOURITE, body: game, slot: favouriteSlot, needs: 'favourites', request: (params) => ({ params }) }),
  // Each is a thing of its own, and none takes another's place: they arrive in the order in which they were written.
  'send-message': kind({
    call: SEND_MESSAGE,
    body: object({ id: string, text: string }),
    slot: ({ id }) => `message:${id}`,
    needs: 'support',
    request: ({ text }) => ({ body: { text } }),
  }),
  'send-feedback': kind({
    call: SEND_FEEDBACK,
    // The platform looks at the picture.
    body: object({ id: string, category: string, text: string, picture: unknown }),
    slot: ({ id }) => `feedback:${id}`,
    needs: 'support',
    maxChars: FEEDBACK_CHARS,
    request: ({ id: _, ...body }) => ({ body, deadlineMs: FEEDBACK_DEADLINE_MS }),
  }),
  // Of admins. One item for each game: what they change in it goes out in order, and nothing passes a conflict.
  'edit-game': kind({
    call: EDIT_GAME,
    body: editGameShape,
    slot: ({ gameId }) => `game:${gameId}`,
    needs: 'admin',
    onConflict: 'keep',
    request: ({ gameId, version, patch }) => ({ params: { gameId }, body: patch, ifMatch: version }),
  }),
  'order-games': kind({
    call: ORDER_GAMES,
    body: orderGamesShape,
    slot: () => 'order-games',
    // The catalogue of a bench has thousands.
    maxChars: 200_000,
    needs: 'admin',
    onConflict: 'keep',
    request: ({ version, order }) => ({ body: { order }, ifMatch: version }),
  }),
} as const satisfies Readonly<Record<string, OutboxKind>>;

export type PlayerKindName = keyof typeof PLAYER_KINDS;

/** The rows as the outbox goes through them. */
export type OutboxTable = Readonly<Record<string, OutboxKind>>;

/** The row of an item, or null for a kind that this build does not know. */
export function kindOf(name: string, table: OutboxTable): OutboxKind | null {
  return (Object.hasOwn(table, name) ? table[name] : undefined) ?? null;
}
