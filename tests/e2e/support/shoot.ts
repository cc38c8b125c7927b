/** Pictures of what a test shows, for whoever wants to look: `SHOTS_DIR` names the folder. Without it none are made. */
import type { Page } from '@playwright/test';

const SHOTS_DIR = process.env['SHOTS_DIR'];

/** Takes the whole page in both themes, and with text twice as large. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS_DIR === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SHOTS_DIR}/${name}-${colorScheme}.png`, animations: 'disabled', fullPage: true });
  }
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await page.screenshot({ path: `${SHOTS_DIR}/${name}-200.png`, animations: 'disabled', fullPage: true });
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
}
