import { kobo } from '../core/money';

/** ₦50,000,000: no round pays more. */
export const MOST_WIN = kobo(5_000_000_000);
