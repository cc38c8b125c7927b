import type { Browser, Locator, Page } from '@playwright/test';
import { listThreads } from '../../src/core/contract/support';
import type { Thread } from '../../src/core/contract/support';
import { signInAsFirstAdmin, loadAgain } from './support/admins';
import { call, enterAsPlayer } from './support/api';
import type { Account } from './support/api';
import { findingsOn } from './support/axe';
import { expectLive, expectReadyOffline, heading } from './support/frame-of-page';
import { lookAwayAndBack, useBrokenSite } from './support/network';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { product, cutOff, bringBack } = useBrokenSite();

const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Support' });
const question = (page: Page): Locator => panel(page).getByLabel('Your question');
const openPanel = (page: Page): Promise<void> => page.getByRole('contentinfo').getByRole('button', { name: 'Write to us' }).click();

async function write(page: Page, text: string): Promise<void> {
  await question(page).fill(text);
  await panel(page).getByRole('button', { name: 'Send to our team' }).click();
  await expect(question(page)).toHaveValue('');
}

async function openAdmin(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })).newPage();
  await signInAsFirstAdmin(page, product(), '?tab=messages');
  await expect(heading(page)).toHaveText('Messages');
  return page;
}

const card = (page: Page, text: string): Locator => page.locator('.thread').filter({ hasText: text });
const read = (shown: Locator): Promise<void> => shown.getByRole('button', { name: 'Read and answer' }).click();

async function threadsOf(page: Page, { sessionId, userId }: Account): Promise<readonly Thread[]> {
  return listThreads.answer.parse(await call(page.context(), 'GET', `/player/${userId}/threads`, { sessionId })).items;
}

test('a message written offline arrives once, is answered by an admin on the screen although another one came in between, and is seen by the player', async ({ page, context, browser, trouble }) => {
  const account = await enterAsPlayer(page);
  await expectLive(page);
  await expectReadyOffline(page);
  await cutOff(context);

  // The help pages answer first, also here.
  await openPanel(page);
  await question(page).fill('Why is my deposit still being checked?');
  await expect(panel(page).getByText('These may be the answers')).toBeVisible();
  const phone = page.viewportSize();
  // Where the bar of places is no target below the panel: the tool does not know that a modal dialog is above everything.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await findingsOn(page), 'the panel').toEqual([]);
  if (phone !== null) await page.setViewportSize(phone);
  await panel(page).locator('summary').first().click();
  await expect(panel(page).locator('.prose').first()).not.toBeEmpty();
  await write(page, 'Where is my ₦500?');
  await expect(panel(page).getByText('Sent when you are online')).toBeVisible({ timeout: POLL_LIMIT_MS });
  await page.reload();
  await openPanel(page);
  await expect(panel(page).getByText('Where is my ₦500?')).toBeVisible();

  await bringBack(context);
  await expect(panel(page).getByText('Sent when you are online')).toHaveCount(0, { timeout: POLL_LIMIT_MS });
  const texts = async () => (await threadsOf(page, account)).flatMap(({ messages }) => messages.map(({ text }) => text));
  await expect.poll(texts, { timeout: POLL_LIMIT_MS }).toEqual(['Where is my ₦500?']);

  const admin = await openAdmin(browser);
  await trouble.watch(admin.context());
  await read(card(admin, account.username));
  await expect(card(admin, 'Where is my ₦500?')).toContainText(account.username);
  await card(admin, 'Where is my ₦500?').getByRole('textbox').fill('It is on your account now.');
  expect(await findingsOn(admin), 'the messages').toEqual([]);
  // The player goes on meanwhile: nobody answers past them, and nothing typed is lost.
  await write(page, 'It was yesterday.');
  await expect.poll(async () => (await threadsOf(page, account))[0]?.messages.length, { timeout: POLL_LIMIT_MS }).toBe(2);
  await card(admin, 'Where is my ₦500?').getByRole('button', { name: 'Send the answer' }).click();
  await expect(admin.getByText('has written since')).toBeVisible();
  await expect(card(admin, 'It was yesterday.').getByRole('textbox')).toHaveValue('It is on your account now.');
  await card(admin, 'It was yesterday.').getByRole('button', { name: 'Send the answer' }).click();
  await expect(admin.getByText(/^Your answer to .* is sent\.$/)).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Waiting', exact: true })).toBeVisible();

  const answer = panel(page).locator('.said').filter({ hasText: 'It is on your account now.' });
  await lookAwayAndBack(page);
  await expect(answer).toContainText('Our team', { timeout: POLL_LIMIT_MS });
  await expect(answer.locator('time')).toHaveAttribute('datetime', /^20\d\d-/);
  await expect.poll(async () => (await threadsOf(page, account))[0]?.unread, { timeout: POLL_LIMIT_MS }).toBe(0);

  // The conversation is stored, with its age.
  await cutOff(context);
  await page.reload();
  await openPanel(page);
  await expect(answer).toBeVisible();
  await expect(panel(page).getByText('Saved copy,')).toBeVisible();
  await admin.context().close();
});

test('a guest’s feedback with a screenshot waits offline through a reload, arrives once, and the team sees its picture', LONG, async ({ page, context, browser, trouble }) => {
  const picture = await page.goto('/').then(() => page.screenshot());
  await expectReadyOffline(page);
  await page.goto('/feedback');
  await expect(heading(page)).toHaveText('Feedback');
  await cutOff(context);
  await page.getByLabel('What is it about?').selectOption('idea');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByLabel('Your feedback')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Your feedback').fill('More drums, please.');
  await page.getByLabel('Add a screenshot').setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('img', { name: 'Your screenshot' })).toBeVisible();
  // Leaving the page and coming back loses nothing.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await expect(heading(page)).toHaveText('Help');
  await page.goBack();
  await expect(page.getByLabel('Your feedback')).toHaveValue('More drums, please.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('More drums, please.')).toBeVisible();
  expect(await findingsOn(page), 'feedback').toEqual([]);
  await bringBack(context);
  await expect(page.getByText('More drums, please.')).toHaveCount(0, { timeout: POLL_LIMIT_MS });

  const admin = await openAdmin(browser);
  await trouble.watch(admin.context());
  const sent = card(admin, 'A guest');
  await expect(sent).toHaveCount(1);
  await read(sent);
  await expect(sent).toContainText('More drums, please.');
  await expect(sent).toContainText('nobody would get an answer');
  await sent.getByRole('button', { name: 'Show the picture' }).click();
  const shown = sent.getByRole('img', { name: 'The picture that was sent' });
  await expect.poll(() => shown.evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBeGreaterThan(300);
  await sent.getByRole('button', { name: 'Close without an answer' }).click();
  await expect(admin.getByText('The conversation with A guest is closed.')).toBeVisible();
  await loadAgain(admin);
  await expect(sent).toHaveCount(0);
  await admin.context().close();
});
