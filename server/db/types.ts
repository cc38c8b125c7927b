import pg from 'pg';
import { UnsafeIntegerError } from './errors';

const OID_INT8 = 20;
const OID_DATE = 1082;
const OID_INT8_ARRAY = 1016;
const OID_DATE_ARRAY = 1182;

/**
 * Reads a BIGINT (money is integer kobo in BIGINT) as a number.
 * @throws UnsafeIntegerError beyond 2^53 - 1, so that money is never rounded silently
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnsafeIntegerError(`The integer ${text} is too large to be exact.`);
  return value;
}

/** Makes a reader of one-dimensional arrays like `{1,NULL,2}`, whose items (numbers, days) are never quoted. */
function parseArrayOf<T>(parse: (text: string) => T): (text: string) => (T | null)[] {
  return (text) => {
    if (text === '{}') return [];
    return text.slice(1, -1).split(',').map((item) => (item === 'NULL' ? null : parse(item)));
  };
}

const readText = (text: string): string => text;

const parsers = new Map<number, (text: string) => unknown>([
  [OID_INT8, parseInt8],
  [OID_INT8_ARRAY, parseArrayOf(parseInt8)],
  // A calendar day has no hour and no zone, but pg would make it midnight in the machine's zone.
  [OID_DATE, readText],
  [OID_DATE_ARRAY, parseArrayOf(readText)],
]);

/**
 * Turns columns into values: BIGINT → number (checked), DATE → 'YYYY-MM-DD', TIMESTAMPTZ → Date, NUMERIC → string (so write
 * `sum(amount)::bigint`), the rest as pg does by default. It applies to one pool; pg's global table does not change.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const ownParser = format === 'binary' ? undefined : parsers.get(oid);
    const defaultParser: unknown = pg.types.getTypeParser(oid, format);
    return ownParser ?? defaultParser;
  },
};
