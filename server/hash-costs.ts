/** The costs of one run of argon2id, which hashes passwords. */
export interface HashCosts {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
  /** The hash of a password that nobody knows, with the same costs. Unknown accounts are checked against it. */
  readonly dummyHash: string;
}

/** OWASP's minimum: about 50 ms of one core. */
export const OWASP_COSTS: HashCosts = {
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
  dummyHash: '$argon2id$v=19$m=19456,t=2,p=1$b0B4DmVowRoY6IK0IklSXg$aeVk0mi1JOPPqKvrf5A0HFbHL/kMrK/S0Yh0KHj0nmk',
};
