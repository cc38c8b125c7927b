/** The calls about admins: who may act under `/admin`, how others are let in, and how somebody's role ends. */
import * as z from '../zod';
import { PASSWORD_MAX_LENGTH, sessionAnswer, signUpBody } from './auth';
import { ADMIN_ROLES } from '../admin-roles';
import { endpoint } from './endpoint';
import { personName } from './person';
import { instant, resourceId } from './primitives';

/** An admin's password, in characters. */
export const ADMIN_PASSWORD_MIN_LENGTH = 12;

export const adminPassword = z.string().check(
  z.refine((value) => Array.from(value).length >= ADMIN_PASSWORD_MIN_LENGTH, 'Use at least 12 characters: this account looks after other people’s money.'),
  z.refine((value) => Array.from(value).length <= PASSWORD_MAX_LENGTH, 'Use at most 128 characters.'),
);

/** What an admin may do; at least one. */
export const deskRoles = z.array(z.enum(ADMIN_ROLES)).check(z.minLength(1, 'Choose at least one.'), z.maxLength(ADMIN_ROLES.length));

export const adminPerson = z.object({
  userId: z.string(),
  username: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ADMIN_ROLES)),
  since: instant,
  /** The username of the admin who let them in; null for the first. */
  invitedBy: z.nullable(z.string()),
  /** For an admin who is not confirmed: the username of the admin with whom they count as one person. Null: they count by themselves. */
  countsWith: z.nullable(z.string()),
  /** The admin who confirmed them as a person of their own: a username; null: no admin did, or it is the first. */
  confirmedBy: z.nullable(z.string()),
  /** True if somebody on the server confirmed them. Missing: nobody did, or the platform is older. */
  isConfirmedOnServer: z.optional(z.boolean()),
  /** When they set up their second factor; null: not yet. Missing: the platform has none. */
  secondFactor: z.optional(z.nullable(instant)),
  /** From when on they may decide about money; null: they may. */
  moneyFrom: z.nullable(instant),
  /** Roles that they were given since, in which they may decide about money only from then on. Missing: the platform is older. */
  newRoles: z.optional(z.array(z.object({ role: z.enum(ADMIN_ROLES), from: instant }))),
  /** True if the admin who asks may confirm them; else `whyNot` is the platform's reason (null where nothing is to be confirmed). */
  canConfirm: z.boolean(),
  whyNot: z.nullable(z.string()),
});
export type AdminPerson = z.infer<typeof adminPerson>;

export const invitation = z.object({
  invitationId: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ADMIN_ROLES)),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** `waiting`: for another admin's yes, nothing was mailed yet. `sent`: the link is in the mail. */
  state: z.enum(['waiting', 'sent']),
  /** The admin who said yes; null while it waits, and where the inviter was the only admin. */
  confirmedBy: z.nullable(z.string()),
  /** True if the admin who asks may say yes; else `whyNot` is the platform's reason. */
  canConfirm: z.boolean(),
  whyNot: z.nullable(z.string()),
});
export type Invitation = z.infer<typeof invitation>;

export const listAdmins = endpoint({
  method: 'GET',
  path: '/v1/admin/people',
  access: 'admin',
  roles: ['owner'],
  answer: z.object({
    items: z.array(adminPerson),
    invitations: z.array(invitation),
    /** How many persons the admins are, as far as anybody confirmed: decisions about money need several. */
    persons: z.number(),
  }),
});

export const inviteAdmin = endpoint({
  method: 'POST',
  path: '/v1/admin/invitations',
  access: 'admin',
  roles: ['owner'],
  body: z.strictObject({ email: signUpBody.shape.email, roles: deskRoles }),
  answer: invitation,
  status: 201,
  action: true,
  fresh: true,
  stepUp: true,
});

export const confirmInvitation = endpoint({
  method: 'POST',
  path: '/v1/admin/invitations/:invitationId/confirmation',
  access: 'admin',
  roles: ['owner'],
  params: z.strictObject({ invitationId: resourceId }),
  answer: invitation,
  action: true,
  fresh: true,
  stepUp: true,
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/admin/invitations/:invitationId',
  access: 'admin',
  roles: ['owner'],
  params: z.strictObject({ invitationId: resourceId }),
  action: true,
});

const adminParams = z.strictObject({ adminId: resourceId });

export const confirmAdmin = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:adminId/confirmation',
  access: 'admin',
  roles: ['owner'],
  params: adminParams,
  action: true,
  fresh: true,
  stepUp: true,
});

export const removeAdmin = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:adminId/removal',
  access: 'admin',
  roles: ['owner'],
  params: adminParams,
  body: z.strictObject({
    /** The password of the admin who asks. */
    password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1024)),
    /** For the other admins and the audit trail. */
    reason: z.string().check(z.trim(), z.minLength(5, 'Enter a reason.'), z.maxLength(200, 'At most 200 characters.')),
  }),
  answer: z.object({
    /** How many of each lost this admin's approval or proposal. */
    approvals: z.number(),
    invitations: z.number(),
    proposals: z.number(),
  }),
  action: true,
  stepUp: true,
});

/** What the admin who asks may do at the desk. */
export const desk = z.object({
  roles: z.array(z.enum(ADMIN_ROLES)),
  /** For owners: how many persons the admins are, because decisions about money need two. */
  persons: z.optional(z.number()),
});
export type Desk = z.infer<typeof desk>;

export const getDesk = endpoint({
  method: 'GET',
  path: '/v1/admin/desk',
  access: 'admin',
  roles: 'any',
  answer: desk,
});

/** Says that the admin is at work, though nothing is changed: reading and typing are actions, polls are none. */
export const noteDeskUse = endpoint({
  method: 'POST',
  path: '/v1/admin/desk/use',
  access: 'admin',
  roles: 'any',
  action: true,
});

/** Sets what an admin may do; their other roles end. */
export const setAdminRoles = endpoint({
  method: 'PUT',
  path: '/v1/admin/people/:adminId/roles',
  access: 'admin',
  roles: ['owner'],
  params: adminParams,
  body: z.strictObject({
    /** The password of the owner who asks. */
    password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1024)),
    roles: deskRoles,
    /** The roles that the owner saw; where these are others by now, nothing changes, so that an old page gives nothing back. */
    seen: z.array(z.enum(ADMIN_ROLES)).check(z.maxLength(ADMIN_ROLES.length)),
  }),
  answer: desk,
  action: true,
  stepUp: true,
});

/** After the sign-in that the start printed, which works once. The session goes on under a new id. */
export const setOwnPassword = endpoint({
  method: 'PUT',
  path: '/v1/admin/own-password',
  access: 'admin',
  roles: 'any',
  body: z.strictObject({ password: adminPassword }),
  answer: sessionAnswer,
  action: true,
  beforeOwnPassword: true,
  beforeFactor: 'always',
});

/** The link of the mail leads to `/sign-up?invitation=<token>`. Makes a new account that is an admin's and no player's. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/auth/invitation',
  access: 'public',
  body: z.strictObject({
    token: z.string().check(z.regex(/^[0-9A-Za-z_-]{20,64}$/)),
    username: signUpBody.shape.username,
    password: adminPassword,
    firstname: personName,
    lastname: personName,
  }),
  answer: sessionAnswer,
  status: 201,
});
