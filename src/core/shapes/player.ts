import { isInNaira } from '../in-naira';
import type { Account, Balance, BonusWallet, Profile } from '../contract/player';
import { array, boolean, either, instant, literal, map, nullable, nullish, number, object, record, string, such } from './shape';
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
  items: such(array(object({ type: string, amount: number, currency: nullish(string) })), isInNaira),
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
      progressWR: nullish(number),
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
