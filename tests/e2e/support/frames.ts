/** Records what a person could see in every single frame since a document began. */
import type { BrowserContext, Page } from '@playwright/test';

export interface Frame {
  /** Visible text of the top bar. */
  readonly header: string;
  /** Text of the page's heading; empty while there is none. */
  readonly heading: string;
}

/** From now on every document of the context notes its frames, each state once, and every state between them, too. */
export async function noteFrames(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const frames: { header: string; heading: string }[] = [];
    (window as unknown as { seenFrames: typeof frames }).seenFrames = frames;
    const textOf = (selector: string) =>
      (document.querySelector<HTMLElement>(selector)?.innerText ?? '').replace(/\s+/g, ' ').trim();
    const look = () => {
      const frame = { header: textOf('header.top-bar'), heading: textOf('main h1') };
      const last = frames.at(-1);
      if (last?.header !== frame.header || last.heading !== frame.heading) frames.push(frame);
    };
    const eachFrame = () => {
      look();
      requestAnimationFrame(eachFrame);
    };
    requestAnimationFrame(eachFrame);
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** The different frames of the document that is open now, in order. */
export function framesOf(page: Page): Promise<readonly Frame[]> {
  return page.evaluate(() => (window as unknown as { seenFrames: { header: string; heading: string }[] }).seenFrames);
}
