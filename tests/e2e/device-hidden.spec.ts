/**
 * A phone that is in a pocket: what a tab that nobody sees asks for. A tab of headless Chromium is never hidden, so the state is
 * overridden and the event dispatched.
 */
import type { Browser } from '@playwright/test';
import { startFaultProxy } from '../support/fault-proxy';
import { openAccount, putSession } from './support/api';
import { amountField, card, methodChoice, openForm, payButton } from './support/deposit';
import { chip, expectLive } from './support/frame-of-page';
import { settleIn, useBrokenSite } from './support/network';
import { setVisibility } from './support/scripted';
import { LONG, POLL_LIMIT_MS, expect, test } from './support/test';

const { network, product } = useBrokenSite();

const CALLS = /^\/api\//;
const OPERATIONS = /\/operations\//;
const SIGN_OUTS = /\/auth\/(?:sign-out|revocations)$/;

/** A player elsewhere, past the broken network, whose polls are the measure of time: 15 s each. */
async function startMetronome(browser: Browser) {
  const context = await browser.newContext({ baseURL: product().url });
  const page = await context.newPage();
  let polls = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/balance')) polls += 1;
  });
  await putSession(page, await openAccount(context));
  await page.goto('/');
  await expectLive(page);
  return {
    async beats(wanted: number): Promise<void> {
      const until = polls + wanted;
      await expect.poll(() => polls, { timeout: wanted * POLL_LIMIT_MS }).toBeGreaterThanOrEqual(until);
    },
    close: () => context.close(),
  };
}

const askedSince = (from: number) => network().requests.slice(from).map(({ method, path }) => `${method} ${path}`);

test('a hidden tab sends no request in 75 s, not even about an unknown deposit, and a waiting sign-out once; both go on at once when they are visible', LONG, async ({ page, browser, trouble }) => {
  // The second phone has a network of its own, so that what each of them sends is counted apart.
  const second = await startFaultProxy(product().url);
  const context = await browser.newContext({ baseURL: second.url });
  await trouble.watch(context);
  const leaving = await context.newPage();
  await settleIn(leaving, 0);
  await leaving.goto('/profile');
  second.break({ path: CALLS, fault: 'drop' });
  await leaving.getByRole('button', { name: 'Sign out' }).click();
  await expect(chip(leaving)).toHaveCount(0);

  await settleIn(page, 0);
  await openForm(page);
  await methodChoice(page, 'bank-transfer').check();
  await amountField(page).fill('5,000');
  network().break({ method: 'POST', path: /\/deposits$/, fault: 'lose-answer' });
  network().break({ path: OPERATIONS, fault: 'drop' });
  await payButton(page).click();
  await expect(card(page).getByText('We are checking. Do not pay again.')).toBeVisible({ timeout: POLL_LIMIT_MS });

  const metronome = await startMetronome(browser);
  for (const tab of [page, leaving]) await setVisibility(tab, 'hidden');
  // Requests that a tab sent before it was hidden may still arrive.
  await metronome.beats(1);
  const from = network().requests.length;
  const left = second.requests.length;
  await metronome.beats(5);

  await test.step('the unknown deposit', async () => {
    expect(askedSince(from)).toEqual([]);
    network().heal();
    await setVisibility(page, 'visible');
    await expect(card(page).getByText('Waiting for your transfer')).toBeVisible({ timeout: POLL_LIMIT_MS });
    expect(network().requests.slice(from).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  await test.step('the waiting sign-out', async () => {
    const newRequests = second.requests.slice(left).filter(({ isOnKeptConnection }) => !isOnKeptConnection);
    expect(newRequests.filter(({ path }) => !SIGN_OUTS.test(path))).toEqual([]);
    expect(newRequests.length).toBeLessThanOrEqual(1);
    second.heal();
    await setVisibility(leaving, 'visible');
    await expect(leaving.getByText('You are now fully signed out.')).toBeVisible({ timeout: POLL_LIMIT_MS });
  });

  await test.step('no request about a deposit either that the platform knows and that waits for its payer', async () => {
    await setVisibility(page, 'hidden');
    await metronome.beats(1);
    const hiddenAgain = network().requests.length;
    await metronome.beats(2);
    expect(askedSince(hiddenAgain)).toEqual([]);
  });
  await metronome.close();
  await context.close();
  await second.close();
});
