/** Phone numbers that nobody else has: two accounts of one name, birthday and phone would look like one person's. */
import { randomInt } from 'node:crypto';

const digits = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** As a player types it. */
export const newPhone = (): string => `080${digits()}`;
/** As it is kept. */
export const newE164Phone = (): string => `+23480${digits()}`;
