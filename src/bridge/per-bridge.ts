import type { Bridge } from './bridge';

/**
 * Makes a part of the bridge at its first use, once for each bridge. So the code of a part that not every visit needs can stay out
 * of the chunks that every visit loads.
 *
 *   export const favouritesOf = perBridge(createFavourites);
 *   favouritesOf(bridge).load();
 */
export function perBridge<T>(create: (bridge: Bridge) => T): (bridge: Bridge) => T {
  const parts = new WeakMap<Bridge, { readonly part: T }>();
  return (bridge) => {
    const entry = parts.get(bridge) ?? { part: create(bridge) };
    parts.set(bridge, entry);
    return entry.part;
  };
}
