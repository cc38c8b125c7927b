/** The players as the operator's people find and see them at the desk. No answer here holds a name, phone, e-mail or birthday in full. */
import * as z from '../zod';
import { bonus } from './bonuses';
import { deposit, transaction } from './cashier';
import { accountLock, REVEALED } from './desk-player-acts';
import { endpoint } from './endpoint';
import { roundHistoryItem } from './games';
import { instant, nairaAmount, ngn, page, resourceId } from './primitives';
import { protection } from './protection';
import { deviceSession } from './sessions';
import { thread } from './support';
import { withdrawal } from './withdrawals';

/** The kinds of terms that a search understands; the platform finds out which one was typed. */
export const SEARCH_KINDS = ['user-id', 'payment', 'email', 'phone', 'account', 'username', 'name'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const protectionState = z.enum(['none', 'cool-off', 'excluded']);

export const foundPlayer = z.object({
  playerId: z.string(),
  username: z.string(),
  /** "A. Okafor". */
  name: z.string(),
  /** "••• 4321"; null where there is none. */
  phone: z.nullable(z.string()),
  /** "a•••@…"; null where there is none. */
  email: z.nullable(z.string()),
  memberSince: instant,
  isClosed: z.boolean(),
  isVerified: z.boolean(),
  protection: protectionState,
  /** What in the term fits this player. */
  by: z.enum(SEARCH_KINDS),
});
export type FoundPlayer = z.infer<typeof foundPlayer>;

const cursor = z.optional(z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,128}$/)));
const limit = z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100)));

/** A POST, because what is searched for must stand in no address and no log. */
export const searchPlayers = endpoint({
  method: 'POST',
  path: '/v1/admin/player-searches',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  body: z.strictObject({
    term: z.string().check(z.trim(), z.minLength(2, 'Type at least two characters.'), z.maxLength(100, 'At most 100 characters.')),
    cursor,
  }),
  answer: z.object({
    ...page(foundPlayer).shape,
    /** More fit than a search lists: the term should say more. */
    isTooMany: z.boolean(),
  }),
  action: true,
  stepUp: true,
});

/** The parts of a player's page that are loaded by themselves. */
export const PLAYER_PARTS = ['entries', 'deposits', 'payouts', 'rounds', 'bonuses', 'protection', 'sessions', 'threads', 'flags', 'notes'] as const;
export type PlayerPart = (typeof PLAYER_PARTS)[number];

/** What may be done about a player: the calls of desk-player-acts.ts. */
export const PLAYER_ACTS = ['lock', 'unlock', 'sign-out', 'limit', 'break', 'mail'] as const;
export type PlayerAct = (typeof PLAYER_ACTS)[number];

export const deskPlayer = z.object({
  playerId: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  phone: z.nullable(z.string()),
  /** The year alone. */
  bornIn: z.nullable(z.string()),
  /** City and state, without the street. */
  place: z.nullable(z.string()),
  memberSince: instant,
  closedAt: z.nullable(instant),
  isVerified: z.boolean(),
  /** For those who may decide on identities; null for others, and where nothing is verified. `lastFour` of the number that was shown. */
  identity: z.nullable(z.object({ kind: z.string(), lastFour: z.nullable(z.string()), verifiedAt: instant })),
  /** The person plays with another account. */
  isSecond: z.boolean(),
  /** An identity check that must come before money comes in, or before play. */
  identityCheck: z.nullable(z.enum(['money-in', 'play'])),
  protection: z.object({ state: protectionState, until: z.nullable(instant) }),
  /** The locks that hold. */
  locks: z.array(accountLock),
  /** Decimal naira: what there is now, and since the account was opened. */
  money: z.object({
    currency: ngn,
    real: nairaAmount,
    held: nairaAmount,
    suspense: nairaAmount,
    bonus: nairaAmount,
    paidIn: nairaAmount,
    paidOut: nairaAmount,
    staked: nairaAmount,
    won: nairaAmount,
  }),
  /** What the admin who asks may see of the rest of the page. */
  parts: z.array(z.enum(PLAYER_PARTS)),
  acts: z.array(z.enum(PLAYER_ACTS)),
  /** What the admin may have shown in full. */
  reveals: z.array(z.enum(REVEALED)),
});
export type DeskPlayer = z.infer<typeof deskPlayer>;

