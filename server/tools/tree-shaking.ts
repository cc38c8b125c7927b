/**
 * Calls that bundlers may take for pure, so that they go when nothing uses what they bring. `idb` calls `replaceTraps`
 * twice when it is loaded: for the short cuts of a whole database (`db.get`, `db.put` …) and for `for await` over cursors.
 * All of ours goes through `tx()` in `src/data/database.ts` and its stores, so every realm would carry both for nothing;
 * the linter keeps `for await` and `iterate()` out of `src/data`. `catalogue` makes words: who uses none of a file's needs none.
 */
export const TREE_SHAKING = { manualPureFunctions: ['replaceTraps', 'catalogue'] };
