/** The prefixes of our references at the gateways. They say which domain a notification is for. */
export const DEPOSIT_PREFIX = 'dep-';
export const WITHDRAWAL_PREFIX = 'wd-';
export const RETURN_PREFIX = 'ret-';
