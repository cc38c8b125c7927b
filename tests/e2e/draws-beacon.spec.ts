/** A draw that a public beacon decides, on a player's phone: named before, waited for, and checked as far as a phone can. */
import { startBeaconServer } from '../support/beacon-server';
import type { BeaconServer } from '../support/beacon-server';
import { call, enterAsPlayer } from './support/api';
import { findingsOn } from './support/axe';
import { HOUR_MS, MINUTE_MS, useMovedClock } from './support/moved-clock';
import { ONLINE, POLL_LIMIT_MS, expect, test, useProduct } from './support/test';

const clock = useMovedClock();
let beacon: BeaconServer;
let aheadMs = 0;
/** Both clocks. */
async function move(ms: number): Promise<void> {
  await clock.move(ms);
  aheadMs += ms;
  beacon.nowMs = Date.now() + aheadMs;
}
useProduct(async () => {
  beacon = await startBeaconServer();
  beacon.nowMs = Date.now();
  const { urls: [url], chain, genesisMs, periodMs } = beacon.config;
  return { ...clock.env, DRAW_BEACON_URL: url, DRAW_BEACON_CHAIN: `${chain}:${genesisMs / 1_000}:${periodMs / 1_000}` };
});
test.afterAll(() => beacon.close());
test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 660 } });

const SHOTS = process.env['SHOTS_DIR'];

test('a player sees which round decides, waits for it, and checks all but who signed it', ONLINE, async ({ page, context }) => {
  // Entries rest from Sunday 20:00 to midnight in Lagos, an hour ahead of UTC.
  const inLagos = new Date(Date.now() + HOUR_MS);
  if (inLagos.getUTCDay() === 0 && inLagos.getUTCHours() >= 19) await move(5 * HOUR_MS);
  const { userId, sessionId } = await enterAsPlayer(page);
  await call(context, 'POST', `/player/${userId}/identity`, { sessionId, body: { number: '12345678990', consent: true, wordingVersion: '2026-11' } });
  await page.goto('/promo/giveaway');
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText('You are in this week’s draw.')).toBeVisible();
  await expect(page.getByText(/^Our secret and round [\d,]+ of a public random beacon decide/)).toBeVisible();

  const closesAt = await page.evaluate(async () => {
    const { items } = (await (await fetch('/api/v1/draws')).json()) as { items: readonly [{ closesAt: string }] };
    return items[0].closesAt;
  });
  await move(Date.parse(closesAt) + MINUTE_MS - (Date.now() + aheadMs));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^The winners are known once the beacon’s round is out/)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: POLL_LIMIT_MS });
  await move(10 * MINUTE_MS);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('1. You: ₦100,000, paid into your balance')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: POLL_LIMIT_MS });
  await page.getByRole('button', { name: 'Check this draw' }).click();
  await expect(page.getByText('Worked out on this device: the winners are as they were drawn')).toBeVisible();
  await expect(page.getByText(/^The number that decided is the SHA-256 of the signature of round [\d,]+\. This device saw that/)).toBeVisible();
  await expect(page.getByText(/^Not checked here: what the beacon itself signed, and when\./)).toBeVisible();
  await expect(page.getByText(`${beacon.config.urls[0]}/${beacon.config.chain}/public/`)).toBeVisible();
  expect(await findingsOn(page), 'a draw that a beacon decided').toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);
  if (SHOTS !== undefined) {
    await page.getByText('Worked out on this device').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${SHOTS}/beacon-360.png`, animations: 'disabled' });
  }
});
