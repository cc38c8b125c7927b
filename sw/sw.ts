/**
 * The service worker: its routes and the events of its life, in order. The cache policy:
 *
 * - SHELL. Every file of one build (all routes' chunks, all content pages, the shell) is precached at install, each
 *   checked against its hash; what hardly any player uses (the operator's tabs) is kept from its first use on. A deploy
 *   changes nothing for tabs that are open: the new build waits until the player takes the update, or all tabs are
 *   closed. Files of the old build stay until the last tab that runs it is gone; after that the server still has those
 *   of the last builds. Files that the browser has deleted, even single ones, are fetched again with the next page.
 * - NAVIGATION. Every address is answered with the precached shell, except below `/api/` and `/cdn/` and except the
 *   names of known files. A page that was open before in this build is answered with its first screen, which the page has
 *   stored itself: the same document with what stood on the screen, without anything of a player. A navigation is
 *   recognised by the request's mode, not by the path, which may contain a dot. A browser that comes back from paying
 *   reaches the platform, or, without a connection, the deposit page, which checks by itself.
 * - SNAPSHOTS. A player's profile, account, balance, bonus wallet and first pages of histories, the catalogue, and the
 *   host's configuration come from the network if it answers within 4 s; otherwise the last answer that fitted the
 *   contract is given, with its age in a header. Snapshots are stored in IndexedDB, under their player, behind the epoch
 *   fence.
 * - MEDIA. Files below `/cdn/`, like the art of games, are not precached, but stored when they are first used. Their
 *   number is bounded, and they are the first to be deleted when the device is full.
 * - NOTHING ELSE is ever answered or stored here, and never anything but GET: a browser may send a request again
 *   after it stopped its service worker, so money goes straight to the platform, which is idempotent.
 *
 * One failure is left: a tab may run a build whose files the browser has deleted, and the server, too. It gets a 404 for
 * the chunk, and the page reloads once.
 *
 * Nothing here depends on a variable from an earlier event: browsers stop service workers at any time.
 */
import { setCacheNameDetails } from 'workbox-core/setCacheNameDetails';
import { registerRoute } from 'workbox-routing/registerRoute';
import type { PrecacheEntry } from 'workbox-precaching/_types';
import { createTransferCounter } from '../src/api/data-used';
import { isShellAddress } from '../src/core/address-kinds';
import { createDatabase } from '../src/data/database';
import { dropMedia } from '../src/data/media-cache';
import { ENTRY, cleanUp, noteTab } from './lifecycle/clean-up';
import { installPrecache, mendPrecache } from './lifecycle/install';
import { readPageMessage } from './lifecycle/messages';
import { storableOf } from './routes/storable';
import { MediaStrategy } from './routes/media';
import { answerAsset, answerNavigation, answerPaymentReturn, createPrecache } from './routes/shell';
import { SnapshotStrategy } from './routes/snapshot-strategy';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] };

// One name for the precache of every build and scope, so that clean-up finds what older builds left.
setCacheNameDetails({ prefix: 'ayo', suffix: '' });
const entries = self.__WB_MANIFEST;
const precache = createPrecache(entries);
const transfers = createTransferCounter();
transfers.start();
/** Deletes files of old builds from the precache, and fetches missing ones of this build. */
const tidy = (event: ExtendableEvent) => cleanUp(precache, self).then(() => mendPrecache(precache, entries, event));
const isHere = (url: URL) => url.origin === self.location.origin;

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isHere(url) && url.pathname.startsWith('/api/callbacks/mm/'),
  ({ request }) => answerPaymentReturn(request),
);
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isHere(url) && isShellAddress(url.pathname),
  ({ request, event }) => answerNavigation(precache, request, {
    // A cast, because workbox types every event as extendable; a navigation comes as a fetch event.
    note: () => event.waitUntil(noteTab(precache, (event as FetchEvent).resultingClientId)),
    refill: () => event.waitUntil(installPrecache(precache, entries, event)),
  }),
);
registerRoute(({ url }) => isHere(url) && storableOf(url) !== null, new SnapshotStrategy(createDatabase({ onFull: dropMedia }), Date.now));
registerRoute(({ url }) => isHere(url) && url.pathname.startsWith('/cdn/'), new MediaStrategy());
registerRoute(
  ({ request, url }) =>
    isHere(url) && request.mode !== 'navigate' &&
    (url.pathname.startsWith('/assets/') || precache.getCacheKeyForURL(url.href) !== undefined),
  ({ request, event, url }) => {
    // The page asks for the entry once it is loaded, so the page before it is gone and its files can be deleted.
    if (url.pathname.startsWith(ENTRY)) event.waitUntil(tidy(event));
    return answerAsset(precache, request, event);
  },
);

self.addEventListener('install', (event) => event.waitUntil(installPrecache(precache, entries, event)));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      // Where it controls no tab, this is the first install, and the page that registered it becomes offline-ready at once.
      const controlledTabs = await self.clients.matchAll({ type: 'window' });
      if (controlledTabs.length === 0) await self.clients.claim();
      await cleanUp(precache, self);
    })(),
  );
});

self.addEventListener('message', (event) => {
  const message = readPageMessage(event.data);
  if (message === 'apply-update') void self.skipWaiting();
  if (message === 'clean-up') event.waitUntil(tidy(event));
  if (message === 'take-page') event.waitUntil(self.clients.claim());
  if (message === 'data-used') event.ports[0]?.postMessage(transfers.bytes());
});
