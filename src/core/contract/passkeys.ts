/** The calls about an admin's passkeys, which give the second factor in place of a code. All texts of an authenticator are base64url. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, resourceId } from './primitives';
import { VISIBLE } from './visible';

/** The length is enough for every authenticator that sends no attestation. */
const bytes = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,6000}$/));
const credentialId = z.string().check(z.regex(/^[0-9A-Za-z_-]{1,1400}$/));
const transports = z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10));
const descriptors = z.array(z.object({ id: z.string(), transports: z.array(z.string()) }));

export const passkey = z.object({
  passkeyId: z.string(),
  name: z.string(),
  addedAt: instant,
  usedAt: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkey>;

export const passkeyOffer = z.object({
  challenge: z.string(),
  site: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  /** Those that are there: an authenticator with one of them makes no second one. */
  passkeys: descriptors,
});
export type PasskeyOffer = z.infer<typeof passkeyOffer>;

export const offerPasskey = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/passkeys/offer',
  access: 'admin',
  roles: 'any',
  answer: passkeyOffer,
  stepUp: true,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/passkeys',
  access: 'admin',
  roles: 'any',
  body: z.strictObject({
    name: z.string().check(
      z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(40, 'At most 40 characters.'), z.regex(VISIBLE, 'Leave out characters that nobody can see.'),
    ),
    id: credentialId,
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports,
  }),
  action: true,
  stepUp: true,
});

/** Removes a passkey and signs the admin out everywhere else. */
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/v1/admin/second-factor/passkeys/:passkeyId',
  access: 'admin',
  roles: 'any',
  params: z.strictObject({ passkeyId: resourceId }),
  action: true,
  stepUp: true,
});

export const passkeyChallenge = z.object({
  challenge: z.string(),
  siteId: z.string(),
  /** Empty: the admin has none, and there is nothing to sign. */
  passkeys: descriptors,
});
export type PasskeyChallenge = z.infer<typeof passkeyChallenge>;

/** Makes the challenge that a passkey signs to give the second factor in this session. A newer challenge replaces an older one. */
export const challengePasskey = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/passkey/challenge',
  access: 'admin',
  roles: 'any',
  answer: passkeyChallenge,
  beforeFactor: 'always',
});

/** Gives the second factor for this session by a passkey. */
export const givePasskey = endpoint({
  method: 'POST',
  path: '/v1/admin/second-factor/passkey',
  access: 'admin',
  roles: 'any',
  body: z.strictObject({ id: credentialId, clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  action: true,
  beforeFactor: 'always',
});
