/** Who may act under `/admin`, and how others are let in. */
import * as z from 'zod/mini';
import { sessionAnswer, signUpBody } from './auth';
import { endpoint } from './endpoint';
import { personName } from './person';
import { instant, resourceId } from './primitives';

export const adminPerson = z.object({
  userId: z.string(),
  username: z.string(),
  name: z.string(),
  since: instant,
  /** The username of the admin who let them in; null for the first. */
  invitedBy: z.nullable(z.string()),
});
export type AdminPerson = z.infer<typeof adminPerson>;

export const invitation = z.object({
  invitationId: z.string(),
  email: z.string(),
  invitedBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const listAdmins = endpoint({
  method: 'GET',
  path: '/v1/admin/people',
  summary: 'The admins, and the invitations that are open',
  access: 'admin',
  answer: z.object({ items: z.array(adminPerson), invitations: z.array(invitation) }),
});

export const inviteAdmin = endpoint({
  method: 'POST',
  path: '/v1/admin/invitations',
  summary: 'Send somebody a mail with which to become an admin; one that is open for the address is replaced',
  access: 'admin',
  body: z.strictObject({ email: signUpBody.shape.email }),
  answer: invitation,
  status: 201,
  action: true,
  fresh: true,
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/admin/invitations/:invitationId',
  summary: 'Take an invitation back',
  access: 'admin',
  params: z.strictObject({ invitationId: resourceId }),
  action: true,
});

/** The link of the mail leads to `/sign-up?invitation=<token>`. Makes a new account that is an admin's and no player's. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/auth/invitation',
  summary: 'Become an admin with the token of an invitation; 400 token-invalid for one that is used, late or unknown',
  access: 'public',
  body: z.strictObject({
    token: z.string().check(z.regex(/^[0-9A-Za-z_-]{20,64}$/)),
    username: signUpBody.shape.username,
    password: signUpBody.shape.password,
    firstname: personName,
    lastname: personName,
  }),
  answer: sessionAnswer,
  status: 201,
});
