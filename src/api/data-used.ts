/**
 * Counts the bytes that this realm (page, worker, service worker) gets over the network: bodies as they travelled and, by
 * the browsers' own rule, 300 bytes for the head of each answer. What a cache or the service worker answered counts
 * nothing; what the service worker fetched for it counts there.
 */
let bytes = 0;

/** From the start of the realm on; to be called once. */
export function countTransfers(): void {
  new PerformanceObserver((list) => {
    // Undefined in older browsers, whatever the types say.
    for (const entry of list.getEntries()) bytes += (entry as PerformanceResourceTiming).transferSize || 0;
  }).observe({ type: 'resource', buffered: true });
}

export const bytesTransferred = (): number => bytes;
