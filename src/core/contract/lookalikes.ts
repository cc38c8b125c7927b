/** Accounts that people decide about: players whom another account stops that looks like theirs, and accounts that showed one identity. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, resourceId } from './primitives';

const account = z.object({
  userId: z.string(),
  username: z.string(),
  /** The name as the profile has it. */
  name: z.string(),
  memberSince: instant,
});

/** A proposal that waits for another admin. */
const proposal = z.object({
  proposalId: z.string(),
  /** Username. */
  proposedBy: z.string(),
  proposedAt: instant,
  reason: z.string(),
  /** Made by the admin who asks. */
  isOwn: z.boolean(),
  /** Why a confirmation by the admin who asks would not count, and what to do, in the platform's words; null where it would. */
  whyNot: z.nullable(z.string()),
});
export type LookalikeProposal = z.infer<typeof proposal>;

/** The things that two accounts share beside the name or the date of birth, and since when that is known. */
const shared = z.array(z.object({ kind: z.enum(['phone', 'device', 'payout-account', 'nin']), since: instant }));

export const lookalike = z.object({
  /** The player who showed their identity, and is stopped. */
  player: account,
  /** The account that stops the player: unverified and excluded or on a break, or a second account (`nin`). `until`: null = for good. */
  other: z.object({ ...account.shape, until: z.nullable(instant), hasHeldMoney: z.boolean() }),
  shared,
  proposal: z.nullable(proposal),
});
export type AdminLookalike = z.infer<typeof lookalike>;

export const listLookalikes = endpoint({
  method: 'GET',
  path: '/v1/admin/lookalikes',
  access: 'admin',
  roles: ['risk'],
  answer: z.object({ items: z.array(lookalike) }),
});

/** Two admins decide that two accounts are two persons, or that the identity of the other one belongs to the first. */
const pairDecision = z.enum(['two-persons', 'identity']);
export type PairDecision = z.infer<typeof pairDecision>;

export const identityPair = z.object({
  /** Showed the same number, and may be given the identity. */
  player: account,
  /** Has the identity; or had it, was closed, and the first one followed it. `barred`: excluded or on a break; `until` null = for good. */
  holder: z.object({ ...account.shape, isClosed: z.boolean(), barred: z.nullable(z.object({ until: z.nullable(instant) })), hasLimits: z.boolean() }),
  /** Beside the number: whoever wants out of their own exclusion has the same phone or browser. */
  shared,
  /** `second`: a second account, which can't play. `follows`: it has the identity. `refused`: too many had shown the number. */
  stands: z.enum(['second', 'follows', 'refused']),
  /** When the first one showed it. */
  since: instant,
  proposal: z.nullable(proposal),
});
export type AdminIdentityPair = z.infer<typeof identityPair>;

export const listIdentityPairs = endpoint({
  method: 'GET',
  path: '/v1/admin/identity-pairs',
  access: 'admin',
  roles: ['risk'],
  query: z.object({ name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))) }),
  answer: z.object({ items: z.array(identityPair) }),
});

const pair = { playerId: resourceId, otherId: resourceId };

export const proposeForPair = endpoint({
  method: 'POST',
  path: '/v1/admin/lookalikes/:playerId/:otherId/proposals',
  access: 'admin',
  roles: ['risk'],
  params: z.strictObject(pair),
  body: z.strictObject({
    what: pairDecision,
    /** For the other admin and the audit trail. */
    reason: z.string().check(z.trim(), z.minLength(5, 'Enter a reason.'), z.maxLength(200, 'At most 200 characters.')),
  }),
  answer: proposal,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});

const params = z.strictObject({ ...pair, proposalId: resourceId });

export const confirmForPair = endpoint({
  method: 'POST',
  path: '/v1/admin/lookalikes/:playerId/:otherId/proposals/:proposalId/confirmation',
  access: 'admin',
  roles: ['risk'],
  params,
  action: true,
  fresh: true,
  stepUp: true,
});

export const withdrawForPair = endpoint({
  method: 'DELETE',
  path: '/v1/admin/lookalikes/:playerId/:otherId/proposals/:proposalId',
  access: 'admin',
  roles: ['risk'],
  params,
  action: true,
});
