/** Runs a tool that finds barriers on a page; people find more. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

export const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The dark colours can break only this rule. */
export const COLOURS = ['color-contrast'];
/** A name that holds what is seen, for whoever speaks to the device. The tool has it among its experiments, so no tag names it. */
const SEEN_NAMES = { 'label-content-name-mismatch': { enabled: true } };
const runOnly = (rules: readonly string[]) =>
  rules === COLOURS
    ? { runOnly: { type: 'rule' as const, values: [...rules] } }
    : { runOnly: { type: 'tag' as const, values: [...rules] }, rules: SEEN_NAMES };

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
/** The tool that the builder brings, but the small file of it. */
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');
/** What the builder runs in the page in place of the tool, which it would run there twice each time. */
const NOTHING = 'undefined';

/** Runs the tool's file in each frame of a document once: that takes as long as the look at most pages. */
async function bringTool(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if ((await frame.evaluate('typeof globalThis.axe')) === 'undefined') await frame.evaluate(source);
  }
}

/** Half of the size that a target must have, WCAG 2.2, 2.5.8. */
const HALF_TARGET_PX = 12;

/** Says whether a target is large enough once it is scrolled to the middle: a bar covers a part of whatever is halfway under it. */
const isFreeOnceScrolled = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(([target, half]) => {
    const element = document.querySelector(target);
    if (element === null) return false;
    element.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [x - half, y], [x + half, y], [x, y - half], [x, y + half]] as const;
    return points.every(([px, py]) => element.contains(document.elementFromPoint(px, py)));
  }, [selector, HALF_TARGET_PX - 1] as const);

/** Returns the barriers that the tool found, one line each. */
export async function findingsOn(page: Page, rules: readonly string[] = ALL_RULES): Promise<readonly string[]> {
  // An element that moves in is judged when it has come to rest; an animation without end is not waited for.
  await page.evaluate(() => Promise.all(document.getAnimations()
    .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
    .map((animation) => animation.finished.catch(() => null))));
  // The parts below the screen are laid out now: later, as they come into view, they would move what the tool has measured already.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
    }
  });
  // The tool’s older way: none of these pages has a frame of another origin, for which the newer one opens a second page at twice the cost.
  await bringTool(page);
  const { violations, passes } = await new AxeBuilder({ page, axeSource: NOTHING }).setLegacyMode().options({ ...runOnly(rules), resultTypes: ['violations'] }).analyze();
  expect(passes.length, 'the tool looked').toBeGreaterThan(0);
  for (const violation of violations) {
    if (violation.id !== 'target-size') continue;
    const isFree = await Promise.all(violation.nodes.map(({ target }) => isFreeOnceScrolled(page, target.join(' '))));
    violation.nodes = violation.nodes.filter((_node, at) => !isFree[at]);
  }
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(' ')}: ${(failureSummary ?? '').split('\n').at(1)?.trim() ?? ''}`));
}
