/** Workbox as its documentation shows it: everything is precached, every address is answered with the page. */
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Put in by the build. */
declare const HELLO_FILES: { url: string; revision: string }[];

precacheAndRoute(HELLO_FILES);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html')));
