/** The calls by which an admin enrols a second factor, gives it, and looks after it. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { passkey } from './passkeys';
import { instant, resourceId } from './primitives';

/** A code of the app (six digits), or a recovery code. */
const codeBody = z.strictObject({ code: z.string().check(z.trim(), z.minLength(1, 'Enter the code.'), z.maxLength(64)) });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactor = z.object({
  enrolledAt: instant,
  /** How many recovery codes have not been used. */
  codesLeft: z.number(),
  /** The oldest first. Null: this site can have none. Missing: the platform knows none. */
  passkeys: z.optional(z.nullable(z.array(passkey))),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/v1/admin/second-factor',
  access: 'admin',
  roles: 'any',
  answer: secondFactor,
});

export const factorOffer = z.object({
  /** Base32, to be typed. */
  secret: z.string(),
  /** `otpauth://totp/…`, to be scanned or opened. */
  uri: z.string(),
});
export type FactorOffer = z.infer<typeof factorOffer>;

/** Offers a secret. In one session it is the same until a factor was enrolled with it, so a page that was loaded again shows it again. */
export const offerSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/offer',
  access: 'admin',
  roles: 'any',
  answer: factorOffer,
  beforeFactor: 'enrolling',
});

/** Enrols the secret that was offered, in place of an earlier one, with a code that it made. */
export const enrolSecondFactor = endpoint({
  method: 'PUT',
  path: '/v1/admin/second-factor',
  access: 'admin',
  roles: 'any',
  body: codeBody,
  answer: recoveryCodes,
  action: true,
  beforeFactor: 'enrolling',
});

/** Gives the second factor for this session, at the sign-in and again before what asks for it. */
export const giveSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/code',
  access: 'admin',
  roles: 'any',
  body: codeBody,
  answer: z.object({
    /** After a recovery code: how many are left. Null after a code of the app. */
    codesLeft: z.nullable(z.number()),
  }),
  action: true,
  beforeFactor: 'always',
});

/** Makes new recovery codes; those of before work no more. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/recovery-codes',
  access: 'admin',
  roles: 'any',
  answer: recoveryCodes,
  action: true,
  stepUp: true,
});

/** Takes another admin's second factor away, who enrols a new one at the next sign-in. */
export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:adminId/second-factor-reset',
  access: 'admin',
  roles: ['owner'],
  params: z.strictObject({ adminId: resourceId }),
  body: z.strictObject({
    /** The password of the owner who asks. */
    password: z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1024)),
    /** For the others and the audit trail. */
    reason: z.string().check(z.trim(), z.minLength(5, 'Enter a reason.'), z.maxLength(200, 'At most 200 characters.')),
  }),
  action: true,
  stepUp: true,
});
