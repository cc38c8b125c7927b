/** Counts how far things on a page move by themselves, as browsers count it. */
import type { Page } from '@playwright/test';

export interface Shifts {
  /** Shares of the screen, without those that a finger caused. */
  sum: number;
  /** The elements that moved, for the reader of a failure. */
  moved: string[];
}

/** To be called before the page is opened. The returned function waits for the next frame, and reads what has moved until then. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { seenShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number; hadRecentInput: boolean; sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        shifts.sum += value;
        shifts.moved.push(...sources.map(({ node, previousRect, currentRect }) => `${node?.className ?? 'gone'} from ${previousRect.y} to ${currentRect.y}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return (window as unknown as { seenShifts: Shifts }).seenShifts;
    });
}
