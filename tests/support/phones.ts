/** Unused phone numbers, because two accounts with the same name, birthday and phone would look like one person's. */
import { randomInt } from 'node:crypto';

const digits = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** A number as a player types it. */
export const newPhone = (): string => `080${digits()}`;
/** A number as the platform stores it. */
export const newE164Phone = (): string => `+23480${digits()}`;
