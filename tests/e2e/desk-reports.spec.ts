/** Reports at the desk: a month is read, one figure is opened down to its entries by keyboard, and saved as a file. */
import type { Page } from '@playwright/test';
import { figuresOf, FIGURE_KEYS } from '../../src/core/reports/figure-words';
import type { Report, ReportFigures } from '../../src/core/contract/reports';
import { signInAsFirstAdmin } from './support/admins';
import { openAccount } from './support/api';
import { findingsOn } from './support/axe';
import { heading } from './support/frame-of-page';
import { ONLINE, expect, test, useOwnProduct } from './support/test';

const product = useOwnProduct();
const PHONE = { width: 390, height: 844 };
const SHOTS = process.env['SHOTS_DIR'];

/** For whoever wants to look: SHOTS_DIR names a folder. Each screen is drawn on a phone and at a desk, dark and light. */
async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${SHOTS}/${name}-${viewport.width}-${colorScheme}.png`, animations: 'disabled', fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Figures of a busy place, so that somebody can look at a whole month. */
function busyMonth(): Report {
  const figures = (size: number): ReportFigures => {
    const kobo = figuresOf([
      { account: 'house', entryKind: 'stake', credited: 8_412_350_00 * size, debited: 0 }, { account: 'house', entryKind: 'win', credited: 0, debited: 8_093_120_50 * size },
      { account: 'bonus-cost', entryKind: 'bonus', credited: 12_000_00 * size, debited: 61_500_00 * size }, { account: 'real', entryKind: 'deposit', credited: 1_250_000_00 * size, debited: 0 },
      { account: 'gateway', entryKind: 'deposit', credited: 0, debited: 1_250_000_00 * size }, { account: 'gateway', entryKind: 'withdrawal', credited: 930_000_00 * size, debited: 0 },
      { account: 'house:adjustments', entryKind: 'adjustment', credited: 0, debited: 2_500_00 * size },
    ]);
    // A cast: there is an entry for every key.
    return Object.fromEntries(FIGURE_KEYS.map((key) => [key, Math.round(kobo[key]) / 100])) as ReportFigures;
  };
  const days = Array.from({ length: 27 }, (_, n) => ({
    day: `2026-10-${String(n + 1).padStart(2, '0')}`, closedAt: n === 26 ? null : '2026-10-28T00:00:12.000Z', figures: figures(1 + (n % 5) / 4),
    late: n === 12 ? figures(0.01) : null,
    balances: n === 26 ? null : { real: 4_210_300.5, held: 310_000, suspense: 5_000, bonus: 84_000, gateway: -6_900_000, house: -2_100_000, 'bonus-cost': -40_000, 'house:adjustments': 0 },
  }));
  const line = (value: string, name: string | null, size: number) => ({ value, name, figures: figures(size) });
  return {
    from: '2026-10-01', to: '2026-10-31', closedTo: '2026-10-26', closed: figures(38), late: figures(0.01), open: figures(1.25), days,
    breakdowns: {
      game: [line('adire-gold', 'Adire Gold', 20), line('roulette', 'Roulette', 9), line('blackjack', 'Blackjack', 5), line('mines', 'Mines', 4)],
      method: [line('card', null, 20), line('bank-transfer', null, 10), line('ussd', null, 3), line('payout', null, 1)],
      state: [line('LA', null, 19), line('FC', null, 8), line('', null, 6), line('RI', null, 5)],
    },
    openDifferences: 2, largeFrom: 5_000_000,
  };
}

async function lookAtBusyMonth(page: Page, folder: string): Promise<void> {
  await page.route(/\/api\/v1\/admin\/reports\?/, (route) => route.fulfill({ json: busyMonth() }));
  await page.goto('/admin?tab=reports&period=custom&from=2026-10-01&to=2026-10-31');
  await expect(page.getByRole('heading', { name: 'By state' })).toBeVisible();
  await shoot(page, 'busy');
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize({ width: 1030, height: 730 });
  await page.screenshot({ path: `${folder}/print.png`, fullPage: true });
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.unroute(/\/api\/v1\/admin\/reports\?/);
}

test('a month is read, a figure of today is opened down to its entries by keyboard, and saved as a file', ONLINE, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const context = await page.context().browser()?.newContext({ baseURL: product().url });
  if (context === undefined) throw new Error('there is no browser');
  const account = await openAccount(context, { naira: 12_500 });
  await context.close();
  await signInAsFirstAdmin(page, product(), '?tab=reports');
  if (SHOTS !== undefined) {
    await lookAtBusyMonth(page, SHOTS);
    await page.goto('/admin?tab=reports');
  }
  await expect(heading(page)).toHaveText('Reports');
  const days = page.getByRole('region', { name: 'By day' });
  // Today is not closed, and says so.
  await expect(days.getByRole('row').filter({ hasText: 'not closed' })).toContainText('₦12,500.01');
  await expect(page.getByText('No day is closed yet.')).toBeVisible();
  await expect(page.getByText('The ledger has no account for taxes')).toBeVisible();
  await shoot(page, 'report');
  expect(await findingsOn(page), 'the report').toEqual([]);

  await days.getByRole('link', { name: /Deposits: ₦12,500\.01$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Deposits' })).toBeVisible();
  await expect(page.getByText('1 entry in all, together ₦12,500.01')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: `Player ${account.username}` })).toBeFocused();
  await shoot(page, 'entries');
  expect(await findingsOn(page), 'the entries').toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV: Deposits' }).click();
  expect((await download).suggestedFilename()).toMatch(/^report-deposits-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText('Saved, with 1 line. The audit trail says so.')).toBeVisible();

  await page.getByRole('link', { name: 'Back to the report' }).click();
  await expect(days).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);
  // The report was kept, and says how old it is; what needs a connection says so.
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Figures are the saved copy')).toBeVisible();
  await expect(days.getByRole('row').filter({ hasText: 'not closed' })).toContainText('₦12,500.01');
  await expect(page.getByRole('button', { name: 'Save as CSV: By day' })).toBeDisabled();
  await shoot(page, 'offline');
});
