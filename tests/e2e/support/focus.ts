/** Walks a page by Tab and tells whether the whole box of each stop can be seen, and the ring around it. */
import type { Page } from '@playwright/test';

/** More than any page has, so that a page that never lets go of the focus ends the walk, too. */
const MOST_STOPS = 300;

interface Stop {
  /** Names the stop to the reader of a failure. */
  readonly name: string;
  readonly isInMain: boolean;
  readonly problems: readonly string[];
}

/**
 * Runs in the page, just before a frame is painted. An element that is higher than the space between the bars counts as visible when
 * its top is. Waits until no skeleton is in sight, because Tab would pass stops that are not drawn yet.
 */
function lookAtFocus(): Promise<Stop | null> {
  return new Promise((resolve) => {
    const painting = new ResizeObserver(() => {
      painting.disconnect();
      const stop = look();
      const goOn = () => {
        if (isDrawn()) resolve(stop);
        else requestAnimationFrame(goOn);
      };
      goOn();
    });
    painting.observe(document.documentElement);
  });

  function isDrawn(): boolean {
    return [...document.querySelectorAll('main .skeleton')].every((each) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return height === 0 || bottom <= 0 || top >= document.documentElement.clientHeight;
    });
  }

  function look(): Stop | null {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused === document.documentElement) return null;
    const label = focused instanceof HTMLInputElement ? (focused.closest('label') ?? focused.labels?.[0] ?? null) : null;
    const words = focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent;
    const name = `${focused.tagName.toLowerCase()}.${focused.className} “${words.trim().slice(0, 40)}”`;
    const problems: string[] = [];
    const { clientWidth, clientHeight } = document.documentElement;
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
    const room = clientHeight - Number.parseFloat(scrollPaddingTop) - Number.parseFloat(scrollPaddingBottom);

    const { width, height } = focused.getBoundingClientRect();
    // A radio button that its label draws has no size of its own.
    const element = width > 2 && height > 2 ? focused : (label ?? focused);
    for (const box of element.getClientRects()) {
      const isHigh = box.height > room;
      const bottom = isHigh ? Math.min(box.bottom, clientHeight) : box.bottom;
      if (box.left < -0.5 || box.right > clientWidth + 0.5) problems.push(`it reaches from ${box.left} to ${box.right} px of ${clientWidth}`);
      if (box.top < -0.5 || bottom > clientHeight + 0.5) problems.push(`it reaches from ${box.top} down to ${bottom} px of ${clientHeight}`);
      const radius = Math.min(Number.parseFloat(getComputedStyle(element).borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
      // Inside of a round corner.
      const inset = 1.5 + radius * 0.3;
      const across = [box.left + inset, box.left + box.width / 2, box.right - inset];
      const down = isHigh ? [box.top + inset] : [box.top + inset, box.top + box.height / 2, box.bottom - inset];
      const covers = across.flatMap((x) => down.map((y) => document.elementFromPoint(x, y)))
        .filter((top) => top !== null && !element.contains(top) && !top.contains(element) && top.closest('label') !== label);
      if (covers.length > 0) problems.push(`it is under ${[...new Set(covers.map((top) => `${top?.tagName ?? ''}.${top?.getAttribute('class') ?? ''}`))].join(' and ')}`);
    }

    // The ring is drawn around the element, or around what stands for it.
    const drawn = [focused, focused.nextElementSibling, focused.parentElement, label, focused.closest('.field-frame')].find((each) => {
      if (each === null) return false;
      const { outlineStyle, outlineWidth, opacity } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0';
    });
    if (!drawn) return { name, isInMain: focused.closest('main') !== null, problems: [...problems, 'it has no ring'] };
    const { outlineWidth, outlineOffset } = getComputedStyle(drawn);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const box = drawn.getBoundingClientRect();
    const isCutBy = (edge: { left: number; right: number; top: number; bottom: number }) => {
      const isCutAcross = box.left - ring < edge.left - 1 || box.right + ring > edge.right + 1;
      return isCutAcross || box.top - ring < edge.top - 1 || (box.height < room && box.bottom + ring > edge.bottom + 1);
    };
    const cutters: string[] = isCutBy({ left: 0, right: clientWidth, top: 0, bottom: clientHeight }) ? ['the screen'] : [];
    for (let each = drawn.parentElement; each !== null && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflow !== 'visible' && isCutBy(each.getBoundingClientRect())) cutters.push(`.${each.className}`);
    }
    if (cutters.length > 0) problems.push(`its ring is cut by ${cutters.join(' and ')}`);
    return { name, isInMain: focused.closest('main') !== null, problems };
  }
}

/** Presses Tab until the focus leaves the page, or with `isMainOnly` what is its own; gives back the stops with what is wrong about them. */
export async function walkByTab(page: Page, isMainOnly: boolean): Promise<{ readonly stops: number; readonly problems: readonly string[] }> {
  await page.evaluate((isMain) => {
    scrollTo(0, 0);
    if (isMain) document.querySelector('main')?.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!isMain) getSelection()?.collapse(document.body, 0);
  }, isMainOnly);
  await page.evaluate(lookAtFocus);
  const problems: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop === null || (isMainOnly && !stop.isInMain)) return { stops, problems };
    problems.push(...stop.problems.map((problem) => `${stop.name}: ${problem}`));
  }
  return { stops: MOST_STOPS, problems: [...problems, 'the focus never leaves the page'] };
}
