import type { Bridge } from './bridge';

/**
 * A part that not every visit needs, so that its code stays out of what every visit loads: made when it is first asked for,
 * once for each bridge.
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
