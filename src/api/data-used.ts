/**
 * Counts the bytes that a realm (page, worker, service worker) gets over the network: bodies as they travelled and, by
 * the browsers' own rule, 300 bytes for the head of each answer. An answer from a cache or from the service worker counts
 * nothing here; the service worker counts what it fetches itself.
 */
export interface TransferCounter {
  /** Starts to count, from the start of the realm on. To be called once. */
  readonly start: () => void;
  readonly bytes: () => number;
}

/** Returns the bytes of one entry; 0 in older browsers, which give no size. */
export const transferSizeOf = (entry: PerformanceEntry): number =>
  ('transferSize' in entry && typeof entry.transferSize === 'number' ? entry.transferSize : 0);

export function createTransferCounter(): TransferCounter {
  let bytes = 0;
  return {
    start() {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) bytes += transferSizeOf(entry);
      }).observe({ type: 'resource', buffered: true });
    },
    bytes: () => bytes,
  };
}
