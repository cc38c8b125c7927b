/** Returns true if a table itself has a key that a platform sent. Inherited names, like "constructor", don't count. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** The entry of a table under a key that a platform sent; undefined where a newer platform sent one that the table does not have. */
export function entryOf<V>(table: Readonly<Record<string, V>>, key: string): V | undefined {
  return isKeyOf(table, key) ? table[key] : undefined;
}

/** The keys of a table that is written out in the code, so that its type names all of them. */
/* @__NO_SIDE_EFFECTS__ */
export function keysOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((key) => isKeyOf(table, key));
}
