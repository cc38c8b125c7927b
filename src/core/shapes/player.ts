import type { Details } from '../contract/details';
import type { DetailsEdit } from '../details-edit';
import type { Account, Balance, BonusWallet, Profile } from '../contract/player';
import { array, boolean, either, instant, literal, map, nullable, nullish, number, object, optional, record, string } from './shape';
import type { Shape } from './shape';

const text = map(nullish(string), (value) => value ?? '');
const anyId = map(either(string, number), String);

export const profileShape: Shape<Profile> = object({
  username: string,
  firstname: text,
  lastname: text,
  email: text,
  consents: map(nullish(record), (consents): Record<string, boolean> =>
    Object.fromEntries(Object.entries(consents ?? {}).map(([tag, value]) => [tag, value === true])),
  ),
});

export const balanceShape: Shape<Balance> = object({
  items: array(object({ type: string, amount: number, currency: nullish(string) })),
});

export const bonusWalletShape: Shape<BonusWallet> = object({
  items: array(
    object({
      walletId: anyId,
      status: string,
      name: text,
      currentAmount: number,
      currency: nullish(string),
      totalWR: nullish(number),
      extension: nullish(object({ grantedPlayerCurrencyAmount: nullish(number) })),
    }),
  ),
});

export const accountShape: Shape<Account> = object({
  userId: string,
  role: literal('player', 'admin'),
  emailActivated: boolean,
  verification: literal('none', 'verified'),
  protection: literal('none', 'cool-off', 'excluded'),
  language: string,
  phone: nullable(string),
  memberSince: instant,
  previousSignIn: nullable(instant),
});

const address = nullable(object({ street: string, city: string, state: string }));

export const detailsShape: Shape<Details> = object({
  firstname: string,
  lastname: string,
  phone: nullable(string),
  address,
  version: number,
});

const someDetails = object({
  firstname: optional(string),
  lastname: optional(string),
  phone: optional(nullable(string)),
  address: optional(address),
});

/** A change of the details as the outbox keeps it. */
export const detailsEditShape: Shape<DetailsEdit> = object({ version: number, base: someDetails, patch: someDetails });
