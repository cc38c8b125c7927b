/** A tool finds no barrier on any page, not when things go wrong, nor in a player's own colours. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openAccount, putSession } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { heading } from './support/frame-of-page';
import { ROUTES } from './support/routes';
import { LONG_ONLINE, expect, test, useProduct } from './support/test';

useProduct();

const PHONE = { width: 360, height: 660 };
const FAILURE = { status: 500, contentType: 'application/problem+json', body: JSON.stringify({ title: 'It broke', status: 500, code: 'internal' }) };

interface State {
  readonly name: string;
  /** Makes the state, before the first page is opened. */
  readonly enter: (context: BrowserContext, page: Page) => Promise<unknown>;
  /** A rule that the tool misjudges there. */
  readonly without?: string;
}

const STATES: readonly State[] = [
  { name: 'where nothing is reached', enter: (context) => context.route('**/api/**', (route) => route.abort()) },
  { name: 'where everything fails', enter: (context) => context.route('**/api/**', (route) => route.fulfill(FAILURE)) },
  // The tool reads the fill of a text, which stays the page's own there, and not the device's colour that is drawn.
  { name: 'in the colours of the device', enter: (_, page) => page.emulateMedia({ forcedColors: 'active' }), without: 'color-contrast' },
];

async function expectNoBarriers(browser: Browser, { enter, without }: State, account: Account | null): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (account !== null) await putSession(page, account);
  await enter(context, page);
  for (const { path } of ROUTES.filter(({ who }) => who === 'all' || who === (account === null ? 'guest' : 'player'))) {
    await page.goto(path);
    await expect(heading(page).first(), path).toBeVisible();
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    const findings = await findingsOn(page);
    expect.soft(findings.filter((finding) => without === undefined || !finding.startsWith(without)), path).toEqual([]);
  }
  await context.close();
}

for (const state of STATES) {
  test(`no page of a guest has a barrier ${state.name}`, LONG_ONLINE, ({ browser }) => expectNoBarriers(browser, state, null));

  test(`no page of a player has a barrier ${state.name}`, LONG_ONLINE, async ({ browser, context }) =>
    expectNoBarriers(browser, state, await openAccount(context, { naira: 300 })));
}
