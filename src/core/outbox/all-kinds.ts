/** The kinds that may wait although nobody is signed in, and the whole table; the sync worker needs neither. */
import * as z from '../zod';
import { REVOKE_BY_HASH, SEND_GUEST_FEEDBACK } from './calls';
import type { ShapeOutput } from '../schema';
import { kind } from './kind-type';
import type { OutboxKind } from './kind-type';
import { FEEDBACK_CHARS, FEEDBACK_DEADLINE_MS, PLAYER_KINDS } from './kinds';

/** A sign-out that the platform does not know of yet. It is stored without a player, because nobody is signed in any more. */
export const REVOCATION = kind({
  call: REVOKE_BY_HASH,
  body: z.object({ hash: z.string() }),
  slot: ({ hash }) => `revocation:${hash}`,
  priority: 0,
  // A refusal means that the platform has no such call. `bridge/session/revocations` tells a player who was promised more.
  onRefusal: 'forget',
  request: (body) => ({ body }),
});

/** A guest's feedback. It has no player; the platform tells pieces apart by their ids. */
export const GUEST_FEEDBACK = kind({
  call: SEND_GUEST_FEEDBACK,
  body: z.object({ id: z.string(), category: z.string(), text: z.string(), email: z.optional(z.string()), picture: z.optional(z.unknown()) }),
  slot: ({ id }) => `guest-feedback:${id}`,
  maxChars: FEEDBACK_CHARS,
  request: (body) => ({ body, deadlineMs: FEEDBACK_DEADLINE_MS }),
});

/** All kinds; each has to pass the same tests. */
export const OUTBOX_KINDS = { ...PLAYER_KINDS, revocation: REVOCATION, 'guest-feedback': GUEST_FEEDBACK } as const satisfies Readonly<Record<string, OutboxKind>>;

export type OutboxKindName = keyof typeof OUTBOX_KINDS;
export type OutboxBody<K extends OutboxKindName> = ShapeOutput<(typeof OUTBOX_KINDS)[K]['body']>;
