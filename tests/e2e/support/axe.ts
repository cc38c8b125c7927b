/** What a tool can find of what bars people from a page; people find more. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

export const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What is different in the dark. */
export const COLOURS = ['color-contrast'];
const runOnly = (rules: readonly string[]) =>
  ({ runOnly: { type: rules === COLOURS ? ('rule' as const) : ('tag' as const), values: [...rules] } });

/** What was found, in one line each. */
export async function findingsOn(page: Page, rules: readonly string[] = ALL_RULES): Promise<readonly string[]> {
  // What moves in is not judged half-way. What moves without end never is.
  await page.evaluate(() => Promise.all(document.getAnimations()
    .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    .map((animation) => animation.finished.catch(() => null))));
  // What is below the screen is laid out as it comes into view; that would move what the tool has measured already.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
  });
  // The tool’s older way: none of these pages has a frame of another origin, for which the newer one opens a second page at twice the cost.
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().options(runOnly(rules)).analyze();
  expect(passes.length, 'the tool looked').toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(' ')}: ${(failureSummary ?? '').split('\n').at(1)?.trim() ?? ''}`));
}
