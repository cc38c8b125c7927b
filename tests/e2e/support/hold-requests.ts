/** Holds requests of a browser until a test lets them go. */
import type { BrowserContext, Page, Route } from '@playwright/test';

/**
 * Holds the requests of a page, or of all pages of a context, that match `url`. The returned function lets them go: each of them, and each
 * later one, is then ended by `end`.
 */
export async function holdRequests(target: BrowserContext | Page, url: string | RegExp, end: (route: Route) => Promise<void>): Promise<() => void> {
  let letGo = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await target.route(url, async (route) => {
    await isReleased;
    await end(route);
  });
  return letGo;
}
