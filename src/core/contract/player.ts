import * as z from 'zod/mini';
import { isInNaira } from '../in-naira';
import { CONSENT_TAGS } from '../consent-tags';
import { endpoint } from './endpoint';
import { anyId, instant, page, pageQuery, playerParams } from './primitives';

export { CONSENT_TAGS };
export type { ConsentTag } from '../consent-tags';
export const consentTag = z.enum(CONSENT_TAGS);

const text = z.pipe(z.nullish(z.string()), z.transform((value) => value ?? ''));

/** `GET …/profile`: tolerant of missing names and absent consents, as real platforms send them. */
export const profile = z.object({
  username: z.string(),
  firstname: text,
  lastname: text,
  email: text,
  consents: z.pipe(
    z.nullish(z.record(z.string(), z.unknown())),
    z.transform((consents): Record<string, boolean> =>
      Object.fromEntries(Object.entries(consents ?? {}).map(([tag, value]) => [tag, value === true])),
    ),
  ),
});
export type Profile = z.infer<typeof profile>;

/** One wallet of `GET …/balance`; `amount` in decimal units of `currency`, which may be null for types other than `Real`. */
export const balanceItem = z.object({
  type: z.string(),
  amount: z.number(),
  currency: z.nullish(z.string()),
});
/** The item of type `Real` is in naira, the one currency of the site. */
export const balance = z.object({ items: z.array(balanceItem).check(z.refine(isInNaira)) });
export type Balance = z.infer<typeof balance>;

export { BALANCE_VERSION_HEADER } from './headers';

export const bonusWalletItem = z.object({
  walletId: anyId,
  status: z.string(),
  name: text,
  currentAmount: z.number(),
  currency: z.nullish(z.string()),
  totalWR: z.nullish(z.number()),
  /** Ours: what of `totalWR` is done. */
  progressWR: z.nullish(z.number()),
  extension: z.nullish(z.object({ grantedPlayerCurrencyAmount: z.nullish(z.number()) })),
});
export const bonusWallet = z.object({ items: z.array(bonusWalletItem) });
export type BonusWallet = z.infer<typeof bonusWallet>;
export type BonusWalletItem = z.infer<typeof bonusWalletItem>;

export const consentBody = z.object({
  items: z
    .array(
      z.object({
        tagCode: consentTag,
        status: z.literal('Accepted'),
        /** Ours, and not sent to other platforms: when it was given, so that one that waited offline beats no later withdrawal. */
        acceptedAt: z.optional(instant),
        /** Ours: when it is sent, by the same clock. What counts is how long ago it was given; no clock has to be right. */
        sentAt: z.optional(instant),
        /** Ours: nobody chose it, the operator's policy assumes it. Never holds against a withdrawal, whenever that was. */
        implied: z.optional(z.literal(true)),
      }),
    )
    .check(z.minLength(1), z.maxLength(CONSENT_TAGS.length)),
});
/** Any answer of success will do: platforms differ. */
export const consentAnswer = z.unknown();

/** The proof of one choice, as the platform keeps it for good. */
export const consentReceipt = z.object({
  receiptId: z.string(),
  tagCode: z.string(),
  status: z.enum(['Accepted', 'Withdrawn']),
  at: instant,
  /** Which wording stood beside the choice. */
  wordingVersion: z.string(),
  /** Where it was made; `implied`: nowhere, the operator's policy assumed it; `protection`: withdrawn by a break or an exclusion. */
  channel: z.enum(['sign-up', 'app', 'implied', 'protection']),
});
export type ConsentReceipt = z.infer<typeof consentReceipt>;

export const account = z.object({
  userId: z.string(),
  role: z.enum(['player', 'admin']),
  emailActivated: z.boolean(),
  /** What has been verified of the person's identity. */
  verification: z.enum(['none', 'verified']),
  /** What protection forbids at the moment; `none` = nothing. */
  protection: z.enum(['none', 'cool-off', 'excluded']),
  language: z.string(),
  phone: z.nullable(z.string()),
  memberSince: instant,
  previousSignIn: z.nullable(instant),
});
export type Account = z.infer<typeof account>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/profile',
  summary: 'Who the player is, and the consents given',
  access: 'session',
  params: playerParams,
  answer: profile,
  etag: true,
});

export const getBalance = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/balance',
  summary: 'The balances; the spendable one has the type Real',
  access: 'session',
  params: playerParams,
  answer: balance,
  etag: true,
});

export const getBonusWallet = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/bonusWallet',
  summary: 'The bonus wallets of every status',
  access: 'session',
  params: playerParams,
  answer: bonusWallet,
  etag: true,
});

export const postConsent = endpoint({
  method: 'POST',
  path: '/v1/player/:userId/consent',
  summary: 'Consents the player has given',
  access: 'session',
  params: playerParams,
  body: consentBody,
  answer: consentAnswer,
  status: 200,
});

export const deleteConsent = endpoint({
  method: 'DELETE',
  path: '/v1/player/:userId/consent/:tagCode',
  summary: 'Withdraw a consent',
  access: 'bound',
  params: z.strictObject({ ...playerParams.shape, tagCode: consentTag }),
});

export const listConsents = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/consents',
  summary: 'Every consent given and withdrawn, newest first: the receipts',
  access: 'session',
  params: playerParams,
  query: pageQuery,
  answer: page(consentReceipt),
  etag: true,
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/account',
  summary: 'Role, verification, activation, protection and language',
  access: 'session',
  params: playerParams,
  answer: account,
  etag: true,
});
