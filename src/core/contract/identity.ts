/** Proves who the player is, by the national identity number. */
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, playerParams } from './primitives';

/** NIN: 11 digits, without a public check digit. Virtual NIN: two letters, 12 digits, two letters; valid for 72 h. */
export const NIN_PATTERN = /^\d{11}$/;
export const VIRTUAL_NIN_PATTERN = /^[A-Z]{2}\d{12}[A-Z]{2}$/;

/** The platform keeps that it was verified, when, and the last four characters of a NIN (of a virtual one nothing). */
export const identity = z.object({
  state: z.enum(['none', 'verified']),
  kind: z.nullable(z.enum(['nin', 'virtual-nin'])),
  lastFour: z.nullable(z.string()),
  verifiedAt: z.nullable(instant),
});
export type Identity = z.infer<typeof identity>;

export const getIdentity = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/identity',
  access: 'session',
  params: playerParams,
  answer: identity,
  etag: true,
});

/**
 * No idempotency key: what is kept of a key (a hash of the body) would let a number of 11 digits be guessed. Sent twice
 * it does no harm: the same number again is answered as the first time.
 */
export const verifyIdentity = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/identity',
  access: 'bound',
  params: playerParams,
  body: z.strictObject({
    number: z
      .string()
      .check(
        z.overwrite((value) => value.replace(/[\s-]/g, '').toUpperCase()),
        z.regex(/^(?:\d{11}|[A-Z]{2}\d{12}[A-Z]{2})$/, 'Enter the 11 digits of your NIN, or the 16 characters of a virtual NIN.'),
      ),
    /** The player agreed to this check. */
    consent: z.literal(true, 'Agree to the check first.'),
    /** The version of the wording of purpose and consent beside it. */
    wordingVersion: z.string().check(z.regex(/^[0-9A-Za-z.-]{1,32}$/)),
  }),
  answer: identity,
  action: true,
});
