/** Brings a page into the state that a picture shows: what players and guests do. */
import type { Page } from '@playwright/test';

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Makes a change that waits to be sent. The player's identity is verified, so the name itself can't be changed. */
export async function changePhone(page: Page): Promise<void> {
  await page.locator('main [name="phone"]').fill('08031234599');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

export async function askForReset(page: Page): Promise<void> {
  await page.locator('main [name="email"]').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByText('Check your e-mail').waitFor();
}

/** Continues up to the last question before a break. */
export async function askForBreak(page: Page): Promise<void> {
  await page.getByText('7 days', { exact: true }).click();
  await page.getByRole('button', { name: 'Take the break' }).click();
}

export async function takeBreak(page: Page): Promise<void> {
  await askForBreak(page);
  await page.getByRole('button', { name: 'Yes, start the break' }).click();
  await page.getByRole('heading', { name: 'You are taking a break' }).scrollIntoViewIfNeeded();
}

/** Claims the bonus, or waits for the message that an earlier picture has claimed it. */
export async function claimIfOffered(page: Page): Promise<void> {
  const claim = page.getByRole('button', { name: 'Claim', exact: true });
  const claimed = page.getByText('You have claimed it.');
  // The stored page may still offer the bonus until the answer arrives, and then there is no button to press.
  await Promise.race([claim.click({ timeout: 5_000 }).catch(() => undefined), claimed.waitFor()]);
  await claimed.waitFor();
}

/** Opens the explanations of the expected payments and of giving up the bonus. */
export async function openFolds(page: Page): Promise<void> {
  await page.locator('.bonus-card').first().waitFor();
  for (const fold of await page.locator('.bonus-fold > summary').all()) await fold.click();
}

/** Asks a question and shows the answer of the help pages. */
export async function askSupport(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Write to us' }).click();
  await page.getByLabel('Your question').fill('Why is my deposit still being checked?');
}

export async function writeToSupport(page: Page): Promise<void> {
  await askSupport(page);
  await page.getByRole('button', { name: 'Send to our team' }).click();
  await page.getByText('Why is my deposit').first().waitFor();
}

/** Plays a practice round, whatever its result, and opens the symbols' names and payouts below it. */
export async function playAndOpenRules(page: Page): Promise<void> {
  await page.locator('button.spin[data-kind="ready"]').click();
  await page.locator('.result-text').waitFor();
  await page.locator('.fold > summary').first().click();
  await page.evaluate(() => scrollTo(0, 0));
}

export const startRound = (page: Page) => page.locator('button.spin[data-kind="ready"]').click();

/** Places chips on a table. */
export async function placeChips(page: Page): Promise<void> {
  for (const bet of [/^Number 17/, /^Red/, /^Dozen 1–/]) await page.getByRole('button', { name: bet }).click();
  await page.locator('.play-stage').scrollIntoViewIfNeeded();
}

/** Starts a round that waits for the player. */
export async function openFields(page: Page): Promise<void> {
  await startRound(page);
  await page.locator('.mines-cell:not([aria-disabled])').nth(6).click();
}
