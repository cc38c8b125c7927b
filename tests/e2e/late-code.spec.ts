/** Connected, and nothing comes through, before the app is on the device. */
import { EVERYTHING } from '../support/faults/rules';
import { heading, topBar } from './support/frame-of-page';
import { LOBBY_HEADING } from './support/routes';
import { useBrokenSite } from './support/network';
import { LONG, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { network } = useBrokenSite();

/** Three times the 9 s within which a tapped link answers. */
const ANSWER_LIMIT_MS = 27_000;
const LATE = 'This page is not on your device yet';

test.use({ serviceWorkers: 'block' });

// `npm test` has A-16 in faults-network.spec.ts, and below a form whose code is lost.
test('A-16: a tapped link answers although nothing comes through and the app is not installed: an error with another try', LONG, async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
  network().break({ path: EVERYTHING, fault: 'hang' });
  const root = page.locator('html');
  await page.getByRole('link', { name: 'Help', exact: true }).first().click();
  await expect(root).toHaveAttribute('data-opening');
  await expect(heading(page)).toHaveText(LATE, { timeout: ANSWER_LIMIT_MS });
  expect(new URL(page.url()).pathname).toBe('/help');
  await expect(root).not.toHaveAttribute('data-opening');
  await topBar(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog').getByText(LATE)).toBeVisible({ timeout: ANSWER_LIMIT_MS });
  await page.keyboard.press('Escape');
  // The requests that hung are answered now, as on a line that was only slow. A page that comes by itself may take the button away under the click.
  network().heal();
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  const tried = async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined);
    return heading(page).innerText().catch(() => '');
  };
  await expect.poll(tried).toBe('Help');
});

test('a tap on Join or Sign in that comes before the scripts is not lost: it opens the page of the same form', LONG, async ({ page }) => {
  for (const [name, path] of [['Join', '/sign-up'], ['Sign in', '/sign-in']] as const) {
    network().break({ path: /\.js$/, fault: 'hang' });
    await page.goto('/', { waitUntil: 'commit' });
    await topBar(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(`${network().url}${path}`);
    network().heal();
    await page.reload();
    await expect(page.locator('main form input').first()).toBeVisible();
  }
});

test('a form whose code is lost says so over the page, which stays, and is tried again on its own page', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
  network().break({ path: /\.js$/, fault: 'drop' });
  await topBar(page).getByRole('link', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await expect(dialog.getByRole('alert')).toContainText(LATE);
  await expect(heading(page)).toHaveText(LOBBY_HEADING);
  network().heal();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`${network().url}/sign-in`);
  await expect(page.locator('main form input').first()).toBeVisible();
});
