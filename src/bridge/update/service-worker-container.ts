/** Reads `navigator.serviceWorker`, as no other file does. This one is small, because it is part of the entry (`boot.ts`). */

/** The browser's service workers. They are missing on plain HTTP and in some private modes, and everything works without them. */
export const serviceWorkerContainer = (available: Partial<Navigator> = navigator): ServiceWorkerContainer | undefined => available.serviceWorker;

/** The service worker that answers this page's requests; null where there is none. */
export const controllerHere = (): ServiceWorker | null => serviceWorkerContainer()?.controller ?? null;
