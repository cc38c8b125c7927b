/** Names of headers that both ends know. */

/** The version of the real account, beside a balance answer: an older one never overwrites a newer one. */
export const BALANCE_VERSION_HEADER = 'x-balance-version';
