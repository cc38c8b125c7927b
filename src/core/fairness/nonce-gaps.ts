/** Finds gaps and repetitions in the numbers of the rounds of one pair of seeds. */

export interface NonceGaps {
  /** Runs of nonces with no receipt here, first and last: bets on another device, or bets that the platform kept silent about. */
  readonly missing: readonly { readonly first: number; readonly last: number }[];
  /** Nonces that two receipts claim: never legitimate under one pair of seeds. */
  readonly repeated: readonly number[];
}

/**
 * Finds the runs of numbers that are not among `nonces`, from `start` up to the largest nonce, or up to `end` (exclusive) where that is
 * further, and the numbers that are there twice.
 */
export function nonceGaps(nonces: readonly number[], start = 0, end = start): NonceGaps {
  const missing: { first: number; last: number }[] = [];
  const repeated = new Set<number>();
  let expected = start;
  for (const nonce of nonces.toSorted((a, b) => a - b)) {
    if (nonce < expected) repeated.add(nonce);
    if (nonce > expected) missing.push({ first: expected, last: nonce - 1 });
    expected = Math.max(expected, nonce + 1);
  }
  if (end > expected) missing.push({ first: expected, last: end - 1 });
  return { missing, repeated: [...repeated] };
}
