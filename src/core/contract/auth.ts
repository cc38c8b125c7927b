import * as z from '../zod';
import { endpoint } from './endpoint';
import { mobileNumber, personName } from './person';
import { date, instant, playerParams } from './primitives';
import { consentTag } from './consents';
import { proof } from './proof-of-work';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
/** The youngest player, in years. */
export const MINIMUM_AGE_YEARS = 18;

export const emailAddress = z
  .string()
  .check(z.trim(), z.maxLength(254), z.email('Enter an e-mail address like ada@example.com.'));

/** Counted in characters a person sees as one or more code points; any character may be used. */
export const newPassword = z.string().check(
  z.refine((value) => Array.from(value).length >= PASSWORD_MIN_LENGTH, 'Use at least 8 characters.'),
  z.refine((value) => Array.from(value).length <= PASSWORD_MAX_LENGTH, 'Use at most 128 characters.'),
);

export const signUpBody = z.strictObject({
  email: emailAddress,
  username: z
    .string()
    .check(z.trim(), z.regex(/^[0-9A-Za-z_.-]{3,24}$/, 'Use 3 to 24 letters, digits, dots, dashes or underscores.')),
  password: newPassword,
  firstname: personName,
  lastname: personName,
  dateOfBirth: date.check(z.refine((value) => value >= '1900-01-01', 'Check the year of birth.')),
  phone: mobileNumber,
  acceptTerms: z.literal(true, 'Accept the terms to open an account.'),
  consents: z.array(consentTag).check(z.maxLength(6)),
});
export type SignUpBody = z.infer<typeof signUpBody>;

export const sessionAnswer = z.object({ sessionId: z.string(), userId: z.string() });

export const signUp = endpoint({
  method: 'POST',
  path: '/v1/auth/sign-up',
  access: 'public',
  body: z.strictObject({ ...signUpBody.shape, proof: z.optional(proof) }),
  answer: sessionAnswer,
  status: 201,
});

export const signInBody = z.strictObject({
  username: z.string().check(z.trim(), z.minLength(1, 'Enter your username or e-mail.'), z.maxLength(254)),
  password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1024)),
  proof: z.optional(proof),
});

export const signIn = endpoint({
  method: 'POST',
  path: '/v1/auth/sign-in',
  access: 'public',
  body: signInBody,
  answer: z.object({ ...sessionAnswer.shape, previousSignIn: z.nullable(instant) }),
});

export const signOut = endpoint({
  method: 'POST',
  path: '/v1/auth/sign-out',
  access: 'public',
});

/** Checks the password again after 30 minutes without an action of the player, and renews the session for money and play. */
export const confirmPassword = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/confirm-password',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
});

export { antiForgery } from './anti-forgery';

/**
 * A sign-out that happened without a connection. The device kept only the SHA-256 of the session's id (hex): whoever
 * knows it can end the session, which is all it is good for. 204 also when there is no such session; limited by
 * address.
 */
export const revokeByHash = endpoint({
  method: 'POST',
  path: '/v1/auth/revocations',
  access: 'public',
  body: z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
});

export const activateEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/activate-email',
  access: 'public',
  body: z.strictObject({ token: z.string().check(z.regex(/^[0-9A-Za-z_-]{20,128}$/, 'This link is not complete.')) }),
});

export const resendActivation = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/activation-mail',
  access: 'bound',
  params: playerParams,
  status: 202,
  answer: z.object({ sentTo: z.string() }),
});
