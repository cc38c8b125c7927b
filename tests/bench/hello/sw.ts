/** Workbox as its documentation shows it: it precaches everything and answers every address with the page. */
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The build replaces this name by the list. */
declare const HELLO_FILES: { url: string; revision: string }[];

precacheAndRoute(HELLO_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html')));
