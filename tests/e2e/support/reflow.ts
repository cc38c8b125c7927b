/** What does not fit on a page: beside the screen, cut, over one another, or too small for a thumb. */
import type { Page } from '@playwright/test';

const TARGET_PX = 44;

/** Runs in the page. Links within a sentence are as high as its line (WCAG 2.5.8), and a field that a label covers is as large as the label. */
function lookForMisfits(target: number): { beside: string[]; small: string[]; overlapping: string[] } {
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className || (element.parentElement?.className ?? '')} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}”`;
  const beside: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) beside.push(`the page is ${root.scrollWidth - root.clientWidth} px wider than the screen`);
  const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((each) => each.checkVisibility({ opacityProperty: false, visibilityProperty: true, contentVisibilityAuto: true }) && each.closest('.skip-link, dialog:not([open])') === null);
  const inStrip = (each: Element): boolean => {
    for (let parent = each.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
      if (parent.scrollWidth > parent.clientWidth && /auto|scroll/.test(getComputedStyle(parent).overflowX)) return true;
    }
    return false;
  };
  const isInSentence = (each: HTMLElement): boolean => each.tagName === 'A' && getComputedStyle(each).display === 'inline'
    && (each.parentElement?.textContent ?? '').trim().length > each.textContent.trim().length + 3;
  const small: string[] = [];
  const boxes: { each: HTMLElement; box: DOMRect }[] = [];
  for (const each of controls) {
    const own = each.getBoundingClientRect();
    const label = each instanceof HTMLInputElement && (each.type === 'radio' || each.type === 'checkbox') ? (each.closest('label') ?? each.labels?.[0]) : null;
    const frame = each.closest('.field-frame');
    const box = (label ?? (each.matches('input, select, textarea') ? frame : null) ?? each).getBoundingClientRect();
    const width = Math.max(own.width, box.width); const height = Math.max(own.height, box.height);
    if (width === 0 || height === 0) continue;
    if ((box.left < -1 || box.right > root.clientWidth + 1) && !inStrip(each)) beside.push(`${nameOf(each)} from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    if (isInSentence(each)) continue;
    if (Math.round(width) < target || Math.round(height) < target) small.push(`${nameOf(each)} ${Math.round(width)} × ${Math.round(height)}`);
    boxes.push({ each, box: own.width > 2 ? own : box });
  }
  const overlapping: string[] = [];
  const isPinned = (each: Element): boolean => {
    for (let at: Element | null = each; at !== null; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
    return false;
  };
  const flow = boxes.filter(({ each }) => !isPinned(each) && !inStrip(each));
  for (const [at, first] of flow.entries()) {
    for (const second of flow.slice(at + 1)) {
      if (first.each.contains(second.each) || second.each.contains(first.each)) continue;
      const width = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const height = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (width > 4 && height > 4) overlapping.push(`${nameOf(first.each)} and ${nameOf(second.each)} by ${Math.round(width)} × ${Math.round(height)}`);
    }
  }
  // Words that a box of their own size cuts off.
  for (const each of document.querySelectorAll<HTMLElement>('button, a.button, h1, h2, h3, label, summary, .place')) {
    if (!each.checkVisibility() || each.closest('.unseen') !== null) continue;
    if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflow !== 'visible' && each.clientWidth > 2) beside.push(`${nameOf(each)} is cut by ${each.scrollWidth - each.clientWidth}`);
  }
  return { beside, small, overlapping };
}

export const misfitsOn = (page: Page) => page.evaluate(lookForMisfits, TARGET_PX);
