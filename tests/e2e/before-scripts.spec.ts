/** A deep link on a line on which the scripts do not come yet: the page's own frame, text and links are there. */
import { heading, topBar } from './support/frame-of-page';
import { useBrokenSite } from './support/network';
import { ONLINE, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { network } = useBrokenSite();

const SCRIPTS = /\.js$/;

test.use({ serviceWorkers: 'block' });

test('a deep link shows its own heading before the scripts, and its tabs, tiles and links work', ONLINE, async ({ page }) => {
  network().break({ path: SCRIPTS, fault: 'hang' });
  // On a phone a game fills the screen, but the link back is shown.
  await page.goto('/game/adire-gold', { waitUntil: 'commit' });
  await expect(heading(page)).toHaveText('Adire Gold');
  await expect(page.getByRole('main').getByRole('link', { name: 'Lobby', exact: true })).toBeVisible();
  for (const [path, words] of [['/profile', 'Sign in'], ['/category/slots', 'Slots'], ['/promo/friday', 'Friday reload']] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(heading(page), path).toHaveText(words);
    await expect(topBar(page).getByRole('link', { name: 'Join' }), path).toBeVisible();
  }
  await page.goto('/terms', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Who we are' })).toBeAttached();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Games' }).click();
  await expect(page).toHaveURL(`${network().url}/games`);
  await expect(heading(page)).toHaveText('All games');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('main').locator('a[href="/game/adire-gold"]').first().click();
  await expect(page).toHaveURL(`${network().url}/game/adire-gold`);
  await expect(heading(page)).toHaveText('Adire Gold');
});

test('the app takes over the text that stands there instead of drawing it anew, for a guest', ONLINE, async ({ page, context }) => {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const path of ['/terms', '/help', '/bank-codes', '/no/such/page']) {
    // The files that the last page still loads would hang, too, and hold all connections to the host.
    await page.goto('about:blank');
    network().break({ path: SCRIPTS, fault: 'hang' });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(heading(page)).toBeVisible();
    await heading(page).evaluate((element) => element.setAttribute('data-first', ''));
    network().heal();
    // React marks the elements that it draws or takes over.
    await page.waitForFunction(() => Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactFiber')));
    await expect(page.locator('main h1[data-first]'), path).toHaveCount(1);
  }
  // The only errors are the scripts that were held back, and the 404 of the missing page.
  expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
});

test('an address without a page is answered with 404, and still with the app', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Page not found');
  await page.getByRole('main').getByRole('link', { name: 'Go to the lobby' }).click();
  await expect(page).toHaveURL(`${network().url}/`);
});
