/** Scripts of the app that a browser gets in another form than they were built in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { DIST } from '../../../server/tools/dist';

/**
 * Each script of the app whose address matches goes through `change` on its way. It is read from the build and not asked for: a page
 * that goes on gives up what it has asked for, and the answer is gone while it is read. Needs a browser without service worker.
 */
export async function changeScripts(browser: BrowserContext | Page, address: string | RegExp, change: (script: string) => string): Promise<void> {
  await browser.route(address, async (route) => {
    const script = await readFile(join(DIST, 'app', new URL(route.request().url()).pathname), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: change(script) });
  });
}
