/** A platform to which many come from one address: whoever is no robot gets in, and loses nothing that was typed. */
import type { Browser, Page } from '@playwright/test';
import { SIGN_UP_GATE } from '../../server/accounts/busy-gate';
import { openAccount, putSession } from './support/api';
import { findingsOn } from './support/axe';
import { signUpOn } from './support/forms';
import { chip } from './support/frame-of-page';
import { newPerson } from './support/people';
import { LONG_ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

const product = useOwnProduct();
const SIGN_UP = '**/api/v1/auth/sign-up';
const words = (page: Page) => page.getByRole('status').filter({ hasText: 'we are checking that you are not a robot' });

/** Until the platform asks everybody at this address for a puzzle. */
async function comeInNumbers(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: product().url });
  for (let n = 0; n < SIGN_UP_GATE.perAddress.freeCalls + 2; n += 1) await openAccount(context, { activated: false, unasked: true });
  await context.close();
}

// `npm test` has tests/unit/worker/reach.test.ts and tests/platform/overload.test.ts.
test('a platform that refuses every call is not taken for a missing connection', LONG_ONLINE, async ({ page, context }) => {
  await putSession(page, await openAccount(context));
  const busy = { title: 'Busy', status: 503, code: 'unavailable' };
  await context.route('**/v1/**', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', json: busy }));
  for (const [path, said] of [
    ['/self-exclusion', 'Your limits could not be loaded'], ['/edit-profile', 'Your details could not be loaded'],
    ['/users-sessions', 'Your devices could not be loaded'], ['/templeaderboard', 'This week could not be loaded'],
  ] as const) {
    await page.goto(path);
    const state = page.locator('main .state', { hasText: said });
    await expect(state).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(state).not.toContainText('when you are online');
  }
  await page.goto('/deposit');
  await expect(page.getByText('We could not load the limits.')).toBeVisible({ timeout: POLL_LIMIT_MS });
});

// `npm test` has tests/unit/bridge/with-proof.test.ts and tests/unit/core/proof-of-work.test.ts.
test('a busy platform has the device solve a puzzle; the form says so, and the account is opened', LONG_ONLINE, async ({ page, browser }) => {
  await comeInNumbers(browser);
  const answers: number[] = [];
  let letGo = (): void => undefined;
  const isSeen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.context().route(SIGN_UP, async (route) => {
    if (route.request().postData()?.includes('"proof"') === true) await isSeen;
    await route.continue();
  });
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/sign-up')) answers.push(response.status());
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sign-up');
  const form = signUpOn(page);
  const person = newPerson();
  await form.fill(person);
  await form.sendButton.click();
  await expect(words(page)).toBeVisible();
  expect(await form.values()).toEqual({ ...person });
  expect(await findingsOn(page)).toEqual([]);
  letGo();
  await expect(chip(page)).toBeVisible();
  expect(answers).toEqual([429, 201]);
});

test('where no worker may start the page solves it itself, and a puzzle that was too old is followed by another', LONG_ONLINE, async ({ page, browser }) => {
  await comeInNumbers(browser);
  await page.addInitScript(() => {
    const { Worker: Real } = window;
    window.Worker = class extends Real {
      constructor(url: string | URL, options?: WorkerOptions) {
        if (options?.name === 'puzzle') throw new Error('no workers here');
        super(url, options);
      }
    };
  });
  let sent = 0;
  await page.context().route(SIGN_UP, async (route) => {
    sent += 1;
    if (sent !== 2) return route.continue();
    // Acts as if solving had taken longer than the puzzle is valid.
    const body = JSON.parse(route.request().postData() ?? '{}') as { proof: { puzzle: string } };
    return route.continue({ postData: JSON.stringify({ ...body, proof: { ...body.proof, puzzle: `${body.proof.puzzle}x` } }) });
  });
  await page.goto('/sign-up');
  const form = signUpOn(page);
  await form.fill(newPerson());
  await form.sendButton.click();
  await expect(chip(page)).toBeVisible();
  expect(sent).toBe(3);
});
