import * as z from '../zod';
import { consentsOf, hasPerson } from '../profile-answer';
import { hasReadableActive, hasReadableReal, readBalanceItems, readWallets, textOf } from '../wallet-items';
import { endpoint } from './endpoint';
import { anyId, instant, playerParams } from './primitives';

/** Takes a number as text, and an unreadable value as an empty text, because one odd field must not cost the others. */
const text = z.pipe(z.union([z.nullish(z.string()), z.unknown()]), z.transform((value) => textOf(value)));

/**
 * `GET …/profile`: tolerant of missing names, as real platforms send them. Absent consents mean that none was given. Consents that are null
 * or have another shape are unknown (null), so that nothing is posted because of them.
 */
export const profile = z
  .object({
    username: text,
    firstname: text,
    lastname: text,
    email: text,
    consents: z.pipe(z.union([z.nullish(z.record(z.string(), z.unknown())), z.unknown()]), z.transform((consents) => consentsOf(consents))),
  })
  .check(z.refine(hasPerson));
export type Profile = z.infer<typeof profile>;

/** One wallet of `GET …/balance`; `amount` in decimal units of `currency`, which may be null for types other than `Real`. */
export const balanceItem = z.object({
  type: z.string(),
  amount: z.number(),
  currency: z.nullish(z.string()),
});
/**
 * The item of type `Real` is in naira, the one currency of the site; see `hasReadableReal`. What else is in the list and can't
 * be read is left out. The first of the two lists is the one that platforms are asked for.
 */
export const balance = z.object({
  items: z.pipe(
    z.union([z.array(balanceItem), z.array(z.unknown())]).check(z.refine(hasReadableReal)),
    z.transform((items) => readBalanceItems(items)),
  ),
});
export type Balance = z.infer<typeof balance>;

export { BALANCE_VERSION_HEADER } from './headers';

export const bonusWalletItem = z.object({
  walletId: anyId,
  status: z.string(),
  name: text,
  currentAmount: z.number(),
  currency: z.nullish(z.string()),
  totalWR: z.nullish(z.number()),
  /** The part of `totalWR` that is done. Only our own platform sends it. */
  progressWR: z.nullish(z.number()),
  extension: z.nullish(z.object({ grantedPlayerCurrencyAmount: z.nullish(z.number()) })),
});
/** Every active wallet in naira has to be readable, as in the balance; other wallets that can't be read are left out. */
export const bonusWallet = z.object({
  items: z.pipe(
    z.union([z.array(bonusWalletItem), z.array(z.unknown())]).check(z.refine(hasReadableActive)),
    z.transform((items) => readWallets(items)),
  ),
});
export type BonusWallet = z.infer<typeof bonusWallet>;
export type BonusWalletItem = z.infer<typeof bonusWalletItem>;

export const account = z.object({
  userId: z.string(),
  role: z.enum(['player', 'admin']),
  emailActivated: z.boolean(),
  /** The state of the check of the person's identity. */
  verification: z.enum(['none', 'verified']),
  /** True for a second account: the person plays with another one. Only our own platform sends it. */
  secondAccount: z.optional(z.boolean()),
  /** The protection that applies at the moment; `none` where there is none. */
  protection: z.enum(['none', 'cool-off', 'excluded']),
  language: z.string(),
  phone: z.nullable(z.string()),
  memberSince: instant,
  previousSignIn: z.nullable(instant),
  /** An admin who signed in with the printed password has to set one of their own before anything else. */
  ownPasswordDue: z.optional(z.boolean()),
  /** An admin who has to enrol a second factor, or to give it in this session, before anything else. */
  secondFactor: z.optional(z.enum(['needed', 'due'])),
});
export type Account = z.infer<typeof account>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/profile',
  access: 'session',
  params: playerParams,
  answer: profile,
  etag: true,
});

export const getBalance = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/balance',
  access: 'session',
  params: playerParams,
  answer: balance,
  etag: true,
});

export const getBonusWallet = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/bonusWallet',
  access: 'session',
  params: playerParams,
  answer: bonusWallet,
  etag: true,
});

export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/player/:userId/account',
  access: 'session',
  params: playerParams,
  answer: account,
  etag: true,
});
