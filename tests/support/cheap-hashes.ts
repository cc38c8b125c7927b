import type { HashCosts } from '../../server/hash-costs';

/** A hundredth of the platform's own costs, because the tests hash thousands of passwords. */
export const CHEAP_HASHES: HashCosts = {
  memoryCost: 8,
  timeCost: 1,
  parallelism: 1,
  dummyHash: '$argon2id$v=19$m=8,t=1,p=1$W2ndWghJaWciJSgh04Cn4w$7ckUDWaQxnz9eS6KZ6TOEzgoZmKlnxN7hcw/OvYC5+M',
};
