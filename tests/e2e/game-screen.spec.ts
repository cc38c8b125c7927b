/** A game is one screen on a phone: before, during and after a round its stage, its result and its action are whole, and nothing scrolls. */
import type { Locator, Page } from '@playwright/test';
import { spinButton, untilCelebrated } from './support/game';
import { RESULT, act, closedCell, result, start, yourMove } from './support/rounds';
import { sample } from './support/sample';
import { LONG_ONLINE, ONLINE, expect, test, useProduct } from './support/test';

/** Each kind of stage; the ordinary run takes each second one. */
const GAMES = ['roulette', 'adire-gold', 'mines', 'dice', 'blackjack', 'plinko'] as const;
/** A game that fits on the first screen has room on the others, so only the long run looks at those. */
const SIZES = [{ width: 320, height: 560 }, { width: 360, height: 660 }, { width: 412, height: 823 }] as const;
useProduct();

const TARGET_PX = 44;
const DOCK_PX = 112;

/** The one action of a game: its button, or in an open round the buttons of its moves. */
const action = (page: Page): Locator => page.locator('.spin, .acts');

/** Waits until the celebration of a win is over: its seeds fly out of the result, and its board lies over the stage. */
async function celebrated(page: Page): Promise<void> {
  await untilCelebrated(page);
  await expect.poll(() => page.locator('.result').evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
}

/** Everything that is needed to play is on the screen without scrolling, and no part lies over another one. */
async function expectWhole(page: Page, when: string): Promise<void> {
  await expect(action(page)).toBeVisible();
  await celebrated(page);
  const problems = await page.evaluate(([target, most]) => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? null;
    const found: string[] = [];
    if (scrollY !== 0) found.push(`the page is scrolled by ${scrollY}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the screen');
    const boxes = ['.game-head', '.stage', '.stage > *', '.result', '.dock', '.dock-row'].map((selector) => [selector, boxOf(selector)] as const);
    for (const [selector, box] of boxes) {
      if (box === null) found.push(`${selector} is not there`);
      else if (box.top < 0 || box.left < 0 || Math.round(box.bottom) > innerHeight || Math.round(box.right) > innerWidth) found.push(`${selector} is cut`);
    }
    const [stage, line, dock] = [boxOf('.stage'), boxOf('.result'), boxOf('.dock')];
    if (stage === null || line === null || dock === null) return found;
    if (line.top < stage.bottom - 1) found.push('the result lies over the stage');
    if (dock.top < line.bottom) found.push('the dock lies over the result');
    for (const part of document.querySelectorAll('.play-bet, .seal-line')) {
      const { bottom } = part.getBoundingClientRect();
      if (bottom > dock.top + 1) found.push(`the dock lies over .${part.className}`);
    }
    if (dock.height > most) found.push(`the dock is ${dock.height} px high`);
    const table = boxOf('.felt');
    if (table !== null && (table.top < stage.top || table.bottom > stage.bottom)) found.push('the table is cut');
    // The corners of the turning wheel's box reach over the stage, and nothing is drawn in them.
    for (const box of document.querySelectorAll('.stage > :not(.roulette), .result')) {
      if (box.scrollHeight > box.clientHeight + 1) found.push(`.${box.className} is higher than its box`);
    }
    // A radio button is as large as what can be pressed for it.
    const targets = '.game-head :is(a, button, input), .dock :is(button, summary), .play-bet input, .mines-cell';
    for (const each of document.querySelectorAll<HTMLElement>(targets)) {
      // The laid-out size is used, because a turning tile is drawn narrower.
      const { offsetWidth: width, offsetHeight: height } = each;
      if (width > 0 && Math.min(width, height) < target) found.push(`${each.className || each.tagName} has ${width} x ${height} px`);
    }
    return found;
  }, [TARGET_PX, DOCK_PX] as const);
  expect(problems, when).toEqual([]);
}

/** Makes the next moves of an open round, until it is over. */
async function finish(page: Page, gameId: string): Promise<void> {
  await expect(yourMove(page)).toBeVisible();
  if (gameId === 'mines') {
    await closedCell(page).click();
    await expect(act(page).or(result(page)).first()).toBeVisible();
    await expectWhole(page, 'after a move');
    if (await act(page).isVisible()) await act(page).click();
  } else if (gameId === 'blackjack' && (await act(page).isVisible())) {
    await page.getByRole('button', { name: 'Stand' }).click();
  }
  await expect(result(page)).toHaveText(RESULT);
}

for (const size of SIZES) {
  test(`at ${size.width} × ${size.height} every game is one screen before, during and after a round`, size === SIZES[0] ? ONLINE : LONG_ONLINE, async ({ page }) => {
    await page.setViewportSize(size);
    for (const gameId of sample(GAMES, 3, 1)) {
      await page.goto(`/game/${gameId}`);
      await expect(spinButton(page)).toHaveAttribute('data-mode', 'practice');
      await expectWhole(page, `${gameId} before a round`);
      await start(page, gameId);
      await expect(page.locator('.spin:not([data-kind="ready"]), .acts')).toBeVisible();
      await expectWhole(page, `${gameId} during a round`);
      await finish(page, gameId);
      await expect(spinButton(page)).toBeVisible();
      await expectWhole(page, `${gameId} after a round`);
    }
  });
}

test('the figures of the session open over the stage, and nothing moves', ONLINE, async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/game/adire-gold');
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  const line = page.locator('.dock summary');
  const before = await line.boundingBox();
  await line.click();
  const figures = page.locator('.session');
  await expect(figures).toBeInViewport({ ratio: 1 });
  await expect(figures).toContainText('Staked');
  expect(await line.boundingBox()).toEqual(before);
  await expect(spinButton(page)).toBeInViewport({ ratio: 1 });

  await page.keyboard.press('Escape');
  await expect(figures).toBeHidden();
  await expect(line).toBeFocused();
  await line.click();
  await page.locator('.stage').click();
  await expect(figures).toBeHidden();
});

test('what is wrong with a stake, and why no money can be staked, stands over the stage and moves neither it nor the action', LONG_ONLINE, async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/game/adire-gold');
  await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  const before = await page.locator('.stage').boundingBox();
  await page.getByRole('textbox', { name: 'Stake' }).fill('1');
  await expect(page.locator('.field-error')).toBeInViewport({ ratio: 1 });
  await expect(spinButton(page)).toBeInViewport({ ratio: 1 });
  expect(await page.locator('.stage').boundingBox()).toEqual(before);

  // A guest who looks at playing for money.
  await page.locator('input[name="mode"][value="money"]').check({ force: true });
  await expect(page.getByText('You need an account')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Join to play for money' })).toBeInViewport({ ratio: 1 });
  expect((await page.locator('.stage').boundingBox())?.y).toBe(before?.y);
});

test('the sound is switched in the head, and stays as it was chosen', ONLINE, async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  await page.goto('/game/dice');
  const sound = page.getByRole('button', { name: 'Sound' });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});

test('on a wide screen the wheel of roulette stands whole beside its table', ONLINE, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/game/roulette');
  await expect(spinButton(page)).toBeVisible();
  const boxes = await page.evaluate(() => ['.stage', '.wheel', '.felt'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect));
  const [stage, wheel, table] = boxes;
  expect(wheel?.width).toBeGreaterThan(200);
  expect(wheel?.left).toBeGreaterThanOrEqual(stage?.left ?? 0);
  expect(wheel?.bottom).toBeLessThanOrEqual(stage?.bottom ?? 0);
  expect(wheel?.right).toBeLessThanOrEqual(table?.left ?? 0);
});
