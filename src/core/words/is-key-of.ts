/** Whether a table has words of its own for a key that a platform sent; inherited names, as "constructor", are none. */
export function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
