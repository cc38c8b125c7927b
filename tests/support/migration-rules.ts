/** What a migration may do while an older Ayo runs on the same tables, read from its text. */
import type { Migration } from '../../server/db/migration-file';

/** Each takes away, or asks of every row, what an older version does not know. */
const CONTRACTIONS: readonly (readonly [words: string, pattern: RegExp])[] = [
  ['DROP COLUMN', /\bdrop\s+column\b/i],
  ['DROP TABLE', /\bdrop\s+table\b/i],
  ['RENAME', /\brename\s+(?:to|column|constraint|\w+\s+to)\b/i],
  ['another TYPE', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i],
  ['ADD COLUMN … NOT NULL without DEFAULT', /\badd\s+column\s+(?:if\s+not\s+exists\s+)?(?![^,;]*\b(?:default|generated)\b)[^,;]*\bnot\s+null\b/i],
];
const SET_NOT_NULL = /\balter\s+(?:column\s+)?(\w+)\s+set\s+not\s+null\b/gi;
/** Written in the comment at its top where a lock is short, with the reason. */
const SHORT_LOCK = /^-- short-lock: \S/m;

/** Returns what is wrong with a migration, in words for its author. `reached` is the highest `min_reader` of those before it. */
export function findMigrationFaults({ sql, minReader, contract, number }: Migration, reached: number): string[] {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, `''`);
  const isNew = (table: string | undefined): boolean =>
    new RegExp(`\\bcreate\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?${table ?? ''}\\b`, 'i').test(text);
  const faults: string[] = [];
  if (contract === null) {
    const words = CONTRACTIONS.filter(([, pattern]) => pattern.test(text)).map(([each]) => each);
    for (const [, column = ''] of text.matchAll(SET_NOT_NULL)) {
      if (!new RegExp(`\\b${column}\\s+set\\s+default\\b`, 'i').test(text)) words.push('SET NOT NULL without SET DEFAULT');
    }
    for (const each of words) faults.push(`${each} breaks an Ayo that does not know of it: wait until none needs it, and say so with "-- contract: WHY"`);
    if (minReader > reached) faults.push(`min_reader is ${minReader}, and was ${reached}: what only adds shuts out no version, so leave it, or say with "-- contract: WHY" what it takes away`);
  }
  if (minReader >= number) faults.push('no older version can run beside it, so nobody could upgrade without stopping');
  if (SHORT_LOCK.test(sql)) return faults;
  for (const [, table] of text.matchAll(/\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)(?:if\s+not\s+exists\s+)?(?:\w+\s+)?on\s+(?:only\s+)?(\w+)/gi)) {
    if (!isNew(table)) faults.push(`an index of ${table} keeps its writers waiting: make it CONCURRENTLY, in a file with "-- no-transaction", or say why that is short with "-- short-lock: WHY"`);
  }
  for (const [, table, change = ''] of text.matchAll(/\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)([^;]*)/gi)) {
    const isChecked = /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key|unique|primary\s+key|exclude)\b/i.test(change) && !/\bnot\s+valid\b|\busing\s+index\b/i.test(change);
    if (isChecked && !isNew(table)) faults.push(`a constraint of ${table} is checked under its lock: add it NOT VALID and validate it in a later file, or say why that is short with "-- short-lock: WHY"`);
  }
  return faults;
}
