/** The art of a tapped game grows into its stage, where the game is on the device. */
import type { Page } from '@playwright/test';
import { expectReadyOffline, heading } from './support/frame-of-page';
import { LONG, expect, test, useProduct } from './support/test';

useProduct();

interface Counted {
  transitions: { readonly named: readonly string[]; readonly end: string }[];
}

/** Counts the transitions of the page, each with what had a name of its own when it began and how it ended. */
async function countTransitions(page: Page): Promise<() => Promise<Counted['transitions']>> {
  await page.addInitScript(() => {
    const counted: Counted = { transitions: [] };
    Object.assign(window, counted);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (callback) => {
      const all = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => getComputedStyle(each).viewTransitionName !== 'none');
      const named = all.map((each) => each.closest('.tile')?.querySelector('.tile-name')?.textContent ?? each.tagName);
      const transition = start(callback);
      const add = (end: string) => (window as unknown as Counted).transitions.push({ named, end });
      transition.finished.then(() => add('finished'), () => add('failed'));
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as Counted).transitions);
}

const tileOf = (page: Page, name: string) => page.locator('main .tile').filter({ hasText: name }).first();

test('only a tapped tile grows into the stage; there is no transition back, with reduced motion or into another window', async ({ page, context }) => {
  const transitions = await countTransitions(page);
  await page.goto('/');
  await expectReadyOffline(page);
  await page.reload();
  await tileOf(page, 'Plinko').click();
  await expect(heading(page)).toHaveText('Plinko');
  await expect.poll(transitions).toEqual([{ named: ['Plinko'], end: 'finished' }]);
  await expect(page.locator('html')).not.toHaveAttribute('data-tile-grows');
  await expect(page.locator('.stage')).toBeVisible();

  await page.goBack();
  await expect(tileOf(page, 'Plinko')).toBeVisible();
  const other = context.waitForEvent('page');
  await tileOf(page, 'Plinko').click({ modifiers: ['ControlOrMeta'] });
  await (await other).close();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await tileOf(page, 'Dice').click();
  await expect(heading(page)).toHaveText('Dice');
  expect(await transitions()).toHaveLength(1);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goBack();
  await tileOf(page, 'Mines').dblclick();
  await expect(heading(page)).toHaveText('Mines');
  await page.goBack();
  await expect(tileOf(page, 'Mines')).toBeVisible();
});

test('a game whose code is not on the device opens as any link does', LONG, async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const transitions = await countTransitions(page);
  await page.goto('/');
  await tileOf(page, 'Plinko').click();
  await expect(heading(page)).toHaveText('Plinko');
  expect(await transitions()).toEqual([]);
  await context.close();
});
