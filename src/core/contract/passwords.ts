/** Setting passwords, and changing the e-mail address. */
import * as z from '../zod';
import { emailAddress, newPassword, sessionAnswer } from './auth';
import { endpoint } from './endpoint';
import { playerParams } from './primitives';
import { proof } from './proof-of-work';

const typedPassword = z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1024));
const mailToken = z.string().check(z.regex(/^[0-9A-Za-z_-]{20,128}$/, 'This link is not complete.'));

/** Ends every other session; this one goes on under a new id, with new cookies. The old id is over at once. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/password',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ current: typedPassword, password: newPassword }),
  answer: sessionAnswer,
  action: true,
});

/** Answers the same, and as fast, whether or not there is such an account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/reset-requests',
  access: 'public',
  body: z.strictObject({ email: emailAddress, proof: z.optional(proof) }),
  status: 202,
});

/** Ends every session. Whoever has the token can read the mails of the address, so the address counts as confirmed, too. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/reset-password',
  access: 'public',
  body: z.strictObject({ token: mailToken, password: newPassword }),
});

/** Nothing changes until the link in the mail to the new address is opened (`activateEmail` takes its token). */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/email',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ email: emailAddress, password: typedPassword }),
  status: 202,
  answer: z.object({ sentTo: z.string() }),
  action: true,
});
