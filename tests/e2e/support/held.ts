/** Requests that wait until a test lets them go. */
import type { BrowserContext, Page, Route } from '@playwright/test';

/**
 * Everything of a page, or of all pages, that fits waits at the door; what the function that is given back lets go, and all
 * that comes after it, ends as `end` says.
 */
export async function hold(of: BrowserContext | Page, url: string | RegExp, end: (route: Route) => Promise<void>): Promise<() => void> {
  let letGo = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await of.route(url, async (route) => {
    await isOver;
    await end(route);
  });
  return letGo;
}
