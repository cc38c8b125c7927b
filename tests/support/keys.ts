import { randomBytes } from 'node:crypto';

/** Makes an Idempotency-Key that nobody has used. */
export const newKey = (): string => randomBytes(16).toString('hex');
