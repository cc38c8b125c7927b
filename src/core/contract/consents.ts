/** The player's consents to marketing, and the receipts of them. */
import * as z from '../zod';
import { CONSENT_TAGS } from '../consent-tags';
import { endpoint } from './endpoint';
import { instant, page, pageQuery, playerParams } from './primitives';

export { CONSENT_TAGS };
export type { ConsentTag } from '../consent-tags';
export const consentTag = z.enum(CONSENT_TAGS);

export const consentBody = z.object({
  items: z
    .array(
      z.object({
        tagCode: consentTag,
        status: z.literal('Accepted'),
        /** Ours, and not sent to other platforms: when it was given, so that one that waited offline beats no later withdrawal. */
        acceptedAt: z.optional(instant),
        /** Only for our own platform: when it is sent, by the same clock. The difference of the two counts, so that clock may be wrong. */
        sentAt: z.optional(instant),
        /** Only for our own platform: nobody chose it, and the operator's policy assumes it. A withdrawal wins over it, whenever that was. */
        implied: z.optional(z.literal(true)),
      }),
    )
    .check(z.minLength(1), z.maxLength(CONSENT_TAGS.length)),
});
/** Every successful answer is accepted, because platforms differ. */
export const consentAnswer = z.unknown();

/** The proof of one choice, as the platform keeps it for good. */
export const consentReceipt = z.object({
  receiptId: z.string(),
  tagCode: z.string(),
  status: z.enum(['Accepted', 'Withdrawn']),
  at: instant,
  /** The version of the wording beside the choice. */
  wordingVersion: z.string(),
  /** Where it was made; `implied`: nowhere, the operator's policy assumed it; `protection`: withdrawn by a break or an exclusion. */
  channel: z.enum(['sign-up', 'app', 'implied', 'protection', 'second-account']),
});
export type ConsentReceipt = z.infer<typeof consentReceipt>;

export const postConsent = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/consent',
  access: 'session',
  params: playerParams,
  body: consentBody,
  answer: consentAnswer,
  status: 200,
});

export const deleteConsent = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/consent/:tagCode',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, tagCode: consentTag }),
});

export const listConsents = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/consents',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(consentReceipt),
  etag: true,
});
