/**
 * The kill switch: a script to serve as `/sw.js` in place of a service worker that turned out to be bad. It takes
 * over at once, deletes every cache, and is gone after the next load; `/sw.js` never comes from an HTTP cache, so
 * every browser meets it at its next navigation. IndexedDB is left alone, because the intents that have not ended are in it.
 *
 * Self-contained on purpose (it is built by itself and imports nothing).
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

async function heal(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name).catch(() => false);
  await self.registration.unregister();
  // Only the tabs that the bad one controlled are loaded again, because a page that registered this script itself has nothing to
  // be healed of.
  const tabs = await self.clients.matchAll({ type: 'window' });
  // Each tab is loaded once more, without a service worker in between.
  for (const tab of tabs) await tab.navigate(tab.url).catch(() => null);
}

self.addEventListener('activate', (event) => event.waitUntil(heal()));