const params = z.strictObject({ playerId: resourceId });

/** A POST, because it leaves a line in the audit trail, as every call below that reads a part of the page does. */
export const openPlayer = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  answer: deskPlayer,
  action: true,
  stepUp: true,
});

const pageBody = z.strictObject({ cursor, limit });

export const readPlayerEntries = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/entries',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: pageBody,
  answer: page(transaction),
  action: true,
  stepUp: true,
});

const { next: _, ...depositParts } = deposit.shape;
/** Without the payer's next step, because that may hold an account number. */
const deskDeposit = z.object({ ...depositParts, reference: z.string(), gateway: z.string() });
export type DeskDeposit = z.infer<typeof deskDeposit>;

export const readPlayerDeposits = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/deposits',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: pageBody,
  answer: page(deskDeposit),
  action: true,
  stepUp: true,
});

/** `accountName` is masked. */
const deskPayout = z.object({
  ...withdrawal.shape,
  reference: z.string(),
  gateway: z.nullable(z.string()),
  /**
   * What it waits for: a flag that somebody looks at (`check`), so many more approvals (`approvals`), the bank (`bank`), an earlier payout that has
   * to be settled first (`lost-payout`),
   * or that payouts are switched on again (`payouts-off`). Null where it is over.
   */
  waitsFor: z.nullable(z.enum(['check', 'approvals', 'bank', 'lost-payout', 'payouts-off'])),
  approvals: z.number(),
  approvalsNeeded: z.number(),
});
export type DeskPayout = z.infer<typeof deskPayout>;

export const readPlayerPayouts = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/payouts',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: pageBody,
  answer: page(deskPayout),
  action: true,
  stepUp: true,
});

export const readPlayerRounds = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/rounds',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: pageBody,
  answer: page(roundHistoryItem),
  action: true,
  stepUp: true,
});

export const ROUND_VERDICTS = ['follows', 'differs', 'unknown'] as const;

export const deskRound = z.object({
  round: roundHistoryItem,
  /** What the round moved on the player's accounts, in its order. */
  entries: z.array(transaction),
  /**
   * Whether the outcome follows from the round's seeds, bet and rules, as the platform played it again: `unknown` where this build has no program
   * for the rules. `serverSeed` is null while the pair is in use. Null for a round that a provider decided.
   */
  check: z.nullable(z.object({ verdict: z.enum(ROUND_VERDICTS), serverSeed: z.nullable(z.string()) })),
});
export type DeskRound = z.infer<typeof deskRound>;

/** One round as the player saw it, with the check of its outcome. */
export const openPlayerRound = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/rounds/:roundId',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params: z.strictObject({ playerId: resourceId, roundId: resourceId }),
  answer: deskRound,
  action: true,
  stepUp: true,
});

export const readPlayerBonuses = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/bonuses',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: pageBody,
  answer: page(bonus),
  action: true,
  stepUp: true,
});

export const readPlayerProtection = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/protection',
  access: 'admin',
  roles: ['support', 'risk', 'owner'],
  params,
  answer: protection,
  action: true,
  stepUp: true,
});

export const readPlayerSessions = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/sessions',
  access: 'admin',
  roles: ['support', 'risk', 'owner'],
  params,
  answer: z.object({ items: z.array(deviceSession) }),
  action: true,
  stepUp: true,
});

export const readPlayerThreads = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/threads',
  access: 'admin',
  roles: ['support', 'owner'],
  params,
  body: pageBody,
  answer: page(thread),
  action: true,
  stepUp: true,
});

export const playerNote = z.object({ noteId: z.string(), at: instant, by: z.string(), text: z.string() });
export type PlayerNote = z.infer<typeof playerNote>;

export const readPlayerNotes = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/notes',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: pageBody,
  answer: page(playerNote),
  action: true,
  stepUp: true,
});

/** A note stays as it was written. A repeated key is answered with the note that it wrote. */
export const addPlayerNote = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/notes',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params,
  body: z.strictObject({
    text: z.string().check(z.trim(), z.minLength(3, 'Write a few words.'), z.maxLength(2_000, 'At most 2,000 characters.')),
  }),
  answer: playerNote,
  status: 201,
  idempotent: true,
  money: false,
  action: true,
  stepUp: true,
});
