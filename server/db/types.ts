import pg from 'pg';
import { UnsafeIntegerError } from './errors';

const OID_INT8 = 20;
const OID_DATE = 1082;
const OID_INT8_ARRAY = 1016;
const OID_DATE_ARRAY = 1182;

/**
 * Reads a BIGINT (money is integer kobo in BIGINT) as a number.
 * @throws UnsafeIntegerError beyond 2^53 - 1, rather than rounding money silently
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnsafeIntegerError(`The integer ${text} is too large to be exact.`);
  return value;
}

/** Reads an array of one dimension whose items are never quoted, as numbers and days are not: `{1,NULL,2}`. */
function parseArrayOf<T>(parse: (text: string) => T): (text: string) => (T | null)[] {
  return (text) => {
    if (text === '{}') return [];
    return text.slice(1, -1).split(',').map((item) => (item === 'NULL' ? null : parse(item)));
  };
}

const keepText = (text: string): string => text;

const parsers = new Map<number, (text: string) => unknown>([
  [OID_INT8, parseInt8],
  [OID_INT8_ARRAY, parseArrayOf(parseInt8)],
  // A calendar day has no hour and no zone: pg would make it midnight in the machine's zone.
  [OID_DATE, keepText],
  [OID_DATE_ARRAY, parseArrayOf(keepText)],
]);

/**
 * How columns become values: BIGINT → number (checked), DATE → 'YYYY-MM-DD', TIMESTAMPTZ → Date, NUMERIC → string (so
 * write `sum(amount)::bigint`), the rest as pg does by default. Given per pool; pg's global table stays as it is.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    const usual: unknown = pg.types.getTypeParser(oid, format);
    return own ?? usual;
  },
};
